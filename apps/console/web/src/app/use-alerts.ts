import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { alertsAreOn, setAlerts } from './alert-switch.ts'
import { callAccount } from './api.ts'
import { useSession } from './session.tsx'
import { useLiveChanges } from './use-live.ts'

const watchers = new Set<() => void>()

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** For those who want a notification and a sound when a customer writes. */
export function useAlertSwitch() {
  const supported = 'Notification' in window
  const on = useSyncExternalStore(subscribe, () => alertsAreOn())
  const toggle = useCallback(async () => {
    const wanted = !alertsAreOn() && (await Notification.requestPermission()) === 'granted'
    setAlerts(wanted)
    for (const watcher of watchers) watcher()
  }, [])
  return { supported, on, toggle }
}

/** Notifies of conversations with unread messages that were not there, or not as new, a moment ago. */
export function useAlerts(open: (conversation: string) => void): void {
  const { account } = useSession()
  const { on } = useAlertSwitch()
  const [since] = useState(() => new Date().toISOString())
  const seen = useRef(new Map<string, string>())
  const look = useCallback(async () => {
    if (!on) return
    const { items } = await callAccount(account.id, 'GET /conversations', { query: { filter: 'unread' } })
    for (const { id, name, preview, lastMessageAt } of items) {
      const isNew = lastMessageAt > (seen.current.get(id) ?? since)
      seen.current.set(id, lastMessageAt)
      if (!isNew || document.hasFocus()) continue
      const notice = new Notification(name, { body: preview, tag: id, icon: '/icon.svg' })
      notice.onclick = () => {
        window.focus()
        open(id)
      }
      chime()
    }
  }, [account.id, on, open, since])
  useLiveChanges(useCallback(() => void look().catch(() => {}), [look]))
  useEffect(() => void look().catch(() => {}), [look])
}

function chime(): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 660
  volume.gain.setValueAtTime(0.08, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.4)
  tone.onended = () => void audio.close()
}

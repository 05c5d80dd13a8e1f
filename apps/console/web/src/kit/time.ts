const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** For a list: the time of today, else the day. */
export function shortTime(iso: string): string {
  const at = new Date(iso)
  return isSameDay(at, new Date()) ? clock.format(at) : shortDay.format(at)
}

export const clockTime = (iso: string): string => clock.format(new Date(iso))
export const wholeTime = (iso: string): string => whole.format(new Date(iso))

export function dayName(iso: string): string {
  const at = new Date(iso)
  const today = new Date()
  if (isSameDay(at, today)) return 'Today'
  today.setDate(today.getDate() - 1)
  return isSameDay(at, today) ? 'Yesterday' : day.format(at)
}

export const startsNewDay = (iso: string, previousIso: string | undefined): boolean =>
  previousIso === undefined || !isSameDay(new Date(iso), new Date(previousIso))

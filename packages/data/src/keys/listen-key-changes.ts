import pg from 'pg'
import { keyChangedChannel } from './announce-key-change.ts'

const retryMs = 1_000

/**
 * Calls `onChange` with the account whose key or limits changed, and with null when changes may have been missed.
 * Keeps its own connection, and mends it for ever.
 */
export function listenKeyChanges(
  databaseUrl: string,
  onChange: (accountId: string | null) => void,
): { close(): Promise<void> } {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-keys', keepAlive: true })
    client = next
    const lost = () => {
      if (client !== next || closed) return
      client = undefined
      next.end().catch(() => {})
      timer = setTimeout(connect, retryMs)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', (notice) => onChange(notice.payload || null))
    try {
      await next.connect()
      await next.query(`listen ${keyChangedChannel}`)
      onChange(null)
    } catch {
      lost()
    }
  }
  void connect()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

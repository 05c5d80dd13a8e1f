/** Seconds or a date, as HTTP allows; null when it says neither. */
export function readRetryAfter(header: string | undefined, nowMs = Date.now()): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

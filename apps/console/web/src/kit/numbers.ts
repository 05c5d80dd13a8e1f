const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 })
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4, signDisplay: 'exceptZero' })

export const number = (value: number): string => plain.format(value)
/** For axes and cards: 12,345 is 12.3K. */
export const shortNumber = (value: number): string => short.format(value)
export const signedNumber = (value: number): string => signed.format(value)
export const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent.format(part / whole))
/** `1 grant`, `2 grants`. */
export const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`

/** In the units that file managers use: 1 kB is 1,000 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  const minutes = seconds / 60
  if (minutes < 60) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${hours.toFixed(1)} h` : `${Math.round(hours / 24)} days`
}

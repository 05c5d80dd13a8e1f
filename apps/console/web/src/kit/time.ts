/** Made when it is first needed: each takes the browser longer than everything else on this page together. */
function formatter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => {
    made ??= new Intl.DateTimeFormat(undefined, options)
    return made.format(at)
  }
}

const day = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
const shortDay = formatter({ day: 'numeric', month: 'short' })
const clock = formatter({ hour: '2-digit', minute: '2-digit' })
const whole = formatter({ dateStyle: 'medium', timeStyle: 'short' })

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** For a list: the time of today, else the day. */
export function shortTime(iso: string): string {
  const at = new Date(iso)
  return isSameDay(at, new Date()) ? clock(at) : shortDay(at)
}

export const clockTime = (iso: string): string => clock(new Date(iso))
export const wholeTime = (iso: string): string => whole(new Date(iso))

export function dayName(iso: string): string {
  const at = new Date(iso)
  const today = new Date()
  if (isSameDay(at, today)) return 'Today'
  today.setDate(today.getDate() - 1)
  return isSameDay(at, today) ? 'Yesterday' : day(at)
}

export const startsNewDay = (iso: string, previousIso: string | undefined): boolean =>
  previousIso === undefined || !isSameDay(new Date(iso), new Date(previousIso))

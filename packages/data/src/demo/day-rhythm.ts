const dayMs = 86_400_000

/** How much is written in each hour of a day, of UTC: quiet nights, a lunch break, a busy evening. */
const weights = [2, 1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 13, 10, 12, 13, 13, 12, 12, 13, 14, 13, 10, 6, 3]
const total = weights.reduce((sum, weight) => sum + weight, 0)
const before = weights.map((_, hour) => weights.slice(0, hour).reduce((sum, weight) => sum + weight, 0) / total)

/**
 * The time that lies so many days before `now`, where a day's worth passes quickly at noon and slowly at night. Later
 * stays later, so whoever spreads events evenly over days gets them in the rhythm of people.
 */
export function daysBefore(now: number, days: number): number {
  const at = busyDays(now) - days
  const day = Math.floor(at)
  const share = at - day
  const hour = before.findLastIndex((sum) => sum <= share)
  const within = ((share - (before[hour] ?? 0)) * total) / (weights[hour] ?? 1)
  return Math.round(day * dayMs + (hour + within) * (dayMs / 24))
}

function busyDays(time: number): number {
  const day = Math.floor(time / dayMs)
  const hours = ((time - day * dayMs) / dayMs) * 24
  const hour = Math.floor(hours)
  return day + (before[hour] ?? 0) + ((hours - hour) * (weights[hour] ?? 0)) / total
}

/** The day of an instant by the network's clock, YYYY-MM-DD; today's: after 21:00 UTC it is tomorrow there, perhaps of another month. */
export const businessDay = (at = new Date()): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow' }).format(at)

/** This year by the network's clock. */
export const businessYear = (): number => Number(businessDay().slice(0, 4))

/** A day of this month or of one before, by the network's clock. */
export function dayOfMonth(monthsAgo: number, day: number): string {
  const [year, month] = businessDay().split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 - monthsAgo, day)).toISOString().slice(0, 10)
}

/** How many days a month (1 to 12) has. */
export const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A day of the month that may be beyond its end, as YYYY-MM-DD of the last day there is. */
export function dayIn(year: number, month: number, date: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${year}-${two(month)}-${two(Math.min(date, daysOf(year, month)))}`
}

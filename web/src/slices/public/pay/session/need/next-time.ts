/** The next instant at which a clock of this device shows HH:MM; null: it is no time of day. */
export function nextTime(clock: string, now: number): Date | null {
  const parts = /^(\d\d):(\d\d)$/.exec(clock)
  if (!parts) return null
  const at = new Date(now)
  at.setHours(Number(parts[1]), Number(parts[2]), 0, 0)
  if (at.getTime() <= now) at.setDate(at.getDate() + 1)
  return at
}

/** HH:MM of an instant by the clock of this device. */
export function clockOf(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Where a station's time comes from: every timestamp in its messages and every watt-hour follow it. */
export interface Clock {
  now(): Date
  /** A test's clock may be moved; a scripted charge then moves it instead of dating itself back. */
  advance?(ms: number): void
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that starts at the real time and runs `scale` times as fast. */
export function scaledClock(scale: number): Clock {
  const startedAt = Date.now()
  return { now: () => new Date(startedAt + (Date.now() - startedAt) * scale) }
}

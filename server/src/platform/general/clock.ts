/** The only clock of the server: everything that needs the time is given one. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Clock } from '../../platform/general/clock.ts'
import type { Db } from '../../platform/schema/schema.ts'

/** Has no job begin by the clock: at the end of a minute, or in one of the night, it would do what a story does itself. */
export async function holdJobClock(db: Db): Promise<void> {
  await sql`update job_clock set at = now() + interval '1 day'`.execute(db)
}

/** A clock that a story can move; it runs on from where it was put. */
export class StoryClock implements Clock {
  private aheadMs = 0

  /** `moved` gets how far the clock is put forward each time. */
  constructor(private readonly moved: (ms: number) => void = () => {}) {}

  /** A clock that begins at the next noon in Moscow: a story of a few hours stays within one day of the network, whenever it runs. */
  static atNoon(moved?: (ms: number) => void): StoryClock {
    const clock = new StoryClock(moved)
    const sinceNoonMs = (clock.now().getTime() - 9 * HOUR_MS) % DAY_MS
    clock.forward(DAY_MS - sinceNoonMs)
    return clock
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs)
  }
  forward(ms: number): void {
    this.aheadMs += ms
    this.moved(ms)
  }
}

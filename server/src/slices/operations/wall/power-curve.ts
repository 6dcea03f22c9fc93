import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Db } from '../../../platform/schema/schema.ts'
import { listPower } from '../../charging/orders/measuring/power-store.ts'

const stretchMs = 5 * MINUTE_MS
const shownMs = 6 * HOUR_MS
/** meter values that arrive later than this are not counted */
const lateMs = 30 * MINUTE_MS
const everyMs = MINUTE_MS

const stretchOf = (at: Date): number => Math.floor(at.getTime() / stretchMs) * stretchMs

/** The network's mean power in each five minutes of the last six hours. Only the last half hour is read again from the database. */
export class PowerCurve {
  #powerByStretch = new Map<number, number>()
  #readAt: Date | null = null

  /** The stretches of five minutes that are over, each with its start; power in W. */
  async read(db: Db, now: Date): Promise<{ at: Date; powerW: number }[]> {
    const end = stretchOf(now)
    const first = end - shownMs
    if (this.#readAt === null || Math.abs(now.getTime() - this.#readAt.getTime()) >= everyMs) {
      const from = this.#readAt === null ? first : Math.max(first, stretchOf(this.#readAt) - lateMs)
      const found = await listPower(db, { from: new Date(from), to: new Date(end), stretchMs })
      const fresh = new Map(found.map(({ at, powerW }) => [at.getTime(), powerW]))
      for (let at = from; at < end; at += stretchMs) this.#powerByStretch.set(at, fresh.get(at) ?? 0)
      for (const at of this.#powerByStretch.keys())
        if (at < first || at >= end) this.#powerByStretch.delete(at)
      this.#readAt = now
    }
    return [...this.#powerByStretch]
      .sort(([a], [b]) => a - b)
      .map(([at, powerW]) => ({ at: new Date(at), powerW }))
  }
}

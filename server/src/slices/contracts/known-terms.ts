import { SECOND_MS } from '@stationmaster/units'
import type { Tx } from '../../platform/schema.ts'
import type { BankRate, Terms } from './rules.ts'
import { loadRates, loadSharing, type Sharing } from './terms-store.ts'

/** How old what is remembered may be; a change that is made here counts at once. */
const oldestMs = 10 * SECOND_MS
const rememberedMost = 50_000

/** By what the takings of locations are shared, remembered for some seconds: a stop asks for it, thousands of times a second. */
export class KnownTerms {
  private readonly byLocation = new Map<number, { sharing: Sharing; readAt: number }>()
  private rates: { list: BankRate[]; readAt: number } | null = null

  /** The terms of locations; what does not exist has none. */
  async load(tx: Tx, locationIds: readonly number[], now: Date): Promise<Map<number, Terms>> {
    const at = now.getTime()
    const isFresh = (known: { readAt: number } | null | undefined) =>
      known && Math.abs(at - known.readAt) <= oldestMs
    const missing = [...new Set(locationIds)].filter((id) => !isFresh(this.byLocation.get(id)))
    if (missing.length > 0 || !isFresh(this.rates)) {
      const [found, rates] = await Promise.all([loadSharing(tx, missing), loadRates(tx)])
      if (this.byLocation.size + missing.length > rememberedMost) this.byLocation.clear()
      for (const sharing of found) this.byLocation.set(sharing.locationId, { sharing, readAt: at })
      this.rates = { list: rates, readAt: at }
    }
    const rates = this.rates?.list ?? []
    return new Map(
      locationIds.map((id) => {
        const known = this.byLocation.get(id)?.sharing
        return [id, { ownerId: known?.ownerId ?? null, fees: known?.fees ?? [], rates }]
      }),
    )
  }

  /** Has everything read anew: it was changed. */
  forget(): void {
    this.byLocation.clear()
    this.rates = null
  }
}

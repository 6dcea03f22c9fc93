import { SECOND_MS } from '@stationmaster/units'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { Terms } from './rules.ts'
import { type LocationTerms, loadFees, loadOwners, loadRates } from './terms-store.ts'

/** How old what is remembered may be; a change that is made here counts at once. */
const oldestMs = 10 * SECOND_MS
const rememberedMost = 50_000

interface Read<T> {
  value: T
  readAt: number
}

type Agreed = Pick<Terms, 'fees' | 'rates'>

const unknown: LocationTerms = { ownerId: null, cashbackPercent: 0 }

async function loadAgreed(tx: Tx): Promise<Agreed> {
  const [fees, rates] = await Promise.all([loadFees(tx), loadRates(tx)])
  return { fees: groupBy(fees, ({ ownerId }) => ownerId), rates }
}

/** By what the takings of locations are shared, remembered for some seconds: stops ask for it, thousands of times a second. */
export class KnownTerms {
  private readonly owners = new Map<number, Read<LocationTerms>>()
  private agreed: Read<Agreed> | null = null

  /** The terms of locations, by location. */
  async load(tx: Tx, locationIds: readonly number[], now: Date): Promise<Map<number, Terms & LocationTerms>> {
    const readAt = now.getTime()
    const isFresh = (known: Read<unknown> | null | undefined) =>
      known && Math.abs(readAt - known.readAt) <= oldestMs
    // before it is looked at: what is found in it is answered from it below
    if (this.owners.size > rememberedMost) this.owners.clear()
    const missing = [...new Set(locationIds)].filter((id) => !isFresh(this.owners.get(id)))
    const known = this.agreed
    const [owners, agreed] = await Promise.all([
      loadOwners(tx, missing),
      known && isFresh(known) ? known.value : loadAgreed(tx),
    ])
    if (agreed !== known?.value) this.agreed = { value: agreed, readAt }
    for (const { id, ...value } of owners) this.owners.set(id, { value, readAt })
    return new Map(locationIds.map((id) => [id, { ...agreed, ...(this.owners.get(id)?.value ?? unknown) }]))
  }

  /** Forgets everything, so that it is read again after a change. */
  forget(): void {
    this.owners.clear()
    this.agreed = null
  }
}

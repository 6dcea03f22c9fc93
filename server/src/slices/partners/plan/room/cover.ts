import { DAY_MS, dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { sumCaptured } from '../../../money/ledger/hours-store.ts'
import { holdOwners } from '../../../places/locations/rows-store.ts'
import type { Cover } from '../../../stations/stations/lists/cover.ts'
import { countCovered } from '../../../stations/stations/lists/owned-store.ts'
import { insertTimeline, timelineEntry } from '../../../stations/timeline/store.ts'
import { lackingOf } from '../rules.ts'
import { listWithoutPlan, lockCoveredQuantities } from './cover-store.ts'

/** What plans let earn; where the network asks for none, everything. */
export const openCover = (asksForPlans: boolean, timeZone: string): Cover => ({
  lacking: async (tx: Tx, earners) => {
    if (!asksForPlans || earners.length === 0) return new Map()
    const owners = await holdOwners(tx, [...new Set(earners.map(({ locationId }) => locationId))])
    const candidates = earners.flatMap(({ id, locationId }) => {
      const ownerId = owners.get(locationId)
      return ownerId === undefined ? [] : [{ id, ownerId }]
    })
    const ownerIds = [...new Set(owners.values())].sort((a, b) => a - b)
    const quantities = await lockCoveredQuantities(tx, ownerIds)
    const covered = await countCovered(
      tx,
      ownerIds,
      candidates.map(({ id }) => id),
    )
    return lackingOf(candidates, quantities, covered)
  },
  captured: (db, stationIds, at) =>
    sumCaptured(db, stationIds, dayOf(new Date(at.getTime() - 30 * DAY_MS), timeZone)),
  record: (tx, all) =>
    insertTimeline(
      tx,
      all.map(({ stationId, to, cause, by, at }) =>
        timelineEntry(at, stationId, 'monetization', {
          word: to,
          data: { cause, ...(by === null ? {} : { by }) },
        }),
      ),
    ),
  withoutPlan: async (db, ownerIds) =>
    asksForPlans && ownerIds.length > 0 ? new Set(await listWithoutPlan(db, ownerIds)) : new Set(),
})

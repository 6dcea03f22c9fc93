import { listWaiting } from '../../places/locations/access/admission-store.ts'
import type { Cover, Lack } from '../../stations/stations/lists/cover.ts'

/** What may earn: first an owner is admitted, then what `plans` say counts. Who is admitted stays so, so nothing is held. */
export const admittedOnly = (plans: Cover): Cover => ({
  ...plans,
  lacking: async (tx, earners) => {
    const waiting = await listWaiting(tx, [...new Set(earners.map(({ locationId }) => locationId))])
    const lacking = new Map<string, Lack>()
    for (const { id, locationId } of earners) if (waiting.has(locationId)) lacking.set(id, 'admission')
    const others = earners.filter(({ id }) => !lacking.has(id))
    return new Map([...lacking, ...(await plans.lacking(tx, others))])
  },
})

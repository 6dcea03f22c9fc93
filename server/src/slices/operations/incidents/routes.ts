import { incidents } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { type Rest, route } from '../../../platform/http/http.ts'
import { acknowledge, assign, close, comment, getIncident, type IncidentParts } from './actions.ts'
import { countStates, listEntries, listMembers, listPeople, listShown, measureTimes } from './list-store.ts'
import { entryView, incidentView, memberView, timesView } from './view.ts'

/** What goes wrong in the network, and what people do about it. */
export function incidentRoutes(rest: Rest, parts: IncidentParts): void {
  const { db } = parts

  route(rest, incidents.list, async ({ caller, query }) => {
    const { location_id: locationId, limit, offset, ...filter } = query
    const { rows, total } = await listShown(db, caller, { ...filter, locationId }, { limit, offset })
    return { items: rows.map((one) => incidentView(caller, one)), total }
  })
  route(rest, incidents.counts, ({ caller, query: { location_id: locationId, ...filter } }) =>
    countStates(db, caller, { ...filter, locationId }),
  )
  route(rest, incidents.times, async ({ caller, query }) => {
    const { from, to, location_id: locationId } = query
    return timesView(await measureTimes(db, caller, { from: new Date(from), to: new Date(to), locationId }))
  })
  route(rest, incidents.get, async ({ caller, params }) =>
    incidentView(caller, await getIncident(db, caller, params.id)),
  )
  route(rest, incidents.members, async ({ caller, params, query }) => {
    await getIncident(db, caller, params.id)
    const { rows, total } = await listMembers(db, caller, params.id, query)
    return { items: rows.map(memberView), total }
  })
  route(rest, incidents.timeline, async ({ caller, params, query }) => {
    const { id, whole } = await getIncident(db, caller, params.id)
    const { rows, total } = await listEntries(db, caller, { id, whole }, query)
    return { items: rows.map(entryView), total }
  })
  route(rest, incidents.people, async ({ caller, params }) => {
    await getIncident(db, caller, params.id)
    const people = await listPeople(db, params.id)
    return caller.role === 'administrator' ? people : people.filter(({ id }) => id === caller.id)
  })
  route(rest, incidents.acknowledge, async ({ caller, remoteAddress, params }) =>
    incidentView(caller, await acknowledge(parts, { caller, remoteAddress, id: params.id })),
  )
  route(rest, incidents.assign, async ({ caller, remoteAddress, params, body }) =>
    incidentView(caller, await assign(parts, { caller, remoteAddress, id: params.id }, body.manager_id)),
  )
  route(rest, incidents.comment, async ({ caller, remoteAddress, params, body }) => {
    const { id, whole } = await comment(parts, { caller, remoteAddress, id: params.id }, body.text)
    const { rows } = await listEntries(db, caller, { id, whole }, { limit: 1, offset: 0 })
    return entryView(first(rows))
  })
  route(rest, incidents.close, async ({ caller, remoteAddress, params, body }) =>
    incidentView(caller, await close(parts, { caller, remoteAddress, id: params.id }, body.note)),
  )
}

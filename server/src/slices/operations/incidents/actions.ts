import type { IncidentAct, IncidentEntryKind } from '@stationmaster/contract'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { updateAcknowledged, updateAssignee, updateClosedBy } from './act-store.ts'
import type { IncidentBook } from './book.ts'
import { findShown, type ListedIncident, listPeople } from './list-store.ts'
import { lockIncident } from './store.ts'
import { actsOf } from './view.ts'

export interface IncidentParts {
  db: Db
  clock: Clock
  live: LiveBus
  book: IncidentBook
}

/** Who does something with which incident. */
export interface Act {
  caller: Caller
  remoteAddress?: string | undefined
  id: number
}

/** An incident that the caller may see. Throws incident.not_found. */
export async function getIncident(db: Db, caller: Caller, id: number): Promise<ListedIncident> {
  const found = await findShown(db, caller, id)
  if (!found) throw new Failure('incident.not_found')
  return found
}

/** What an act writes: into the incident itself, its timeline and the audit log. */
interface Done {
  kind: IncidentEntryKind
  text?: string | null
  data?: Record<string, unknown>
  before?: object
  after: object
}

/** Lets a person do something with an incident. Throws incident.not_found, incident.not_alone, incident.closed. */
async function act(
  { db, clock, live, book }: IncidentParts,
  { caller, remoteAddress, id }: Act,
  name: IncidentAct,
  change: (tx: Tx, incident: ListedIncident, now: Date) => Promise<Done | null>,
): Promise<ListedIncident> {
  const changed = await inTransaction(db, async (tx) => {
    await lockIncident(tx, id)
    const incident = await getIncident(tx, caller, id)
    if (name !== 'comment' && !incident.whole) throw new Failure('incident.not_alone')
    if (name !== 'comment' && incident.state === 'closed') throw new Failure('incident.closed')
    const now = clock.now()
    // what is done already is not done again
    const done = actsOf(caller, incident).includes(name) ? await change(tx, incident, now) : null
    if (!done) return incident
    const { kind, text = null, data = {}, before, after } = done
    await book.write(tx, [
      { incidentId: id, at: now, kind, byKind: 'person', managerId: caller.id, stationId: null, text, data },
    ])
    await audit(tx, {
      caller,
      action: `incident.${name}`,
      subjectType: 'incident',
      subjectId: id,
      ...(before ? { before } : {}),
      after,
      at: now,
      remoteAddress: remoteAddress ?? null,
    })
    return getIncident(tx, caller, id)
  })
  live.publish({ topic: 'incident', id, locationId: changed.locationId ?? 0 })
  return changed
}

export const acknowledge = (parts: IncidentParts, by: Act): Promise<ListedIncident> =>
  act(parts, by, 'acknowledge', async (tx, { state }, now) => {
    await updateAcknowledged(tx, by.id, by.caller.id, now)
    return { kind: 'acknowledged', before: { state }, after: { state: 'acknowledged' } }
  })

/** Gives an incident to somebody who sees all of it, or to nobody. Throws incident.assignee. */
export const assign = (parts: IncidentParts, by: Act, assigneeId: number | null): Promise<ListedIncident> =>
  act(parts, by, 'assign', async (tx, { assigneeId: before }, now) => {
    if (before === assigneeId) return null
    const person =
      assigneeId === null ? null : (await listPeople(tx, by.id)).find(({ id }) => id === assigneeId)
    if (person === undefined && assigneeId !== by.caller.id) throw new Failure('incident.assignee')
    await updateAssignee(tx, by.id, assigneeId, now)
    return {
      kind: 'assigned',
      data: { name: person?.name ?? null, manager_id: assigneeId },
      before: { assigneeId: before },
      after: { assigneeId },
    }
  })

export const comment = (parts: IncidentParts, by: Act, text: string): Promise<ListedIncident> =>
  act(parts, by, 'comment', async () => ({ kind: 'comment', text, after: { text } }))

/** Closes an incident. What still goes wrong stays with it. */
export const close = (parts: IncidentParts, by: Act, note: string): Promise<ListedIncident> =>
  act(parts, by, 'close', async (tx, { state, stations, lostMinor }, now) => {
    await updateClosedBy(tx, by.id, by.caller.id, now)
    return {
      kind: 'closed',
      text: note === '' ? null : note,
      data: { stations, lost_minor: lostMinor },
      before: { state },
      after: { state: 'closed', note },
    }
  })

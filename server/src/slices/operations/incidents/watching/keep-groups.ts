import type { IncidentKind } from '@stationmaster/contract'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Group } from '../grouping.ts'
import { comesBackMs, placeGroups } from '../rules.ts'
import { type Fresh, stopsEarning } from '../sources/fresh.ts'
import { type Incident, listIncidents, type NewEntry } from '../store.ts'
import { insertIncidents, updateMerged, updateRegrouped } from './change-store.ts'
import { entryOf } from './entries.ts'
import { type Held, insertMembers, listEmptied, moveMembers } from './member-store.ts'

interface Kept {
  kind: IncidentKind
  groups: readonly Group[]
  fresh: readonly Fresh[]
  held: readonly Held[]
  now: Date
}

/**
 * Writes groups of troubles: as new incidents, into those that they belong to, and those together that turn out to be one. Answers what
 * timelines say of it.
 */
export async function keepGroups(tx: Tx, { kind, groups, fresh, held, now }: Kept): Promise<NewEntry[]> {
  const keys = groups.map(({ key }) => key)
  const known = await listIncidents(tx, { keys, closedAfter: new Date(now.getTime() - comesBackMs) })
  const incidents = new Map(known.map((one) => [one.id, one]))
  const holders = new Map(held.map(({ subject, incidentId }) => [subject, incidentId]))
  const { placed, merged } = placeGroups(
    groups,
    known.filter((one) => one.kind === kind),
    holders,
  )
  const made = await insertIncidents(
    tx,
    placed.flatMap(({ group, incident }) => (incident ? [] : [{ kind, ...partsOf(group) }])),
    now,
  )
  const idOf = (key: string): number =>
    made.get(key) ?? placed.find(({ group }) => group.key === key)?.incident?.id ?? 0
  // an incident that loses its key to another one gives it up first
  const intoOf = merged.map(({ from, into }) => ({ id: from.id, into: idOf(into.key) }))
  for (const { group } of placed) await moveMembers(tx, kind, idOf(group.key), group.subjects)
  const emptied = new Set(
    await listEmptied(
      tx,
      intoOf.map(({ id }) => id),
    ),
  )
  const gone = intoOf.filter(({ id }) => emptied.has(id))
  await updateMerged(tx, gone, now)
  const freshOf = new Map(fresh.map((one) => [one.subject, one]))
  const placings = placed.flatMap(({ group }) =>
    group.subjects.flatMap((subject) => {
      const one = freshOf.get(subject)
      return one ? [{ ...one, incidentId: idOf(group.key), stops: stopsEarning.includes(kind) }] : []
    }),
  )
  await insertMembers(tx, kind, placings, now)
  const grown = placed.flatMap(({ group, incident }) => {
    const before = incident && incidents.get(incident.id)
    const added = group.subjects.filter(
      (subject) => freshOf.has(subject) || holders.get(subject) !== before?.id,
    )
    return before && added.length > 0 ? [{ group, before, added: added.length }] : []
  })
  await updateRegrouped(
    tx,
    grown.map(({ group, before }) => ({
      id: before.id,
      isBack: before.state === 'closed',
      ...partsOf(group),
    })),
    now,
  )
  return [
    ...placed.flatMap(({ group, incident }) => (incident ? [] : [openedEntry(idOf(group.key), group, now)])),
    ...grown.flatMap(({ group, before, added }) => grownEntries(before, group, { added, now })),
    ...gone.map(({ id, into }) => entryOf(id, 'merged', now, { into })),
  ]
}

const partsOf = ({ key, cause, value, evidence, locationId, since }: Group) => ({
  key,
  cause,
  value,
  locationId,
  since,
  evidence: JSON.stringify(evidence),
})

const openedEntry = (id: number, { cause, value, evidence, subjects }: Group, now: Date): NewEntry =>
  entryOf(id, 'opened', now, { cause, value, count: subjects.length, ...evidence })

function grownEntries(
  before: Incident,
  group: Group,
  { added, now }: { added: number; now: Date },
): NewEntry[] {
  const { id, state, cause, causeValue } = before
  const isOther = cause !== group.cause || causeValue !== group.value
  return [
    entryOf(id, state === 'closed' ? 'reopened' : 'grew', now, { added, count: group.subjects.length }),
    ...(isOther
      ? [entryOf(id, 'cause', now, { cause: group.cause, value: group.value, ...group.evidence })]
      : []),
  ]
}

import { expect, test } from 'vitest'
import type { Caller } from '../../../platform/http/caller.ts'
import type { ListedIncident, Quickness } from './list-store.ts'
import { actsOf, entryView, incidentView, memberView, timesView } from './view.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute))
const iso = (minute: number) => at(minute).toISOString()
const caller = (role: string) => ({ id: 1, role }) as Caller

const incident: ListedIncident = {
  id: 7,
  kind: 'silence',
  state: 'open',
  severity: 'major',
  cause: 'location',
  causeValue: '3',
  evidence: { affected: 4 },
  locationId: 3,
  locationName: 'Harbour',
  whole: true,
  openedAt: at(0),
  noticedAt: at(1),
  acknowledgedAt: at(2),
  acknowledgedBy: 'Ada',
  assigneeId: 9,
  assignee: 'Bob',
  calmSince: at(3),
  closedAt: at(4),
  closedBy: 'Cy',
  reopened: 1,
  duplicates: 2,
  mergedInto: 8,
  locations: 1,
  stations: 5,
  stationsNow: 4,
  sessions: 6,
  lostMinor: 12_300,
}

test('an incident is shown with its times, people and numbers', () => {
  expect(incidentView(caller('administrator'), incident)).toEqual({
    id: 7,
    kind: 'silence',
    state: 'open',
    severity: 'major',
    cause: 'location',
    cause_value: '3',
    evidence: { affected: 4 },
    location: { id: 3, name: 'Harbour' },
    locations: 1,
    whole: true,
    opened_at: iso(0),
    noticed_at: iso(1),
    acknowledged_at: iso(2),
    acknowledged_by: 'Ada',
    assignee: { id: 9, name: 'Bob' },
    calm_since: iso(3),
    closed_at: iso(4),
    closed_by: 'Cy',
    reopened: 1,
    duplicates: 2,
    merged_into: 8,
    stations: 5,
    stations_now: 4,
    sessions: 6,
    lost: 12_300,
    can: ['acknowledge', 'assign', 'comment', 'close'],
  })
})

test('who sees a part of it sees neither its numbers nor what it went into', () => {
  const part = incidentView(caller('manager'), { ...incident, whole: false })
  expect(part).toMatchObject({ evidence: null, merged_into: null, whole: false, can: ['comment'] })
})

test('what nobody has, and a location that is hidden or gone, is null', () => {
  const view = (changes: Partial<ListedIncident>) =>
    incidentView(caller('operator'), { ...incident, ...changes })
  expect(view({ acknowledgedAt: null, calmSince: null, closedAt: null, assigneeId: null })).toMatchObject({
    acknowledged_at: null,
    calm_since: null,
    closed_at: null,
    assignee: null,
  })
  expect(view({ locationId: null }).location).toBeNull()
  expect(view({ locationName: null }).location).toBeNull()
  expect(view({ assignee: null }).assignee).toEqual({ id: 9, name: '' })
})

test.each([
  ['administrator', 'open', true, ['acknowledge', 'assign', 'comment', 'close']],
  ['administrator', 'acknowledged', true, ['assign', 'comment', 'close']],
  ['administrator', 'closed', true, ['comment']],
  ['administrator', 'open', false, ['comment']],
  ['operator', 'open', true, ['acknowledge', 'comment']],
  ['operator', 'acknowledged', true, ['comment']],
  ['accounter', 'open', true, []],
] as const)('%s may do with what is %s, seen whole: %s', (role, state, whole, acts) => {
  expect(actsOf(caller(role), { state, whole })).toEqual(acts)
})

test('a member is shown with since when and until when it went wrong', () => {
  const member = {
    subject: 'station:S1',
    stationId: 'S1',
    stationNumber: 11,
    locationId: 3,
    locationName: 'Harbour',
    orderId: 5,
    connector: 2,
    word: 'GroundFailure',
    since: at(0),
    until: null,
    times: 3,
  }
  const shown = {
    subject: 'station:S1',
    station_id: 'S1',
    station_number: 11,
    location_id: 3,
    location_name: 'Harbour',
    order_id: 5,
    connector: 2,
    word: 'GroundFailure',
    since: iso(0),
    until: null,
    times: 3,
  }
  expect(memberView(member)).toEqual(shown)
  expect(memberView({ ...member, until: at(9) })).toEqual({ ...shown, until: iso(9) })
})

test('an entry of the timeline is shown as it was written', () => {
  const entry = {
    id: 1,
    kind: 'comment',
    by: 'person',
    person: 'Ada',
    text: 'On it',
    data: { n: 1 },
  } as const
  expect(entryView({ ...entry, at: at(5), stationId: 'S1' })).toEqual({
    ...entry,
    at: iso(5),
    station_id: 'S1',
  })
})

const quick = (of: Partial<Quickness>): Quickness => ({
  kind: null,
  severity: null,
  opened: 4,
  acknowledged: 3,
  closed: 2,
  toAcknowledge: [90.4, 600.5],
  toRepair: [-3, null],
  lostMinor: 50,
  ...of,
})
const shown = {
  opened: 4,
  acknowledged: 3,
  closed: 2,
  median_to_acknowledge: 90,
  p90_to_acknowledge: 601,
  // a clock that was set back makes no time that is less than none
  median_to_repair: 0,
  p90_to_repair: null,
  lost: 50,
}

test('times are shown in whole seconds: of all, by kind, and by severity from the worst', () => {
  const rows = [
    quick({ severity: 'minor', opened: 1 }),
    quick({ kind: 'fault', opened: 2 }),
    quick({}),
    quick({ severity: 'critical', opened: 3 }),
  ]
  const view = timesView(rows)
  expect(view).toMatchObject(shown)
  expect(view.kinds).toEqual([{ kind: 'fault', ...shown, opened: 2 }])
  expect(view.severities.map(({ severity }) => severity).toSorted()).toEqual(['critical', 'minor'])
  expect(view.severities[0]).toMatchObject({ ...shown, opened: 1 })
})

test('where there were no incidents nothing took any time', () => {
  expect(timesView([])).toEqual({
    opened: 0,
    acknowledged: 0,
    closed: 0,
    median_to_acknowledge: null,
    p90_to_acknowledge: null,
    median_to_repair: null,
    p90_to_repair: null,
    lost: 0,
    kinds: [],
    severities: [],
  })
  expect(timesView([quick({ toAcknowledge: null, toRepair: null })])).toMatchObject({
    median_to_acknowledge: null,
    median_to_repair: null,
    p90_to_repair: null,
  })
})

import type {
  ErrorAnswer,
  IncidentCounts,
  IncidentEntry,
  IncidentTimes,
  IncidentView,
} from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { IncidentBook, type IncidentChange } from '../../../slices/operations/incidents/book.ts'
import { findIncident, listIncidentStations } from '../../../slices/operations/incidents/store.ts'
import { elsewhere, here, IncidentNetwork } from './incident-network.ts'

describe.each(openTestDatabases())('people and incidents ($name)', ({ open }) => {
  let net: IncidentNetwork
  beforeAll(async () => {
    net = await IncidentNetwork.open(await open())
  })
  afterAll(() => net.office.close())
  beforeEach(() => net.forget())

  test('people acknowledge, assign, comment and close, each with a line in the timeline and in the audit log', async () => {
    await net.lose(['H1'])
    await net.pass(4)
    const [one] = await net.listed('manager')
    const path = `incidents/${one!.id}`
    net.office.clock.forward(MINUTE_MS)
    expect((await net.office.call<IncidentView>('operator', 'POST', `${path}/acknowledge`)).status).toBe(200)
    const { body: assigned } = await net.office.call<IncidentView>('manager', 'POST', `${path}/assign`, {
      manager_id: net.owner,
    })
    expect(assigned).toMatchObject({
      state: 'acknowledged',
      assignee: { id: net.owner },
      can: ['assign', 'comment', 'close'],
    })
    expect(
      (await net.office.call<ErrorAnswer>('manager', 'POST', `${path}/comments`, { text: ' ' })).status,
    ).toBe(400)
    const { body: said } = await net.office.call<IncidentEntry>('manager', 'POST', `${path}/comments`, {
      text: 'The fuse is gone.',
    })
    expect(said).toMatchObject({ kind: 'comment', by: 'person', text: 'The fuse is gone.' })
    const { body: people } = await net.office.call<{ id: number }[]>('administrator', 'GET', `${path}/people`)
    expect(people.map(({ id }) => id)).toContain(net.owner)
    const stranger = await net.office.idOf('accounter')
    const { status } = await net.office.call('manager', 'POST', `${path}/assign`, { manager_id: stranger })
    expect(status).toBe(404)
    expect(
      (
        await net.office.call<ErrorAnswer>('administrator', 'POST', `${path}/assign`, {
          manager_id: stranger,
        })
      ).body.code,
    ).toBe('incident.assignee')
    await net.office.call('manager', 'POST', `${path}/close`, { note: 'Renewed.' })
    expect((await net.office.call<ErrorAnswer>('manager', 'POST', `${path}/close`, {})).body.code).toBe(
      'incident.closed',
    )
    expect(await net.kinds(one!.id)).toEqual(['opened', 'acknowledged', 'assigned', 'comment', 'closed'])
    // it is still away: that opens none until it has been back
    await net.leap(10)
    expect(await net.listed()).toMatchObject([{ id: one!.id, state: 'closed' }])
    await net.back(['H1'])
    await net.pass(1)
    await net.lose(['H1'])
    await net.pass(4)
    expect(await net.listed()).toMatchObject([{ id: one!.id, state: 'open', reopened: 1 }])
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where subject_type = 'incident' order by id`.execute(
      net.office.database.db,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'incident.acknowledge',
      'incident.assign',
      'incident.comment',
      'incident.close',
    ])
    const { body: times } = await net.office.call<IncidentTimes>(
      'administrator',
      'GET',
      `incidents/times?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`,
    )
    const own = { opened: 1, acknowledged: 1, median_to_acknowledge: 120, p90_to_acknowledge: 120 }
    expect(times).toMatchObject({
      ...own,
      kinds: [{ kind: 'silence', ...own }],
      severities: [{ severity: 'minor', ...own }],
    })
    await net.back(['H1'])
  })

  const counted = async (who: 'administrator' | 'manager', query = '') =>
    (await net.office.call<IncidentCounts>(who, 'GET', `incidents/counts${query}`)).body

  test('a manager sees of one that touches others only what is theirs, and closes none of it', async () => {
    await net.lose([...here.slice(0, 38), ...elsewhere.slice(0, 38)])
    await net.pass(4)
    const [whole] = await net.listed()
    expect(whole).toMatchObject({ cause: 'whole', stations: 76, locations: 16 })
    const [part] = await net.listed('manager')
    expect(part).toMatchObject({
      id: whole!.id,
      whole: false,
      stations: 38,
      stations_now: 38,
      locations: 8,
      evidence: null,
      can: ['comment'],
    })
    expect(await counted('manager')).toMatchObject({ open: 1, critical: 1 })
    expect(await counted('manager', `?location_id=${net.places[12]}`)).toMatchObject({ open: 0, critical: 0 })
    const path = `incidents/${whole!.id}`
    const { headers } = await net.office.call('manager', 'GET', `${path}/members`)
    expect(headers['x-total-count']).toBe('38')
    expect((await net.office.call<ErrorAnswer>('manager', 'POST', `${path}/close`, {})).body.code).toBe(
      'incident.not_alone',
    )
    await net.office.call('administrator', 'POST', `${path}/comments`, { text: 'Place 12 burns.' })
    await net.office.call('manager', 'POST', `${path}/comments`, { text: 'Mine are dark.' })
    expect((await net.timeline(whole!.id)).map(({ text }) => text)).toContain('Place 12 burns.')
    const mine = await net.timeline(whole!.id, 'manager')
    expect(mine.map(({ text }) => text).filter(Boolean)).toEqual(['Mine are dark.'])
    expect(mine.every(({ by, data }) => by !== 'network' || Object.keys(data).length === 0)).toBe(true)
    await net.back([...here, ...elsewhere])
    await net.lose(['E20'])
    await net.leap(1)
    await net.leap(9)
    expect(await net.listed('manager', '&state=open')).toEqual([])
    expect(await counted('manager')).toMatchObject({ open: 0, critical: 0 })
    const all = await counted('administrator')
    for (const state of ['open', 'acknowledged', 'closed'] as const)
      expect(await net.listed('administrator', `&state=${state}`), state).toHaveLength(all[state])
    expect(all.open).toBe(1)
    expect(await counted('administrator', '?search=E20')).toMatchObject({ open: 1 })
    expect(await counted('administrator', '?kind=fault')).toMatchObject({ open: 0 })
    expect((await net.office.call('manager', 'GET', `incidents?location_id=${net.places[12]}`)).body).toEqual(
      [],
    )
    expect(await net.listed('manager', '&search=E20')).toEqual([])
    await net.back(['E20'])
  })

  test('who listens hears in the transaction of the change, once for a storm', async () => {
    const heard: IncidentChange[][] = []
    const { db } = net.office.database
    const book = new IncidentBook([async (_tx, changes) => void heard.push([...changes])])
    await net.lose(here)
    net.office.clock.forward(4 * MINUTE_MS)
    await net.look()
    const [one] = await net.listed()
    expect(await findIncident(db, one!.id)).toMatchObject({ kind: 'silence', state: 'open', stationsNow: 40 })
    expect(await listIncidentStations(db, one!.id)).toHaveLength(40)
    const entry = {
      incidentId: one!.id,
      at: net.office.clock.now(),
      managerId: null,
      stationId: 'H1',
      text: null,
      data: {},
    }
    await db
      .transaction()
      .execute((tx) => book.write(tx, [{ ...entry, kind: 'repair_done', byKind: 'repair' }]))
    expect(heard).toMatchObject([[{ incidentId: one!.id, kind: 'repair_done' }]])
    expect((await net.timeline(one!.id))[0]).toMatchObject({
      by: 'repair',
      station_id: 'H1',
      id: heard[0]![0]!.entryId,
    })
    await net.back(here)
  })
})

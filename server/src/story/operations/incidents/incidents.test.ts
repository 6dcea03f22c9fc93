import type { IncidentMember } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { elsewhere, here, IncidentNetwork } from './incident-network.ts'

describe.each(openTestDatabases())('incidents ($name)', ({ open }) => {
  let net: IncidentNetwork
  beforeAll(async () => {
    net = await IncidentNetwork.open(await open())
  })
  afterAll(() => net.office.close())
  beforeEach(() => net.forget())

  test('forty stations that fall silent behind one modem network are one, which closes itself', async () => {
    await net.lose(here.slice(0, 39), 90)
    await net.lose(elsewhere.slice(0, 1))
    await net.pass(2)
    expect(await net.listed()).toEqual([])
    await net.pass(4)
    const all = await net.listed()
    expect(all).toHaveLength(2)
    const network = all.find(({ cause }) => cause === 'network')!
    expect(network).toMatchObject({
      kind: 'silence',
      state: 'open',
      severity: 'critical',
      cause_value: '10.20.0.0/16',
      evidence: { affected: 39, population: 40, others_affected: 1, others: 40 },
      stations: 39,
      stations_now: 39,
      locations: 8,
      location: null,
      whole: true,
      can: ['acknowledge', 'assign', 'comment', 'close'],
    })
    // each takes 10.00 and has one session on a usual day: 39 stations for about six minutes
    expect(network.lost).toBeGreaterThan(39 * 1000 * (3 / 1440))
    expect(network.lost).toBeLessThan(39 * 1000 * (7 / 1440))
    await net.leap(40)
    await net.back(here)
    await net.pass(4)
    expect(await net.listed('administrator', '&state=open')).toHaveLength(2)
    await net.pass(3)
    const [closed] = await net.listed('administrator', '&state=closed')
    expect(closed).toMatchObject({
      id: network.id,
      closed_by: null,
      stations: 39,
      stations_now: 0,
      can: ['comment'],
    })
    expect(await net.kinds(network.id)).toEqual(['opened', 'calm', 'closed'])
    await net.back(elsewhere)
  })

  test('what belongs to one that is there comes to it, and small ones become one', async () => {
    await net.lose(here.slice(0, 5))
    await net.pass(4)
    expect(await net.listed()).toMatchObject([
      { cause: 'location', location: { id: net.places[0], name: 'Place 0' }, stations: 5 },
    ])
    await net.lose(here.slice(5, 40))
    await net.pass(4)
    const [one, ...others] = await net.listed()
    expect(others).toEqual([])
    expect(one).toMatchObject({ cause: 'network', stations: 40 })
    const { body: members, headers } = await net.office.call<IncidentMember[]>(
      'administrator',
      'GET',
      `incidents/${one!.id}/members?limit=5`,
    )
    expect(headers['x-total-count']).toBe('40')
    expect(members[0]).toMatchObject({ station_id: 'H0', location_name: 'Place 0', until: null, times: 1 })
    await net.back(here)
  })

  test('a station that restarts is none, and one that keeps going away is one that stays open', async () => {
    await net.lose(['E1'])
    await net.pass(2)
    await net.back(['E1'])
    await net.pass(3)
    expect(await net.listed()).toEqual([])
    for (let time = 0; time < 4; time += 1) {
      await net.lose(['E1'])
      await net.pass(4)
      await net.back(['E1'])
      await net.pass(time === 0 ? 6 : 4)
    }
    const [flapping, ...others] = await net.listed()
    expect(others).toEqual([])
    expect(flapping).toMatchObject({ state: 'open', reopened: 1, duplicates: 3 })
    await net.leap(11)
    expect(await net.listed()).toMatchObject([{ id: flapping!.id, state: 'closed' }])
  })

  test('what maintenance explains is quiet, and ends what was there', async () => {
    const at = net.office.clock.now()
    const later = new Date(at.getTime() + DAY_MS)
    const plan = (id: string) =>
      sql`insert into maintenances (station_id, starts_at, ends_at, note, takes_out, state, created_by, created_at)
        values (${id}, ${at}, ${later}, '', false, 'running', ${net.owner}, ${at})`.execute(
        net.office.database.db,
      )
    await plan('E2')
    await net.lose(['E2', 'E9'])
    await net.pass(4)
    expect(await net.listed()).toMatchObject([{ location: { name: 'Place 9' }, stations_now: 1 }])
    await plan('E9')
    await net.pass(1)
    expect(await net.listed()).toMatchObject([{ stations_now: 0 }])
    await sql`delete from maintenances`.execute(net.office.database.db)
    await net.back(['E2', 'E9'])
  })

  test('a fault is one incident with its code, and a silent station has none beside its silence', async () => {
    await sql`update connectors set ocpp_status = 'Faulted', error_code = 'GroundFailure', status_updated_at = ${net.office.clock.now()}
      where station_id in ('E3', 'E13')`.execute(net.office.database.db)
    await net.lose(['E3'])
    await net.pass(5)
    const all = await net.listed()
    expect(all.map(({ kind, cause }) => [kind, cause]).sort()).toEqual([
      ['fault', 'station'],
      ['silence', 'station'],
    ])
    await sql`update connectors set ocpp_status = 'Available', error_code = null`.execute(
      net.office.database.db,
    )
    await net.back(['E3'])
    await net.leap(1)
    await net.leap(6)
    expect(await net.listed('administrator', '&state=open,acknowledged')).toEqual([])
  })

  test('sessions, handshakes, payments, receipts, books, energy, roll-outs and certificates', async () => {
    const { db } = net.office.database
    const at = net.office.clock.now()
    const [session] = (
      await sql<{ id: number }>`
      insert into orders (status, source, location_id, station_id, connector_id, created_at, outcome)
      select 'canceled', 'rfid', s.location_id, s.id, c.id, ${at}::timestamptz - make_interval(mins => n), 'start'
      from stations s join connectors c on c.station_id = s.id cross join generate_series(1, 3) n where s.id = 'E4'
      returning id`.execute(db)
    ).rows
    await sql`insert into refused_handshakes (station_id, reason, remote_address, attempts, first_at, last_at)
      values ('E5', 'wrong_password', '192.0.2.7', 5, ${at}, ${at})`.execute(db)
    await net.lose(['E5'])
    await sql`insert into payments (order_id, purpose, method_type, status, debt_minor, location_id, business_day, created_at, updated_at)
      values (${session!.id}, 'charging', 'card', 'created', 4200, ${net.places[8]}, '2026-03-10', ${at}, ${at})`.execute(
      db,
    )
    await sql`insert into fiscal_receipts (order_id, purpose, number, kind, settlement, amount_minor, business_day, till, state, created_at)
      values (${session!.id}, 'charging', 1, 'income', 'payment', 4200, '2026-03-10', 'sandbox', 'refused', ${at})`.execute(
      db,
    )
    await sql`insert into ledger_checks (checked_at, differences) values (${at}, '[{"kind":"day"}]')`.execute(
      db,
    )
    await sql`insert into payment_differences (provider, day, kind, found_at) values ('stripe', '2026-03-10', 'stuck', ${at})`.execute(
      db,
    )
    await sql`insert into station_events (at, station_id, kind, word) values (${at}, 'E6', 'energy', 'disobeys')`.execute(
      db,
    )
    await sql`insert into energy_sites (location_id, enabled, body, saved_at, saved_by) values (${net.places[15]}, true,
      ${JSON.stringify({ circuits: [{ id: 'grid', name: 'Grid' }], outlets: [{ station_id: 'E6', circuit: 'grid' }] })}, ${at}, ${net.owner})`.execute(
      db,
    )
    for (const minutes of [0, 1, 2])
      await sql`insert into energy_samples (location_id, at, limit_ma, flow_ma, others_ma, granted_ma, cars, waiting, short_wh)
        values (${net.places[15]}, ${at}::timestamptz - make_interval(mins => ${minutes}::int), '{63000,63000,63000}', '{50000,0,0}',
          '{20000,0,0}', '{0,0,0}', 1, 0, 0)`.execute(db)
    await sql`insert into station_certificates (station_id, serial, issued_at, not_after)
      values ('E7', '01', ${at}, ${at}::timestamptz + interval '5 days')`.execute(db)
    await sql`with file as (
        insert into firmware_files (vendor_name, model, version, file_name, name, size, sha256, created_at, created_by)
        values ('Voltwerk', 'V1', '2.0', 'f', 'f', 1, 'x', ${at}, ${net.owner}) returning id)
      insert into firmware_rollouts (file_id, reach, total, wave_size, failures_most, status, paused_by, starts_at, created_at,
        commanded_by, paused_at)
      select id, 1, 1, 1, 1, 'paused', 'failures', ${at}, ${at}, ${net.owner}, ${at} from file`.execute(db)
    net.office.clock.forward(MINUTE_MS)
    await net.look()
    const found = (await net.listed())
      .map(({ kind, cause, severity }) => `${kind} ${cause} ${severity}`)
      .sort()
    expect(found).toEqual([
      'books none major',
      'certificates station info',
      'energy location minor',
      'energy station minor',
      'firmware firmware minor',
      'handshakes station minor',
      'payments location minor',
      'receipts location minor',
      'sessions station minor',
    ])
    const [payments] = await net.listed('administrator', '&kind=payments')
    expect(payments).toMatchObject({ lost: 4200, sessions: 1, location: { name: 'Place 8' } })
    expect(await net.listed('administrator', '&severity=major&search=books')).toHaveLength(1)

    await sql`update orders set outcome = 'charged', energy_wh = 1000`.execute(db)
    await sql`delete from refused_handshakes`.execute(db)
    await net.back(['E5'])
    await sql`update payments set debt_minor = 0`.execute(db)
    await sql`update fiscal_receipts set state = 'done', document_number = '1'`.execute(db)
    await sql`insert into ledger_checks (checked_at, differences) values (${at}, '[]')`.execute(db)
    await sql`update payment_differences set resolved_at = ${at}`.execute(db)
    await sql`insert into station_events (at, station_id, kind, word) values (${net.office.clock.now()}, 'E6', 'energy', 'obeys')`.execute(
      db,
    )
    await sql`delete from energy_samples`.execute(db)
    await sql`insert into station_certificates (station_id, serial, issued_at, not_after)
      values ('E7', '02', ${at}, ${at}::timestamptz + interval '500 days')`.execute(db)
    await sql`update firmware_rollouts set status = 'canceled', paused_by = null`.execute(db)
    await net.leap(1)
    await net.leap(6)
    expect(await net.listed('administrator', '&state=open')).toEqual([])
  })
})

import type {
  ErrorAnswer,
  FreedStations,
  ImportResult,
  Station,
  TimelineEvent,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import type { Db } from '../../platform/schema/schema.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { Office } from '../world/office.ts'
import { World } from '../world/world.ts'

const pausedNow = (db: Db, id: string) =>
  sql`update stations set sales_paused_at = now() where id = ${id}`.execute(db)

type Refused = ErrorAnswer & { details: FreedStations }

describe('a paid station never becomes free of charge by a side effect', () => {
  let office: Office
  let owner = 0
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), { PLANS: 'on' })
    owner = await office.idOf('manager')
  })
  afterAll(() => office.close())

  /** A location without an owner, with two stations that earn; of the first one a session brought 120.50 ten days ago. */
  async function aYard(name: string, ownerId?: number): Promise<{ id: number; stations: string[] }> {
    const id = await office.addLocation(name, ownerId)
    const stations = [`${name}-1`, `${name}-2`]
    for (const station of stations) await office.addStation(id, station)
    await sql`insert into hourly_takings (day, connector_id, hour, location_id, station_id, order_count, energy_wh, amount_minor, cash_minor)
      select day, min(id), 12, ${id}, station_id, 1, 10000, 12050, 0
      from connectors, unnest('{2026-02-28,2026-01-20}'::date[]) as day where station_id = ${stations[0]!} group by day, station_id`.execute(
      office.database.db,
    )
    return { id, stations }
  }
  const give = (id: number, body: object) =>
    office.call<Refused>('administrator', 'PATCH', `locations/${id}`, { owner_id: owner, ...body })
  const paid = async (id: number) =>
    (await office.call<Station[]>('administrator', 'GET', `locations/${id}/stations`)).body
      .filter(({ monetized }) => monetized)
      .map(({ id: station }) => station)
  const lastChange = async (id: string) => {
    const { body } = await office.call<TimelineEvent[]>('administrator', 'GET', `stations/${id}/timeline`)
    const { word, cause, by } = body.find(({ kind }) => kind === 'monetization')!
    return { word, cause, by }
  }
  const lastAudit = async (id: string) => {
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'station.monetize' and subject_id = ${id} order by at desc, id desc limit 1`.execute(
      office.database.db,
    )
    return rows[0]?.after
  }

  test('a new owner without a plan is refused with names and earnings, and needs agreement for each station', async () => {
    const yard = await aYard('SOLD')
    const refused = await give(yard.id, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'station.would_be_free' } })
    expect(refused.body.details.stations).toEqual([
      { id: 'SOLD-1', number: expect.any(Number), location_name: 'SOLD', captured: 12_050 },
      { id: 'SOLD-2', number: expect.any(Number), location_name: 'SOLD', captured: 0 },
    ])
    expect(await paid(yard.id)).toEqual(yard.stations)
    const some = await give(yard.id, { free_stations: ['SOLD-1', 'NOT-THERE'] })
    expect(some.body.details.stations).toHaveLength(2)
    expect(await paid(yard.id)).toEqual(yard.stations)

    expect((await give(yard.id, { free_stations: yard.stations })).status).toBe(200)
    expect(await paid(yard.id)).toEqual([])
    expect(await lastChange('SOLD-1')).toEqual({
      word: 'free',
      cause: 'owner',
      by: expect.stringMatching(/./),
    })
    expect(await lastAudit('SOLD-1')).toEqual({ monetized: false, cause: 'owner' })
  })

  test('a new role of an owner needs agreement as well', async () => {
    const second = (await insertManager(office.database.db, {
      email: 'second@free.example',
      passwordHash: null,
      role: 'administrator',
      firstName: 'Second',
      lastName: 'One',
      createdAt: office.clock.now(),
    }))!
    const yard = await aYard('ROLE', second)
    const change = (body: object) =>
      office.call<Refused>('administrator', 'PATCH', `managers/${second}`, { role: 'manager', ...body })
    expect((await change({})).body).toMatchObject({
      code: 'station.would_be_free',
      details: { stations: [{ id: 'ROLE-1' }, { id: 'ROLE-2' }] },
    })
    expect(await paid(yard.id)).toEqual(yard.stations)
    expect((await change({ free_stations: yard.stations })).status).toBe(200)
    expect(await paid(yard.id)).toEqual([])
    expect(await lastChange('ROLE-2')).toMatchObject({ word: 'free', cause: 'role' })
  })

  test('an import needs agreement for each station that a cell or a new owner would make free of charge, and is applied completely or not at all', async () => {
    const yard = await aYard('FILE')
    const other = await aYard('CELL')
    const head = 'location_id,location_name,owner_email,station_id,monetized,vendor_name,model,'
    const kind = 'evse_number,connector_number,type,current,power'
    const rows = [
      `${yard.id},FILE,${office.emailOf('manager')},FILE-1,,Voltwerk,Duo 150,1,1,CCS 2,DC,150`,
      `${other.id},CELL,,CELL-2,false,Voltwerk,Duo 150,1,1,CCS 2,DC,150`,
    ]
    const send = (more: object) =>
      office.call<Refused & ImportResult>('administrator', 'POST', 'locations/import', {
        csv: [head + kind, ...rows].join('\n'),
        ...more,
      })
    const refused = await send({})
    expect(refused.status).toBe(409)
    expect(refused.body.details.stations.map(({ id }) => id).toSorted()).toEqual(['CELL-2', ...yard.stations])
    expect([await paid(yard.id), await paid(other.id)]).toEqual([yard.stations, other.stations])
    expect((await send({ free_stations: ['CELL-2'] })).status).toBe(409)

    const applied = await send({ free_stations: ['CELL-2', ...yard.stations] })
    expect(applied.body).toMatchObject({ applied: true, not_monetized: yard.stations })
    expect([await paid(yard.id), await paid(other.id)]).toEqual([[], ['CELL-1']])
    expect(await lastChange('FILE-1')).toMatchObject({ word: 'free', cause: 'import' })
    expect(await lastChange('CELL-2')).toMatchObject({ word: 'free', cause: 'import' })
  })

  test('the timeline shows who switched a station by hand', async () => {
    await aYard('HAND')
    const body = { monetized: false }
    expect((await office.call('administrator', 'POST', 'stations/HAND-1/monetize', body)).status).toBe(200)
    expect(await lastChange('HAND-1')).toMatchObject({
      word: 'free',
      cause: 'switched',
      by: expect.any(String),
    })
  })

  test('when plans are not required any more, paused sales resume', async () => {
    const yard = await aYard('RESUMED')
    const { db } = office.database
    await pausedNow(db, 'RESUMED-1')
    expect(
      (await office.call('administrator', 'POST', 'stations/RESUMED-1/monetize', { monetized: true })).body,
    ).toMatchObject({ monetized: true, sales_paused: false })
    await pausedNow(db, 'RESUMED-2')
    await give(yard.id, { owner_id: await office.idOf('administrator') })
    const { body } = await office.call<Station>('administrator', 'GET', 'stations/RESUMED-2')
    expect(body).toMatchObject({ monetized: true, sales_paused: false })
  })
})

describe.each([
  'ocpp1.6',
  'ocpp2.0.1',
] as const)('a %s station that its plan no longer covers', (protocol) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('gives nothing away: nobody can start, running sessions are paid, and it sells again when a plan covers it', async () => {
    const station = await world.simulate(protocol)
    const { id, connectorId } = station.made
    await world.addCard('CARDPAUSE1')
    await world.addCard('CARDPAUSE2')
    await station.plugIn(1)
    await station.tap(1, 'CARDPAUSE1')
    await world.until('it charges', async () => (await world.ordersOf(id))[0]?.status === 'started')
    await pausedNow(world.db, id)
    station.addEnergy(1, 10_000)
    expect(await station.tap(1, 'CARDPAUSE1')).toBe('Accepted')
    await world.until('it has ended', async () => (await world.ordersOf(id))[0]?.status === 'completed')
    expect((await world.ordersOf(id))[0]!.priceMinor).toBeGreaterThanOrEqual(17_000)
    await station.unplug(1)

    await world.until('it is out of use for all', async () => {
      const { evses } = await world.get<Station>(`stations/${id}`)
      return evses[0]!.connectors[0]!.status === 'out_of_use'
    })
    const refused = await world.post(`connectors/${connectorId}/start`).catch((error) => error.body)
    expect(JSON.parse(String(refused))).toMatchObject({ code: 'station.sales_paused' })
    await station.plugIn(1)
    expect(await station.tap(1, 'CARDPAUSE2')).toBe('Invalid')
    expect(await world.ordersOf(id)).toHaveLength(1)

    await world.post(`stations/${id}/monetize`, { monetized: true })
    expect(await station.tap(1, 'CARDPAUSE2')).toBe('Accepted')
    await world.until('it charges again', async () => (await world.ordersOf(id))[1]?.status === 'started')
  })
})

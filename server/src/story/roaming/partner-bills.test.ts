import type { Invitation, MapMarker, Wall } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { World } from '../world/world.ts'

/** What a partner sees of its drivers' sessions, and what it is billed. */
describe.each([
  ['ocpp1.6', '2.2.1'],
  ['ocpp2.0.1', '2.3.0'],
] as const)('sessions and bills of a partner (%s, OCPI %s)', (protocol, version) => {
  let world: World
  let emsp: Emsp
  let cards = 0
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, {
      OCPI_TIMEOUT_SECONDS: '2',
      OCPP_CALL_TIMEOUT_SECONDS: '3',
    })
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
    emsp = await startEmsp({ versions: [version], now: () => world.clock.now() })
    const { token, versions_url: url } = await world.post<Invitation>('roaming/partners', { name: 'Cards' })
    await emsp.partner.register(url, token)
  })
  afterAll(async () => {
    await emsp?.close()
    await world?.close()
  })

  const aCard = async () => {
    const token = emsp.wallet.put({ uid: `bill${++cards}`, whitelist: 'ALWAYS' })
    await emsp.cpo.pushToken(token)
    return token
  }
  /** A session of a partner's card at a station of its own. */
  const aSession = async (energyWh: number | null) => {
    const card = await aCard()
    const station = await world.simulate(protocol)
    const talk = cardTalk(protocol, station, () => world.clock.now())
    const { transactionId } = await talk.start(card.uid)
    const [order] = await world.ordersOf(station.id)
    const end = (wh: number) => {
      world.clock.forward(600_000)
      return talk.stop(transactionId, card.uid, wh)
    }
    if (energyWh !== null) await end(energyWh)
    return { id: String(order!.id), card, station, end }
  }
  test('a session of a partner is marked on the map and on the wall while it runs', async () => {
    const { id, end } = await aSession(null)
    const running = async () => {
      const markers = await world.get<MapMarker[]>('locations/markers')
      return markers.find((marker) => marker.id === world.locationId)?.roaming_sessions
    }
    expect(await running()).toBe(1)
    const { sessions } = await world.get<Wall>('wall')
    expect(sessions.find((session) => String(session.id) === id)?.partner).toBe('Cards')
    await end(1000)
    expect(await running()).toBe(0)
  })

  const costOf = (price: unknown): number => {
    const total = (price as { incl_vat?: number; before_taxes?: number; excl_vat?: number }) ?? {}
    return Math.round((total.incl_vat ?? total.excl_vat ?? total.before_taxes ?? Number.NaN) * 100)
  }
  const totalsOf = (sessionId: string) => emsp.cdrsOf(sessionId).map(({ total_cost }) => costOf(total_cost))
  const billed = (sessionId: string, count: number) =>
    emsp.until(() => (emsp.cdrsOf(sessionId).length >= count ? true : undefined), `${count} bills`)

  const untilSession = (id: string, status: string) =>
    emsp.until(() => (emsp.session(id)?.status === status ? true : undefined), `session ${status}`)

  test('a session is sent as it begins and as it ends, and billed once, to the kopeck', async () => {
    const { id, card, end } = await aSession(null)
    await emsp.until(() => emsp.session(id))
    expect(emsp.session(id)).toMatchObject({
      status: 'ACTIVE',
      kwh: 0,
      auth_method: 'WHITELIST',
      cdr_token: { uid: card.uid, contract_id: card.contract_id },
      location_id: String(world.locationId),
    })
    await end(10_000)
    await billed(id, 1)
    await untilSession(id, 'COMPLETED')
    expect(emsp.session(id)).toMatchObject({ kwh: 10 })
    const [cdr] = emsp.cdrsOf(id)
    expect(cdr).toMatchObject({
      id,
      session_id: id,
      total_energy: 10,
      currency: 'RUB',
      cdr_token: { uid: card.uid },
    })
    expect(totalsOf(id)).toEqual([17_000])
    // nothing came twice, and nothing broke the standard by the eMSP's own tables
    expect(emsp.book.counts.sessions).toEqual({ duplicates: 0, idle: 0, stale: 0 })
    expect(emsp.book.refusals()).toEqual([])
    // the lists say the same
    const sessions = await emsp.cpo.pull('sessions')
    const cdrs = await emsp.cpo.pull('cdrs')
    expect([...sessions.problems, ...cdrs.problems]).toEqual([])
    expect(sessions.objects.find((one) => one.id === id)).toMatchObject({ status: 'COMPLETED' })
    expect(cdrs.objects.find((one) => one.id === id)).toMatchObject({ total_energy: 10 })
  })

  test('a running session is sent with its energy and cost each minute, not with each message, and at its end', async () => {
    const card = await aCard()
    const station = await world.simulate(protocol, { meterEveryMs: 3_600_000, plugDelayMs: null })
    await station.begin({ token: card.uid })
    const [order] = await world.ordersOf(station.id)
    const id = String(order!.id)
    await untilSession(id, 'ACTIVE')
    const { roamingSessions } = world.server
    const sent = () => emsp.book.arrivals.filter(({ path }) => path.endsWith(`/${id}`)).length
    const keptKwh = async () => {
      const { rows } = await sql<{ kwh: number }>`select (body->>'kwh')::float8 as kwh from roaming_sessions
        where order_id = ${Number(id)}`.execute(world.db)
      return rows[0]?.kwh
    }
    const before = sent()
    const markEnded = (ended: boolean) =>
      sql`update roaming_sessions set ended = ${ended} where order_id = ${Number(id)}`.execute(world.db)
    // the look of a minute that begins meanwhile passes it over
    await markEnded(true)
    for (let n = 1; n <= 3; n++) {
      station.addEnergy(1, 1000)
      await station.sendMeterValues()
      // something of the order has changed that its partner does not see
      roamingSessions.soon([Number(id)])
      await roamingSessions.settled()
      expect(await keptKwh()).toBe(0)
    }
    await markEnded(false)
    await roamingSessions.followAll()
    await roamingSessions.followAll()
    await emsp.until(() => (emsp.session(id)?.kwh === 3 ? true : undefined), 'the energy so far')
    expect(costOf(emsp.session(id)?.total_cost)).toBe(5100)
    expect(sent()).toBe(before + 1)
    station.addEnergy(1, 500)
    await station.stop(1)
    await billed(id, 1)
    await emsp.until(() => (costOf(emsp.session(id)?.total_cost) === 5950 ? true : undefined), 'all it costs')
    expect(emsp.session(id)).toMatchObject({ status: 'COMPLETED', kwh: 3.5 })
    expect(totalsOf(id)).toEqual([5950])
  })

  test('the bill has what the meter has signed, and its partner can check it', async () => {
    const card = await aCard()
    const station = await world.simulate(protocol, { signing: {} })
    await world.put(`stations/${station.id}/meter-keys`, { public_key: station.meterKey })
    await station.charge({ token: card.uid, energyWh: 10_000 })
    const [order] = await world.ordersOf(station.id)
    const id = String(order!.id)
    await billed(id, 1)
    expect(emsp.cdrsOf(id)).toMatchObject([
      {
        signed_data: {
          encoding_method: 'OCMF',
          public_key: Buffer.from(station.meterKey!, 'hex').toString('base64'),
          signed_values: [
            { nature: 'Start', plain_data: expect.stringContaining('"TX":"B"') },
            { nature: 'End', plain_data: expect.stringContaining('"RV":10.000') },
          ],
        },
      },
    ])
    // the eMSP refuses a value that was not signed with that key
    expect(emsp.book.refusals()).toEqual([])
  })

  test('what is given back is one credit of the whole bill, and a new one of the rest', async () => {
    const { id } = await aSession(10_000)
    await billed(id, 1)
    await world.post(`orders/${id}/refunds`, { amount: 5000, reason: 'slow' })
    await world.server.roamingSessions.followAll()
    await billed(id, 3)
    expect(totalsOf(id)).toEqual([17_000, -17_000, 12_000])
    const [first, credit] = emsp.cdrsOf(id)
    expect(credit).toMatchObject({ id: `${first!.id}-C`, credit: true, credit_reference_id: first!.id })
    await world.post(`orders/${id}/refunds`, { amount: 12_000, reason: 'very slow' })
    await world.server.roamingSessions.followAll()
    await billed(id, 4)
    // looking again changes nothing
    await world.server.roamingSessions.followAll()
    expect(totalsOf(id)).toEqual([17_000, -17_000, 12_000, -12_000])
  })

  test('a partner that is away gets everything once it is back: each bill once', async () => {
    await emsp.goAway()
    const sessions = await Promise.all(Array.from({ length: 5 }, () => aSession(null)))
    await Promise.all(sessions.map(({ end }) => end(2000)))
    await world.until('all are billed', async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from roaming_cdrs
        where order_id = any(${sessions.map(({ id }) => Number(id))}::bigint[])`.execute(world.db)
      return rows[0]?.n === 5
    })
    await emsp.comeBack()
    world.clock.forward(600_000)
    await world.server.deliveries.wake()
    for (const { id } of sessions) {
      await billed(id, 1)
      await untilSession(id, 'COMPLETED')
    }
    expect(emsp.book.counts.cdrs).toEqual({ duplicates: 0, idle: 0, stale: 0 })
  })

  test('a partner that does the work and does not answer gets a bill again, and has it once', async () => {
    emsp.faults.set({ kind: 'silent' }, { modules: ['cdrs'], times: 1 })
    const { id } = await aSession(1000)
    await billed(id, 1)
    emsp.faults.clear()
    await world.until('it is taken', async () => {
      world.clock.forward(60_000)
      await world.server.deliveries.wake()
      const { rows } = await sql<{ taken: boolean }>`select taken_at is not null as taken from roaming_cdrs
        where id = ${id}`.execute(world.db)
      return rows[0]?.taken === true
    })
    expect(totalsOf(id)).toEqual([1700])
  })

  test('a session is billed with the place where it began, whatever becomes of that', async () => {
    const { id, end } = await aSession(null)
    await untilSession(id, 'ACTIVE')
    await sql`update locations set lat = null, city = 'Elsewhere'`.execute(world.db)
    await end(3000)
    await billed(id, 1)
    await sql`update locations set lat = 56.85, city = 'Tver'`.execute(world.db)
    expect(totalsOf(id)).toEqual([5100])
    expect(emsp.cdrsOf(id)[0]).toMatchObject({ cdr_location: { city: 'Tver', country: 'RUS' } })
  })

  test('a session that cannot be followed keeps no other one from its partner', async () => {
    const [broken, other] = [await aSession(null), await aSession(null)]
    await untilSession(broken.id, 'ACTIVE')
    await untilSession(other.id, 'ACTIVE')
    await sql`update roaming_sessions set place = 'null'
      where order_id = ${Number(broken.id)}`.execute(world.db)
    await sql`update roaming_sessions set body = '{}' where order_id = ${Number(other.id)}`.execute(world.db)
    const sent = () => emsp.book.arrivals.filter(({ path }) => path.endsWith(`/${other.id}`)).length
    const before = sent()
    await world.server.roamingSessions.followAll()
    await world.until('the other one is sent', () => sent() > before)
    await sql`delete from roaming_sessions where order_id = ${Number(broken.id)}`.execute(world.db)
  })

  test('a session that begins when the time of its command is over is told and billed once, and its command ends as nothing', async () => {
    const token = emsp.wallet.put({ uid: `over${++cards}`, type: 'APP_USER', whitelist: 'NEVER' })
    const station = await world.simulate(protocol, { plugDelayMs: null })
    await station.plugIn(1, null)
    station.misbehave('silent')
    const { rows } = await sql<{ uid: string }>`select min(id)::text as uid from connectors
      where station_id = ${station.id}`.execute(world.db)
    const place = { locationId: String(world.locationId), evseUid: rows[0]!.uid, connectorId: '1' }
    const sent = await emsp.cpo.start({ token: token.uid, ...place, authorizationReference: 'late-1' })
    expect(sent.responses).toMatchObject([{ result: 'ACCEPTED' }])
    expect(await sent.result()).toMatchObject({ result: 'TIMEOUT' })
    // it did act, and says so late
    const talk = cardTalk(protocol, station, () => world.clock.now())
    const { transactionId, cardStatus } = await talk.start(token.uid)
    expect(cardStatus.status).toBe('Accepted')
    const [given, begun] = await world.ordersOf(station.id)
    const id = String(begun!.id)
    await untilSession(id, 'ACTIVE')
    expect(emsp.session(id)).toMatchObject({
      cdr_token: { uid: token.uid },
      auth_method: 'COMMAND',
      authorization_reference: 'late-1',
    })
    await untilSession(String(given!.id), 'INVALID')
    world.clock.forward(600_000)
    await talk.stop(transactionId, token.uid, 10_000)
    await billed(id, 1)
    expect(totalsOf(id)).toEqual([17_000])
    expect(emsp.cdrsOf(String(given!.id))).toEqual([])
    expect(sent.results).toHaveLength(1)
  })

  test('a start that never becomes a session is INVALID for its partner, and not billed', async () => {
    const card = await aCard()
    const station = await world.simulate(protocol, { plugDelayMs: null })
    const { rows } = await sql<{ uid: string }>`select min(id)::text as uid from connectors
      where station_id = ${station.id}`.execute(world.db)
    const place = { locationId: String(world.locationId), evseUid: rows[0]!.uid, connectorId: '1' }
    const sent = await emsp.cpo.start({ token: card.uid, ...place, authorizationReference: 'ref-1' })
    expect(await sent.result()).toMatchObject({ result: 'ACCEPTED' })
    const [order] = await world.ordersOf(station.id)
    const id = String(order!.id)
    await emsp.until(() => emsp.session(id))
    expect(emsp.session(id)).toMatchObject({
      status: 'PENDING',
      auth_method: 'COMMAND',
      authorization_reference: 'ref-1',
    })
    const stop = await emsp.cpo.stop(id)
    expect(await stop.result()).toMatchObject({ result: 'ACCEPTED' })
    await untilSession(id, 'INVALID')
    expect(emsp.cdrsOf(id)).toEqual([])
    expect(await emsp.cpo.setPreferences(id, { profile_type: 'GREEN' })).toBe('NOT_POSSIBLE')
  })
})

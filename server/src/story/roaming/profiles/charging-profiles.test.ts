import type { Invitation } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { followProfiles } from '../../../slices/roaming/charging-profiles/follow.ts'
import { insertRequest, updateRequest } from '../../../slices/roaming/charging-profiles/store.ts'
import { World } from '../../world/world.ts'

const waiting = { timeout: 60_000 }
const profile = (...limits: number[]) => ({
  charging_rate_unit: 'W',
  charging_profile_period: limits.map((limit, nth) => ({ start_period: nth * 600, limit })),
})

/** Partners say how fast their drivers' cars charge: whole servers, whole stations, an eMSP that knows OCPI from the standard alone. */
describe('charging profiles of partners', () => {
  let world: World
  const emsps: Emsp[] = []
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
  })
  afterAll(async () => {
    for (const emsp of emsps) await emsp.close()
    await world?.close()
  })

  const aPartner = async (partyId: string, version: '2.2.1' | '2.3.0') => {
    const emsp = await startEmsp({ partyId, versions: [version], now: () => world.clock.now() })
    emsps.push(emsp)
    const invitation = await world.post<Invitation>('roaming/partners', { name: `Cards of ${partyId}` })
    await emsp.partner.register(invitation.versions_url, invitation.token)
    return { emsp, partnerId: invitation.partner.id }
  }
  const look = () =>
    followProfiles({ ...world.server.stations.commands, deliveries: world.server.deliveries })

  describe.each([
    ['ocpp1.6', '2.2.1', 'PAA'],
    ['ocpp2.0.1', '2.3.0', 'PBB'],
  ] as const)('%s, OCPI %s', (protocol, version, party) => {
    let emsp: Emsp
    let partnerId: number
    beforeAll(async () => {
      ;({ emsp, partnerId } = await aPartner(party, version))
    })

    let cars = 0
    /** A session of a driver of the partner, at a station of its own. */
    const aSession = async () => {
      const token = emsp.wallet.put({ uid: `${party}-car-${++cars}`, whitelist: 'ALWAYS' })
      await emsp.cpo.pushToken(token)
      const station = await world.simulate(protocol)
      await station.begin({ token: token.uid })
      let id = ''
      await world.until('the session runs', async () => {
        const order = (await world.ordersOf(station.made.id)).at(-1)
        id = String(order?.id)
        return order?.status === 'started'
      })
      const sent = async () =>
        (await world.sentTo(station.made.id, 'SetChargingProfile')).map((frame) => JSON.parse(frame)[3])
      const limits = async () =>
        (await sent()).map(({ csChargingProfiles, chargingProfile }) => {
          const one = csChargingProfiles ?? chargingProfile
          const schedule = Array.isArray(one.chargingSchedule)
            ? one.chargingSchedule[0]
            : one.chargingSchedule
          return [
            one.chargingProfilePurpose,
            schedule.chargingSchedulePeriod.map((p: { limit: number }) => p.limit),
          ]
        })
      const task = (body: object) => world.post(`stations/${station.made.id}/tasks`, body)
      return { id, station, sent, limits, task }
    }

    test('a profile is set, read and cleared; each request has one answer and one result', async () => {
      const { id, limits, sent } = await aSession()
      const set = await emsp.cpo.setProfile(id, profile(20_000, 7000))
      expect(set.responses).toEqual([{ result: 'ACCEPTED', timeout: 60 }])
      expect(await set.result()).toEqual({ result: 'ACCEPTED' })
      // the journal is written behind the answers
      await expect.poll(limits, waiting).toEqual([['TxProfile', [20_000, 7000]]])
      const order = await world.order(Number(id))
      const [{ csChargingProfiles, chargingProfile }] = await sent()
      expect(String((csChargingProfiles ?? chargingProfile).transactionId)).toBe(String(order.transaction_id))

      const read = await emsp.cpo.activeProfile(id, 300)
      expect(read.responses).toMatchObject([{ result: 'ACCEPTED' }])
      expect(await read.result()).toMatchObject({
        result: 'ACCEPTED',
        profile: {
          charging_profile: {
            charging_rate_unit: 'W',
            charging_profile_period: [{ start_period: 0, limit: 20_000 }],
          },
        },
      })
      const cleared = await emsp.cpo.clearProfile(id)
      expect(await cleared.result()).toEqual({ result: 'ACCEPTED' })
      const again = await emsp.cpo.clearProfile(id)
      expect(await again.result()).toEqual({ result: 'UNKNOWN' })
      const lifted = await emsp.cpo.activeProfile(id, 300)
      expect(await lifted.result()).toMatchObject({
        profile: { charging_profile: { charging_profile_period: [{ limit: 150_000 }] } },
      })
      for (const { results } of [set, read, cleared, again, lifted]) expect(results).toHaveLength(1)
      expect(emsp.book.refusals()).toEqual([])
    })

    test('nothing is above a limit of ours, and a partner learns when it changes', async () => {
      const { id, limits, task } = await aSession()
      await task({ task: 'limit', evse: 1, unit: 'W', limit: 11_000 })
      for (const wanted of [10_999.9, 11_000, 11_000.1])
        await (await emsp.cpo.setProfile(id, profile(wanted, 3000))).result()
      await expect.poll(limits, waiting).toEqual([
        ['TxDefaultProfile', [11_000]],
        ['TxProfile', [10_999.9, 3000]],
        ['TxProfile', [11_000, 3000]],
        ['TxProfile', [11_000, 3000]],
      ])
      await look()
      expect(emsp.profiles.get(id)).toBeUndefined()

      await task({ task: 'limit', evse: 1, unit: 'W', limit: 8000 })
      await look()
      await expect
        .poll(async () => (await limits()).slice(4), waiting)
        .toEqual([
          ['TxDefaultProfile', [8000]],
          ['TxProfile', [8000, 3000]],
        ])
      const pushed = () => emsp.profiles.get(id)?.charging_profile
      await expect
        .poll(pushed, waiting)
        .toMatchObject({ charging_profile_period: [{ start_period: 0, limit: 8000 }, {}] })

      // somebody here takes it from the station
      const before = (await limits()).length
      const { limits: standing } = await world.get<{ limits: { profile_id: number }[] }>(
        `stations/${(await world.order(Number(id))).station_id}/tasks`,
      )
      const own = standing.find(({ profile_id }) => profile_id > 1_000_000)
      await task({ task: 'clear_limit', profile_id: own?.profile_id })
      await look()
      await expect
        .poll(pushed, waiting)
        .toMatchObject({ charging_profile_period: [{ start_period: 0, limit: 8000 }] })
      await look()
      expect(await limits()).toHaveLength(before)
    })

    test('what is not possible is said at once', async () => {
      const { id, station } = await aSession()
      const said = async (wanted: Promise<{ responses: unknown[] }>) => (await wanted).responses
      const answer = (result: string) => [{ result, timeout: 60 }]
      const other = (await aPartner(`${party.slice(0, 2)}X`, version)).emsp
      expect(await said(other.cpo.setProfile(id, profile(5000)))).toEqual(answer('UNKNOWN_SESSION'))
      expect(await said(emsp.cpo.activeProfile('999999', 60))).toEqual(answer('UNKNOWN_SESSION'))
      for (const wrong of [
        profile(),
        profile(-1),
        { ...profile(5000), charging_profile_period: [{ start_period: 1, limit: 5 }] },
      ])
        expect(await said(emsp.cpo.setProfile(id, wrong))).toEqual(answer('REJECTED'))

      // six in a minute
      for (let nth = 0; nth < 6; nth++) await (await emsp.cpo.activeProfile(id, 60)).result()
      expect(await said(emsp.cpo.activeProfile(id, 60))).toEqual(answer('TOO_OFTEN'))
      await world.forward(MINUTE_MS)
      expect(await said(emsp.cpo.activeProfile(id, 60))).toEqual(answer('ACCEPTED'))

      // a station without charging profiles is not wanted again for a day
      const update = (unsupported: boolean) =>
        sql`update roaming_profile_requests set unsupported = ${unsupported}, result = 'REJECTED'
          where order_id = ${Number(id)}`.execute(world.db)
      await update(true)
      expect(await said(emsp.cpo.setProfile(id, profile(5000)))).toEqual(answer('NOT_SUPPORTED'))
      await update(false)

      await station.close()
      await world.untilOffline(station.made.id)
      expect(await said(emsp.cpo.setProfile(id, profile(5000)))).toEqual(answer('REJECTED'))
    })

    test('what a driver prefers is accepted where a session does so anyway', async () => {
      const { id } = await aSession()
      await expect.poll(() => emsp.session(id)?.status, waiting).toBe('ACTIVE')
      const prefer = (profile_type: string) => emsp.cpo.setPreferences(id, { profile_type })
      expect(await prefer('FAST')).toBe('ACCEPTED')
      expect(await prefer('REGULAR')).toBe('ACCEPTED')
      expect(await prefer('CHEAP')).toBe('PROFILE_TYPE_NOT_SUPPORTED')
      expect(await prefer('GREEN')).toBe('PROFILE_TYPE_NOT_SUPPORTED')
    })

    test('a request whose server died has a result in the end', async () => {
      const { id } = await aSession()
      const { db, clock } = world
      const pending = await emsp.cpo.setProfile(id, profile(5000))
      await pending.result()
      const { rows } = await sql<{ url: string; stationId: string }>`
        select response_url as url, station_id as "stationId" from roaming_profile_requests
        where order_id = ${Number(id)}`.execute(db)
      const { url: responseUrl, stationId } = rows[0]!
      const late = await insertRequest(
        db,
        { partnerId, orderId: Number(id), stationId, method: 'GET', responseUrl },
        clock.now(),
      )
      // the clock of a story goes on by itself
      clock.forward(2 * MINUTE_MS - 30_000)
      await look()
      expect(pending.results).toHaveLength(1)
      clock.forward(30_000)
      await look()
      expect(await pending.result(2)).toEqual({ result: 'REJECTED' })
      // whoever comes later finds that there is a result
      const again = { result: 'ACCEPTED', isUnsupported: false }
      expect(await db.transaction().execute((tx) => updateRequest(tx, late, again))).toBeUndefined()
      await world.forward(30 * DAY_MS)
      await look()
      const { rows: left } = await sql`select from roaming_profile_requests`.execute(db)
      expect(left).toEqual([])
    })
  })
})

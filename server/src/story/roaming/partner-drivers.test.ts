import type {
  Fleet,
  Invitation,
  PartnerQueue,
  PartnerTokens,
  SilentPartnerRule,
} from '@stationmaster/contract'
import type { protocols } from '@stationmaster/ocpp'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { tokenKey } from '../../slices/charging/drivers/tokens.ts'
import { concludeLate } from '../../slices/roaming/partner-commands/results.ts'
import { insertCommand } from '../../slices/roaming/partner-commands/store.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { World } from '../world/world.ts'

/** Drivers of a partner at stations of ours: whole servers, whole stations, and an eMSP that knows OCPI from the standard alone. */
describe('drivers of a partner', () => {
  let world: World
  const emsps: Emsp[] = []
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, { OCPI_AUTHORIZE_SECONDS: '1' })
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
  })
  afterAll(async () => {
    for (const emsp of emsps) await emsp.close()
    await world?.close()
  })

  /** An eMSP that has registered with us. */
  const aPartner = async (partyId: string, versions: ('2.2.1' | '2.3.0')[], pageLimit = 50) => {
    const emsp = await startEmsp({ partyId, pageLimit, versions, now: () => world.clock.now() })
    emsps.push(emsp)
    const {
      token,
      versions_url: url,
      partner,
    } = await world.post<Invitation>('roaming/partners', {
      name: `Cards of ${partyId}`,
    })
    await emsp.partner.register(url, token)
    return { emsp, id: partner.id }
  }
  const aTalk = async (protocol: (typeof protocols)[number]) => {
    const station = await world.simulate(protocol, { plugDelayMs: null })
    const { rows } = await sql<{ uid: string }>`select min(id)::text as uid from connectors
      where station_id = ${station.id}`.execute(world.db)
    const place = { locationId: String(world.locationId), evseUid: rows[0]!.uid, connectorId: '1' }
    return { station, place, ...cardTalk(protocol, station, () => world.clock.now()) }
  }
  const companyOf = async (name: string) => {
    const fleets = await world.get<Fleet[]>(`fleets?search=${encodeURIComponent(name)}`)
    return fleets[0]
  }

  describe.each([
    ['ocpp1.6', '2.2.1'],
    ['ocpp2.0.1', '2.3.0'],
  ] as const)('%s, OCPI %s', (protocol, version) => {
    const party = version === '2.2.1' ? 'AAA' : 'BBB'
    let emsp: Emsp
    beforeAll(async () => {
      emsp = (await aPartner(party, [version])).emsp
    })

    test('a token that was pushed charges on the partner’s account, until it is not valid any more', async () => {
      const token = emsp.wallet.put({ uid: `pushed-${party}`, whitelist: 'ALWAYS' })
      await emsp.cpo.pushToken(token)
      expect(await emsp.cpo.tokenThere(token)).toMatchObject({
        uid: token.uid,
        contract_id: token.contract_id,
      })
      const station = await aTalk(protocol)
      const { transactionId, cardStatus } = await station.start(token.uid)
      expect(cardStatus.status).toBe('Accepted')
      await station.stop(transactionId, token.uid, 10_000)
      expect(await companyOf(`Cards of ${party}`)).toMatchObject({ owed: 17_000 })
      // nobody was put a question
      expect(emsp.wallet.authorizations).toEqual([])
      await emsp.cpo.patchToken(token, { valid: false })
      expect((await station.authorize(token.uid)).status).toBe('Blocked')
      await emsp.cpo.patchToken(token, { valid: true })
      expect((await station.authorize(token.uid)).status).toBe('Accepted')
    })

    test.each([
      ['ALLOWED', 'Accepted'],
      ['BLOCKED', 'Blocked'],
      ['EXPIRED', 'Blocked'],
      ['NO_CREDIT', 'Blocked'],
      ['NOT_ALLOWED', 'Blocked'],
    ] as const)('its partner says %s in real time: %s', async (allowed, expected) => {
      const token = emsp.wallet.put({ uid: `${allowed}-${party}`.slice(0, 20), whitelist: 'NEVER', allowed })
      await emsp.cpo.pushToken(token)
      const station = await aTalk(protocol)
      const before = emsp.wallet.authorizations.length
      expect((await station.authorize(token.uid)).status).toBe(expected)
      expect(emsp.wallet.authorizations.slice(before)).toMatchObject([
        { uid: token.uid, allowed, location: { location_id: String(world.locationId) } },
      ])
      const { transactionId, cardStatus } = await station.start(token.uid)
      expect(cardStatus.status).toBe(expected)
      // the answer is good for ten minutes
      expect(emsp.wallet.authorizations.length - before).toBe(allowed === 'ALLOWED' ? 1 : 2)
      await station.stop(transactionId, token.uid, 0)
    })

    test('a partner that does not answer: the whitelist decides', async () => {
      const station = await aTalk(protocol)
      const offline = emsp.wallet.put({ uid: `off-${party}`, whitelist: 'ALLOWED_OFFLINE' })
      const never = emsp.wallet.put({ uid: `never-${party}`, whitelist: 'NEVER' })
      await emsp.cpo.pushToken(offline)
      await emsp.cpo.pushToken(never)
      for (const fault of [{ kind: 'silent' }, { kind: 'error', status: 503 }] as const) {
        emsp.faults.set(fault, { modules: ['tokens'] })
        expect((await station.authorize(offline.uid)).status).toBe('Accepted')
        expect((await station.authorize(never.uid)).status).toBe('Blocked')
        emsp.faults.clear()
        world.clock.forward(11 * MINUTE_MS)
      }
      // it is back
      expect((await station.authorize(never.uid)).status).toBe('Accepted')
    })

    test('a partner that is slow or never answers: the rule of the location decides', async () => {
      const station = await aTalk(protocol)
      const rule = (silent_partner: SilentPartnerRule) =>
        world.patch(`locations/${world.locationId}`, { silent_partner })
      const put = async (uid: string, whitelist: 'ALLOWED_OFFLINE' | 'NEVER') => {
        const token = emsp.wallet.put({ uid: `${uid}-${party}`, whitelist })
        await emsp.cpo.pushToken(token)
        return token.uid
      }
      const [known, fresh, empty] = await Promise.all([
        put('known', 'NEVER'),
        put('fresh', 'ALLOWED_OFFLINE'),
        put('empty', 'ALLOWED_OFFLINE'),
      ])
      emsp.wallet.put({ uid: empty, whitelist: 'ALLOWED_OFFLINE', allowed: 'NO_CREDIT' })
      const all = async (uids = [known, fresh, empty]) => {
        const words = []
        for (const uid of uids) words.push((await station.authorize(uid)).status)
        world.clock.forward(11 * MINUTE_MS)
        return words
      }
      // what it said while it was there
      expect((await station.authorize(known)).status).toBe('Accepted')
      expect((await station.authorize(empty)).status).toBe('Blocked')
      world.clock.forward(11 * MINUTE_MS)
      emsp.faults.set({ kind: 'silent' }, { modules: ['tokens'] })
      await rule('last_answer')
      expect(await all()).toEqual(['Accepted', 'Accepted', 'Blocked'])
      emsp.faults.clear()
      emsp.faults.set({ kind: 'slow', ms: 2_000 }, { modules: ['tokens'] })
      expect(await all([known])).toEqual(['Accepted'])
      await rule('refuse')
      expect(await all([fresh])).toEqual(['Blocked'])
      emsp.faults.clear()
      await rule('whitelist')
      // one that answers decides, whatever the rule
      expect(await all()).toEqual(['Accepted', 'Accepted', 'Blocked'])
    })

    test('a card that nobody knows is put to all partners, and they are left alone with one that none knows', async () => {
      const station = await aTalk(protocol)
      emsp.wallet.put({ uid: `UNTOLD-${party}`, whitelist: 'NEVER' })
      expect((await station.authorize(`untold-${party}`)).status).toBe('Accepted')
      const before = emsp.wallet.authorizations.length
      const stranger = `STRANGER-${party}`
      expect((await station.authorize(stranger)).status).toBe('Invalid')
      expect((await station.authorize(stranger)).status).toBe('Invalid')
      expect(emsp.wallet.authorizations.slice(before)).toMatchObject([{ uid: stranger, allowed: null }])
      world.clock.forward(5 * MINUTE_MS)
      emsp.wallet.put({ uid: stranger, whitelist: 'ALLOWED' })
      expect((await station.authorize(stranger)).status).toBe('Accepted')
    })

    test('tokens of a partner are not another one’s, and no card of ours becomes one', async () => {
      const other = (await aPartner(`${party[0]}X${party[1]}`, [version])).emsp
      const token = emsp.wallet.put({ uid: `mine-${party}`, whitelist: 'ALWAYS' })
      await emsp.cpo.pushToken(token)
      await expect(other.cpo.tokenThere(token)).rejects.toThrow()
      await expect(other.cpo.patchToken(token, { valid: false })).rejects.toThrow()
      const station = await aTalk(protocol)
      expect((await station.authorize(token.uid)).status).toBe('Accepted')
      // of two partners that use one number the first keeps it
      const same = other.wallet.put({ uid: token.uid, whitelist: 'ALWAYS', valid: false })
      await other.cpo.pushToken(same)
      expect((await station.authorize(token.uid)).status).toBe('Accepted')
      await world.addCard(`OURS${party}`)
      await emsp.cpo.pushToken(emsp.wallet.put({ uid: `OURS${party}`, whitelist: 'ALWAYS', valid: false }))
      expect((await station.authorize(`OURS${party}`)).status).toBe('Accepted')
    })

    test('a command starts a session for a token that was never told of, and stops it; each has one result', async () => {
      const { station, place } = await aTalk(protocol)
      const token = emsp.wallet.put({ uid: `app-${party}`, type: 'APP_USER', whitelist: 'NEVER' })
      await station.plugIn(1, null)
      const sent = await emsp.cpo.start({ token: token.uid, ...place })
      expect(sent.responses).toMatchObject([{ result: 'ACCEPTED' }])
      expect(await sent.result()).toMatchObject({ result: 'ACCEPTED' })
      const newest = async () => (await world.ordersOf(station.id))[0]!
      await world.until('it charges', async () => (await newest()).status === 'started')
      const order = await newest()
      expect(await world.order(order.id)).toMatchObject({
        rfid: `APP-${party}`,
        payment_method_type: 'account',
      })
      const stop = await emsp.cpo.stop(String(order.id))
      expect(await stop.result()).toMatchObject({ result: 'ACCEPTED' })
      await world.until('it has ended', async () => (await world.order(order.id)).status === 'completed')
      expect([sent.results.length, stop.results.length]).toEqual([1, 1])
    })

    test('what a command cannot do is said at once', async () => {
      const { station, place } = await aTalk(protocol)
      const token = emsp.wallet.put({ uid: `no-${party}`, whitelist: 'ALWAYS' })
      const start = (more: object) => emsp.cpo.start({ token: token.uid, ...place, ...more })
      await expect(start({ evseUid: '999999' })).rejects.toThrow(/2003/)
      await expect(start({ locationId: '999999' })).rejects.toThrow(/2003/)
      // partners command no place that they are not shown
      await world.put(`roaming/locations/${world.locationId}`, { published: false })
      await expect(start({})).rejects.toThrow(/2003/)
      await expect(emsp.cpo.unlock(place.locationId, place.evseUid, '1')).rejects.toThrow(/2003/)
      await world.put(`roaming/locations/${world.locationId}`, { published: true })
      const other = (await aPartner(`${party[0]}Y${party[1]}`, [version])).emsp
      const foreign = other.wallet.put({ uid: `theirs-${party}`, whitelist: 'ALWAYS' })
      await other.cpo.pushToken(foreign)
      await station.plugIn(1, null)
      const { result } = await other.cpo.start({ token: foreign.uid, ...place })
      expect(await result()).toMatchObject({ result: 'ACCEPTED' })
      const [order] = await world.ordersOf(station.id)
      expect((await emsp.cpo.stop(String(order!.id))).responses).toMatchObject([
        { result: 'UNKNOWN_SESSION' },
      ])
      // the EVSE is in use
      expect((await start({})).responses).toMatchObject([{ result: 'REJECTED' }])
      await station.goOffline()
      await world.untilOffline(station.id)
      expect((await other.cpo.stop(String(order!.id))).responses).toMatchObject([{ result: 'REJECTED' }])
    })

    test('a card begins nothing at a place that partners are not shown, and nobody is put a question there', async () => {
      const station = await aTalk(protocol)
      const card = emsp.wallet.put({ uid: `place-${party}`, whitelist: 'ALWAYS' })
      const never = emsp.wallet.put({ uid: `put-${party}`, whitelist: 'NEVER' })
      await emsp.cpo.pushToken(card)
      await emsp.cpo.pushToken(never)
      const listed = async () => {
        await world.post(`stations/${station.station.id}/tasks`, { task: 'send_list', full: true })
        const { entries } = await world.db
          .selectFrom('station_local_lists')
          .select('entries')
          .where('station_id', '=', station.station.id)
          .executeTakeFirstOrThrow()
        return tokenKey(card.uid) in (entries as object)
      }
      const monetized = (value: boolean) =>
        world.post(`stations/${station.station.id}/monetize`, { monetized: value })
      const running = await station.start(card.uid)
      expect([running.cardStatus.status, await listed()]).toEqual(['Accepted', true])
      await world.put(`roaming/locations/${world.locationId}`, { published: false })
      try {
        const before = emsp.wallet.authorizations.length
        // a session that began while the place was shown ends as it should
        expect((await station.stop(running.transactionId, card.uid, 1000)).status).toBe('Accepted')
        expect((await station.authorize(card.uid)).status).toBe('Invalid')
        world.clock.forward(MINUTE_MS)
        const refused = await station.start(card.uid)
        expect(refused.cardStatus.status).toBe('Invalid')
        await station.stop(refused.transactionId, card.uid, 1000)
        const [first, order] = await world.ordersOf(station.station.id)
        expect(await world.order(order!.id)).toMatchObject({ warning: 'unowned', payment_method_type: null })
        expect(await world.order(first!.id)).toMatchObject({ warning: null, payment_method_type: 'account' })
        expect((await station.authorize(never.uid)).status).not.toBe('Accepted')
        expect((await station.authorize(`nobodys-${party}`)).status).toBe('Invalid')
        expect(emsp.wallet.authorizations.length).toBe(before)
        expect(await listed()).toBe(false)
        // where charging is free for everybody, it is so for partners' drivers
        await monetized(false)
        expect((await station.authorize(card.uid)).status).toBe('Accepted')
      } finally {
        await world.put(`roaming/locations/${world.locationId}`, { published: true })
      }
      await monetized(true)
      expect((await station.authorize(card.uid)).status).toBe('Accepted')
      // lists that follow are compared with the places that partners are shown
      await world.patch(`locations/${world.locationId}`, { local_lists: true })
      await world.forward(2 * MINUTE_MS)
      await world.server.stations.lists.keep()
      await world.patch(`locations/${world.locationId}`, { local_lists: false })
      expect(await listed()).toBe(true)
    })

    test('a reservation keeps an EVSE for a token, and ends', async () => {
      const { place, authorize } = await aTalk(protocol)
      const token = emsp.wallet.put({ uid: `res-${party}`, whitelist: 'ALWAYS' })
      const expiresAt = new Date(world.clock.now().getTime() + 30 * MINUTE_MS)
      const reserved = await emsp.cpo.reserve({ token: token.uid, reservationId: 'r1', expiresAt, ...place })
      expect(await reserved.result()).toMatchObject({ result: 'ACCEPTED' })
      expect((await authorize(token.uid)).status).toBe('Accepted')
      const canceled = await emsp.cpo.cancelReservation('r1')
      expect(await canceled.result()).toMatchObject({ result: 'ACCEPTED' })
      expect((await emsp.cpo.cancelReservation('r2')).responses).toMatchObject([{ result: 'REJECTED' }])
    })

    test('tokens are read from a partner page by page, and what breaks the standard is counted', async () => {
      const { emsp: large, id } = await aPartner(`${party[0]}Z${party[1]}`, [version], 3)
      for (let n = 0; n < 10; n++) large.wallet.put({ uid: `page-${party}-${n}`, whitelist: 'ALWAYS' })
      large.wallet.put({ uid: 'x'.repeat(37), whitelist: 'ALWAYS' })
      const read = () =>
        world.post<PartnerTokens & { failure: string | null }>(`roaming/partners/${id}/tokens/read`)
      expect(await read()).toMatchObject({ tokens: 10, read: 10, unreadable: 1, failure: null })
      // what is as it was is not written again
      const written = async () =>
        (
          await sql`select t.xmin, k.xmin as card from roaming_tokens t join id_tokens k on k.token = t.token
            where t.partner_id = ${id} order by t.token`.execute(world.db)
        ).rows
      const before = await written()
      expect(await read()).toMatchObject({ tokens: 10, read: 10 })
      expect(await written()).toEqual(before)
      const station = await aTalk(protocol)
      expect((await station.authorize(`page-${party}-9`)).status).toBe('Accepted')
      large.faults.set({ kind: 'error', status: 500 }, { times: 1 })
      expect(await read()).toMatchObject({ tokens: 10, read: 0, failure: expect.stringContaining('500') })
    })

    test('a partner that is away gets the result of its command when it is back, and an administrator sees what waits', async () => {
      const { emsp: away, id } = await aPartner(`${party[0]}W${party[1]}`, [version])
      const { station, place } = await aTalk(protocol)
      const token = away.wallet.put({ uid: `away-${party}`, whitelist: 'ALWAYS' })
      await station.plugIn(1, null)
      away.faults.set({ kind: 'error', status: 503 }, { modules: ['commands'] })
      const sent = await away.cpo.start({ token: token.uid, ...place })
      const queue = (dead = false) => world.get<PartnerQueue>(`roaming/partners/${id}/queue?dead=${dead}`)
      await world.until('it waits', async () => (await queue()).failures > 0)
      expect(await queue()).toMatchObject({
        waiting: 1,
        dead: 0,
        error: expect.stringContaining('503'),
        items: [{ module: 'commands', attempts: 0 }],
      })
      expect(sent.results).toEqual([])
      away.faults.clear()
      expect(await world.post(`roaming/partners/${id}/queue/send`, {})).toEqual({ revived: 0 })
      expect(await sent.result()).toMatchObject({ result: 'ACCEPTED' })
      await world.until('nothing waits', async () => (await queue()).waiting === 0)
      expect(await queue(true)).toMatchObject({ failures: 0, error: null, items: [] })
    })

    test('a command whose server died has a result in the end: as its order says, else that its time is over', async () => {
      const { emsp: waiting, id: partnerId } = await aPartner(`${party[0]}V${party[1]}`, [version])
      const { station, place } = await aTalk(protocol)
      const token = waiting.wallet.put({ uid: `late-${party}`, whitelist: 'ALWAYS' })
      await station.plugIn(1, null)
      const sent = await waiting.cpo.start({ token: token.uid, ...place })
      await sent.result()
      const [order] = await world.ordersOf(station.id)
      const { db, clock } = { db: world.db, clock: world.clock }
      const conclude = () => concludeLate({ db, clock, deliveries: world.server.deliveries })
      const add = (type: 'START_SESSION' | 'UNLOCK_CONNECTOR', orderId?: number) =>
        db
          .transaction()
          .execute((tx) =>
            insertCommand(
              tx,
              { partnerId, type, responseUrl: `${waiting.versionsUrl}/none`, ...(orderId && { orderId }) },
              clock.now(),
            ),
          )
      const ids = [
        await add('START_SESSION', order!.id),
        await add('START_SESSION', -1),
        await add('UNLOCK_CONNECTOR'),
      ]
      const results = async () => {
        const { rows } = await sql<{ result: string | null }>`select result from roaming_commands
          where id = any(${ids}::bigint[]) order by id`.execute(db)
        return rows.map(({ result }) => result)
      }
      // the clock of a story goes on by itself
      clock.forward(2 * MINUTE_MS - 30_000)
      await conclude()
      expect(await results()).toEqual([null, null, null])
      clock.forward(30_000)
      await conclude()
      expect(await results()).toEqual(['ACCEPTED', 'REJECTED', 'TIMEOUT'])
      // what is old is forgotten
      await world.forward(30 * DAY_MS)
      await conclude()
      expect(await results()).toEqual([])
    })
  })
})

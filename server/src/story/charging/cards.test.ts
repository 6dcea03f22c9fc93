import { protocols } from '@stationmaster/ocpp'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { type CardTalk, cardTalk } from '../stations/journal/card-talk.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('cards ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { OCPP_MASTER_PASS_GROUP: 'Masters' })
  })
  afterAll(() => world?.close())

  let made = 0
  /** Adds a card with a new driver and these properties. */
  const aCard = async (cardStatus: { expires_at?: string; group?: string; blocked?: boolean } = {}) => {
    const token = `C${++made}`
    await world.addCard(token)
    if (Object.keys(cardStatus).length > 0) await world.patch(`id-tokens/${token}`, cardStatus)
    return token
  }
  const inMs = (ms: number): string => new Date(world.clock.now().getTime() + ms).toISOString()

  describe.each(protocols)('%s', (protocol) => {
    const aTalk = async (): Promise<CardTalk & { id: string }> => {
      const station = await world.simulate(protocol)
      return { id: station.id, ...cardTalk(protocol, station, () => world.clock.now()) }
    }

    test('the answer to an expired card contains its end, and a session that it begins is billed to nobody', async () => {
      const station = await aTalk()
      const end = inMs(HOUR_MS)
      const card = await aCard({ expires_at: end })
      expect(await station.authorize(card)).toEqual({ status: 'Accepted', expiresAt: end })
      const first = await station.start(card)
      expect(first.cardStatus).toEqual({ status: 'Accepted', expiresAt: end })
      await world.forward(HOUR_MS)
      // a session that began before the end continues on its driver's account
      expect(await station.stop(first.transactionId, card)).toEqual({ status: 'Expired', expiresAt: end })
      expect(await station.authorize(card)).toEqual({ status: 'Expired', expiresAt: end })
      const second = await station.start(card)
      expect(second.cardStatus).toEqual({ status: 'Expired', expiresAt: end })
      await station.stop(second.transactionId, card)
      // an hour without a word from a station may have been noticed, or not
      expect(await world.ordersOf(station.id)).toMatchObject([
        { warning: expect.toBeOneOf([null, 'offline']), rfid: card, priceMinor: 1700 },
        { warning: 'unowned', rfid: card, priceMinor: 0 },
      ])
    })

    test('a start that comes late is judged as of when it happened', async () => {
      const station = await aTalk()
      const card = await aCard({ expires_at: inMs(-HOUR_MS) })
      const { cardStatus } = await station.start(card, {
        at: new Date(world.clock.now().getTime() - 2 * HOUR_MS),
      })
      expect(cardStatus.status).toBe('Accepted')
      expect(await world.ordersOf(station.id)).toMatchObject([{ warning: null, rfid: card }])
    })

    test('a blocked card has the same word at Authorize, at the start, at its repeat and at the end', async () => {
      const station = await aTalk()
      const card = await aCard({ blocked: true })
      const at = world.clock.now()
      expect((await station.authorize(card)).status).toBe('Blocked')
      const { cardStatus, transactionId } = await station.start(card, { at })
      const again = await station.start(card, { at, transactionId })
      const end = await station.stop(transactionId, card)
      expect([cardStatus.status, again.cardStatus.status, end.status]).toEqual([
        'Blocked',
        'Blocked',
        'Blocked',
      ])
      expect(again.transactionId).toBe(transactionId)
      expect(await world.ordersOf(station.id)).toMatchObject([{ warning: 'unowned', priceMinor: 0 }])
    })

    test('a card ends what another of its group has begun, and a stranger does not', async () => {
      const [here, there] = [await aTalk(), await aTalk()]
      const group = `Family ${protocol}`
      const [mother, son, stranger] = [await aCard({ group }), await aCard({ group }), await aCard()]
      const accepted = { status: 'Accepted', group: group.toUpperCase() }
      expect(await here.authorize(mother)).toEqual(accepted)
      const running = await here.start(mother)
      expect(running.cardStatus).toEqual(accepted)
      // the son charges elsewhere, but he may end the session that his mother began here
      const elsewhere = await there.start(son)
      expect(await here.authorize(son)).toEqual(accepted)
      expect(await here.authorize(stranger)).toEqual({ status: 'Accepted' })
      expect(await here.stop(running.transactionId, son)).toEqual(accepted)
      expect((await here.authorize(son)).status).toBe('ConcurrentTx')
      await there.stop(elsewhere.transactionId, son)
      expect(await world.ordersOf(here.id)).toMatchObject([
        { status: 'completed', rfid: mother, priceMinor: 1700 },
      ])
    })

    test('a master pass ends any transaction and begins none', async () => {
      const station = await aTalk()
      const [pass, card] = [await aCard({ group: 'masters' }), await aCard()]
      expect((await station.authorize(pass)).status).toBe('Invalid')
      const refused = await station.start(pass)
      expect(refused.cardStatus.status).toBe('Invalid')
      await station.stop(refused.transactionId, pass)
      const { transactionId } = await station.start(card)
      expect(await station.authorize(pass)).toEqual({ status: 'Accepted', group: 'MASTERS' })
      expect(await station.stop(transactionId, pass)).toEqual({ status: 'Accepted', group: 'MASTERS' })
      expect(await world.ordersOf(station.id)).toMatchObject([
        { warning: 'unowned', priceMinor: 0 },
        { status: 'completed', rfid: card, priceMinor: 1700 },
      ])
    })

    test('a station lets a card of the group end what another began, and a master pass', async () => {
      const station = await world.simulate(protocol)
      const group = `Taxi ${protocol}`
      const [one, two, stranger, pass] = [
        await aCard({ group }),
        await aCard({ group }),
        await aCard(),
        await aCard({ group: 'Masters' }),
      ]
      await station.plugIn(undefined, null)
      await station.tap(undefined, one)
      expect(await station.tap(undefined, stranger)).toBe('refused')
      expect(await station.tap(undefined, two)).toBe('Accepted')
      await station.tap(undefined, one)
      if (protocol === 'ocpp2.0.1') {
        const data = { component: { name: 'AuthCtrlr' }, variable: { name: 'MasterPassGroupId' } }
        await world.post(`stations/${station.id}/message`, {
          action: 'SetVariables',
          payload: { setVariableData: [{ ...data, attributeValue: 'MASTERS' }] },
        })
        expect(await station.tap(undefined, pass)).toBe('Accepted')
        await station.settled()
        expect(await station.tap(undefined, pass)).toBe('Invalid')
      } else await station.stop()
      expect(await world.ordersOf(station.id)).toMatchObject([
        { status: 'completed', rfid: one },
        { status: 'completed', rfid: one },
      ])
    })

    test('a reservation for a card is used by another of its group', async () => {
      const station = await world.simulate(protocol)
      const group = `Fleet ${protocol}`
      const [reserved, other, stranger] = [await aCard({ group }), await aCard({ group }), await aCard()]
      const body = { task: 'reserve', evse: 1, token: reserved, minutes: 10 }
      expect(await world.post(`stations/${station.id}/tasks`, body)).toMatchObject({ accepted: true })
      await station.plugIn(undefined, null)
      expect(await station.tap(undefined, stranger)).toBe('refused')
      expect(await station.tap(undefined, other)).toBe('Accepted')
      expect(station.transactions()).toMatchObject([{ token: other, status: 'Accepted' }])
      await station.stop()
    })

    test('a local list tells the end and the group, and what has changed of them', async () => {
      const station = await world.simulate(protocol)
      const group = `List ${protocol}`
      const [gone, mother] = [await aCard({ expires_at: inMs(-HOUR_MS) }), await aCard({ group })]
      const [son, pass] = [await aCard({ group }), await aCard({ group: 'Masters' })]
      const send = (full: boolean) => world.post(`stations/${station.id}/tasks`, { task: 'send_list', full })
      expect(await send(true)).toMatchObject({ accepted: true })
      const end = inMs(DAY_MS)
      await world.patch(`id-tokens/${gone}`, { expires_at: end })
      expect(await send(false)).toMatchObject({ accepted: true })
      let cardStatus: ReturnType<typeof listedIn> = []
      await world.until('the journal tells both', async () => {
        const frames = await world.sentTo(station.id, 'SendLocalList')
        cardStatus = frames.flatMap(listedIn)
        return cardStatus.some(({ token, status }) => token === gone && status === 'Accepted')
      })
      expect(cardStatus.filter(({ token }) => token === gone)).toMatchObject([
        { status: 'Expired' },
        { status: 'Accepted', until: end },
      ])
      expect(cardStatus.filter(({ token }) => token === son)).toMatchObject([
        { status: 'Accepted', group: group.toUpperCase() },
      ])
      // 1.6 has no card that only ends transactions
      expect(cardStatus.filter(({ token }) => token === pass)).toMatchObject([
        protocol === 'ocpp1.6' ? { status: 'Invalid' } : { status: 'Accepted', group: 'MASTERS' },
      ])
      await station.plugIn(undefined, null)
      await station.tap(undefined, mother)
      await station.goOffline()
      expect(await station.tap(undefined, gone)).toBe('refused')
      expect(await station.tap(undefined, son)).toBe('offline')
      await station.goOnline()
      await world.until('its end has been sent', async () => {
        const [order] = await world.ordersOf(station.id)
        return order?.status === 'completed'
      })
    })
  })

  test('cards are listed, changed and written down', async () => {
    const end = inMs(DAY_MS)
    const token = await aCard({ expires_at: end, group: 'Depot' })
    expect(await world.get('id-tokens?group=depot')).toMatchObject([
      { token, expires_at: end, group: 'DEPOT' },
    ])
    await world.patch(`id-tokens/${token.toLowerCase()}`, { group: null, expires_at: null })
    expect(await world.get('id-tokens?group=depot')).toEqual([])
    expect(await world.get(`id-tokens?search=${token}`)).toMatchObject([
      { token, expires_at: null, group: null },
    ])
    expect(await world.get(`drivers?search=${token}`)).toMatchObject([
      { tokens: [{ token, blocked: false, expires_at: null, group: null }] },
    ])
    const rows = await world.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject_type', '=', 'token')
      .where('subject_id', '=', token)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { action: 'token.change', before: { group: null }, after: { group: 'DEPOT', expires_at: end } },
      { action: 'token.change', before: { group: 'DEPOT', expires_at: end }, after: { group: null } },
    ])
    const own = await world.post('id-tokens', { token: 'pool-1', group: 'pool', expires_at: inMs(SECOND_MS) })
    expect(own).toMatchObject({ token: 'POOL-1', driver_id: null, group: 'POOL', blocked: false })
  })
})

/** The cards in a SendLocalList of either version. */
function listedIn(frame: string) {
  const payload = JSON.parse(frame)[3] as { localAuthorizationList?: Listing[] }
  return (payload.localAuthorizationList ?? []).map(({ idTag, idTagInfo, idToken, idTokenInfo }) => ({
    token: idTag ?? idToken?.idToken,
    status: (idTagInfo ?? idTokenInfo)?.status,
    until: idTagInfo?.expiryDate ?? idTokenInfo?.cacheExpiryDateTime,
    group: idTagInfo?.parentIdTag ?? idTokenInfo?.groupIdToken?.idToken,
  }))
}

interface Listing {
  idTag?: string
  idTagInfo?: { status: string; expiryDate?: string; parentIdTag?: string }
  idToken?: { idToken: string }
  idTokenInfo?: { status: string; cacheExpiryDateTime?: string; groupIdToken?: { idToken: string } }
}

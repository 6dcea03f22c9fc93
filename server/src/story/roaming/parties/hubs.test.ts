import type { Invitation, PartnerParties, PartnerQueue } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { World } from '../../world/world.ts'

type Status = PartnerParties['items'][number]['status']

/** Parties behind a hub: which of them a call is for, and what becomes of it while the hub says that the party is not connected. */
describe.each([
  ['ocpp1.6', '2.2.1'],
  ['ocpp2.0.1', '2.3.0'],
] as const)('a hub (%s, OCPI %s)', (protocol, version) => {
  let world: World
  let hub: Emsp
  let id = 0
  beforeAll(async () => {
    world = await World.open(await openTestDatabase(), undefined, { OCPI_AUTHORIZE_SECONDS: '1' })
    await world.put('roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    await sql`update locations set lat = 56.85, lng = 35.9, country = 'Russia'`.execute(world.db)
    await world.put(`roaming/locations/${world.locationId}`, { published: true })
    const invited = await world.post<Invitation>('roaming/partners', { name: 'Hub', hub: true })
    id = invited.partner.id
    const now = () => world.clock.now()
    hub = await startEmsp({
      countryCode: 'NL',
      partyId: 'HUB',
      hub: true,
      versions: [version],
      now,
      pageLimit: 2,
    })
    await hub.partner.register(invited.versions_url, invited.token)
  })
  afterAll(async () => {
    await hub?.close()
    await world?.close()
  })

  const party = { countryCode: 'DE', partyId: 'BHD' }
  const say = async (status: Status, { countryCode, partyId } = party) => {
    world.clock.forward(1_000)
    await hub.cpo.pushClientInfo({ country_code: countryCode, party_id: partyId, role: 'EMSP', status })
  }
  const parties = () => world.get<PartnerParties>(`roaming/partners/${id}/parties`)
  const nothingWaits = () =>
    world.until(
      'nothing waits',
      async () => (await world.get<PartnerQueue>(`roaming/partners/${id}/queue`)).waiting === 0,
    )
  const receiverOf = (arrival: Emsp['book']['arrivals'][number] | undefined) => [
    arrival?.headers['ocpi-to-country-code'],
    arrival?.headers['ocpi-to-party-id'],
  ]
  let cards = 0
  const aCard = async (whitelist: 'ALWAYS' | 'NEVER') => {
    const token = hub.wallet.put({ uid: `hub${++cards}`, whitelist, party })
    await hub.cpo.pushToken(token)
    return token.uid
  }
  const aTalk = async () => {
    const station = await world.simulate(protocol, { plugDelayMs: null })
    return { station, ...cardTalk(protocol, station, () => world.clock.now()) }
  }

  test('calls name the party behind the hub, and what is for nobody in particular the hub', async () => {
    await say('CONNECTED')
    const { authorize } = await aTalk()
    expect((await authorize(await aCard('NEVER'))).status).toBe('Accepted')
    expect(receiverOf(hub.book.arrivals.findLast(({ module }) => module === 'tokens'))).toEqual(['DE', 'BHD'])
    // a hub finds out itself whose a card is that nobody knows
    expect((await authorize('NOBODYS')).status).toBe('Invalid')
    expect(receiverOf(hub.book.arrivals.findLast(({ module }) => module === 'tokens'))).toEqual([
      undefined,
      undefined,
    ])
    await world.server.shown.look()
    await hub.until(() => hub.location(String(world.locationId)))
    expect(receiverOf(hub.book.arrivals.findLast(({ module }) => module === 'locations'))).toEqual([
      'NL',
      'HUB',
    ])
    expect(hub.book.arrivals.flatMap(({ remarks }) => remarks)).toEqual([])
  })

  test.each([
    'OFFLINE',
    'PLANNED',
    'SUSPENDED',
  ] as const)('nothing is sent to a party that is %s; when it is back it has all, once', async (status) => {
    await say('CONNECTED')
    const { station, authorize, start, stop } = await aTalk()
    const [always, never] = [await aCard('ALWAYS'), await aCard('NEVER')]
    await say(status)
    expect((await parties()).items).toMatchObject([{ status, away_since: expect.any(String) }])
    const before = hub.wallet.authorizations.length
    expect((await authorize(never)).status).toBe('Blocked')
    expect(hub.wallet.authorizations.length).toBe(before)
    const { transactionId } = await start(always)
    world.clock.forward(10 * MINUTE_MS)
    await stop(transactionId, always, 10_000)
    const [order] = await world.ordersOf(station.id)
    const session = String(order!.id)
    const bills = () =>
      sql<{ id: string }>`select id from roaming_cdrs where order_id = ${order!.id}`.execute(world.db)
    await world.until('it is billed', async () => (await bills()).rows.length > 0)
    await nothingWaits()
    expect([hub.session(session), hub.cdrsOf(session)]).toEqual([undefined, []])
    await say('CONNECTED')
    await hub.until(() => (hub.cdrsOf(session).length > 0 ? true : undefined), 'the bill')
    await hub.until(() => (hub.session(session)?.status === 'COMPLETED' ? true : undefined), 'the session')
    expect(receiverOf(hub.book.arrivals.findLast(({ module }) => module === 'cdrs'))).toEqual(['DE', 'BHD'])
    await nothingWaits()
    expect(hub.cdrsOf(session)).toHaveLength(1)
    expect(hub.book.counts.cdrs).toMatchObject({ duplicates: 0 })
  })

  test('what the hub said last counts, whatever comes later; all parties are read from it page by page', async () => {
    const ask = (body: object, name = 'DE/OLD') =>
      hub.partner.call({ module: 'hubclientinfo', role: 'RECEIVER', method: 'PUT', path: name, body })
    const at = (agoMs: number) => new Date(world.clock.now().getTime() - agoMs).toISOString()
    const old = { country_code: 'DE', party_id: 'OLD', role: 'EMSP' }
    expect((await ask({ ...old, status: 'OFFLINE', last_updated: at(1000) })).code).toBe(1000)
    await ask({ ...old, status: 'CONNECTED', last_updated: at(2000) })
    const found = await hub.partner.call({
      module: 'hubclientinfo',
      role: 'RECEIVER',
      method: 'GET',
      path: 'de/old',
    })
    expect(found.data).toMatchObject({ ...old, status: 'OFFLINE' })
    expect((await ask({ ...old, status: 'AWAY', last_updated: at(0) })).code).toBe(2001)
    expect((await ask({ ...old, status: 'OFFLINE', last_updated: at(0) }, 'DE/NEW')).code).toBe(2001)
    for (const partyId of ['AAA', 'BBB', 'CCC']) await say('CONNECTED', { countryCode: 'FR', partyId })
    // the hub's own list has no DE*OLD
    world.clock.forward(2 * HOUR_MS)
    expect(await world.post(`roaming/partners/${id}/parties/read`)).toMatchObject({
      read: 4,
      unreadable: 0,
      failure: null,
      total: 4,
    })
    expect((await parties()).items.map((one) => one.party_id)).toEqual(['BHD', 'AAA', 'BBB', 'CCC'])
  })

  test('who is no hub says nothing of other parties', async () => {
    const invited = await world.post<Invitation>('roaming/partners', { name: 'Cards' })
    const emsp = await startEmsp({ versions: [version], partyId: 'CRD', now: () => world.clock.now() })
    try {
      await emsp.partner.register(invited.versions_url, invited.token)
      await expect(
        emsp.cpo.pushClientInfo({ country_code: 'DE', party_id: 'BHD', role: 'EMSP', status: 'OFFLINE' }),
      ).rejects.toThrow(/2000/)
    } finally {
      await emsp.close()
    }
  })
})

import { type OcpiVersion, write } from '@stationmaster/ocpi'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { notThere } from '../../slices/roaming/partners/serving/failure.ts'
import { ocpiList, ocpiRoute } from '../../slices/roaming/partners/serving/ocpi-route.ts'
import { type OcpiServer, serveOcpi } from '../../slices/roaming/partners/serving/ocpi-server.ts'
import { updatePartner } from '../../slices/roaming/partners/store.ts'
import { RoamingWorld } from './roaming-world.ts'
import { callOcpi } from './small-partner.ts'

const perMinute = 40

/** A server with two modules of its own beside that of the world, on the same database: what all modules have in common. */
describe.each(openTestDatabases().slice(0, 1))('a module of OCPI ($name)', ({ open }) => {
  let world: RoamingWorld
  let app: FastifyInstance
  let base: string
  const items = Array.from({ length: 7 }, (_, nth) => ({ nth }))
  const seen: unknown[] = []

  function bind(ocpi: OcpiServer): void {
    const shared = { module: 'examples', role: 'SENDER', path: '/list' } as const
    ocpiList(ocpi, { ...shared, most: 3 }, async ({ page, from }) => {
      seen.push(page, from)
      return { items: items.slice(page.offset, page.offset + page.limit), total: items.length }
    })
    const put = { module: 'tokens', role: 'RECEIVER', method: 'PUT', path: '/:uid' } as const
    ocpiRoute(ocpi, { ...put, body: ({ token }) => token }, async ({ body, params, codecs, version }) => {
      if (params.uid !== body.uid) throw notThere('There is no such token.')
      return { data: { version, token: write(codecs.token, body) }, http: 201 }
    })
  }

  beforeAll(async () => {
    world = await RoamingWorld.open(await open())
    app = Fastify()
    app.decorateRequest('remoteAddress', {
      getter() {
        return '192.0.2.1'
      },
    })
    const parts = { ...world.office.parts.roaming, base: () => base, requestsPerMinute: perMinute }
    await app.register((scope) => serveOcpi(scope, parts, bind), { prefix: '/ocpi' })
    base = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await world.close()
  })

  const listUrl = (search = '') => `${base}/ocpi/2.2.1/examples/list${search}`
  /** What was counted of a partner is of the minute before. */
  const later = () => world.office.clock.forward(60_000)

  const aToken = (uid: string) => ({
    country_code: 'DE',
    party_id: 'MOD',
    uid,
    type: 'RFID',
    contract_id: 'DE-MOD-1',
    issuer: 'Cards',
    valid: true,
    whitelist: 'ALLOWED',
    last_updated: '2026-01-01T00:00:00Z',
  })

  test('a list is read page by page, each with the address of the next', async () => {
    const { partner } = await world.connected('PAG')
    const read: unknown[] = []
    let url: string | undefined = listUrl('?limit=2&date_from=2026-01-01T00:00:00Z')
    const pages: string[] = []
    while (url !== undefined) {
      const answer = await partner.call('GET', url)
      expect([answer.status, answer.headers.get('x-total-count'), answer.headers.get('x-limit')]).toEqual([
        200,
        '7',
        '3',
      ])
      read.push(...answer.body.data)
      pages.push(url)
      url = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(read).toEqual(items)
    expect(pages).toHaveLength(4)
    expect(pages[1]).toBe(listUrl('?limit=2&date_from=2026-01-01T00%3A00%3A00Z&offset=2'))
  })

  test('a page is never larger than we say, and an offset beyond the end is empty', async () => {
    const { partner } = await world.connected('BIG')
    const sizeOf = async (search: string) => (await partner.call('GET', listUrl(search))).body.data.length
    expect(await sizeOf('')).toBe(3)
    expect(await sizeOf('?limit=4')).toBe(3)
    expect(await sizeOf('?limit=3')).toBe(3)
    expect(await sizeOf('?limit=1')).toBe(1)
    expect(await sizeOf('?offset=6')).toBe(1)
    const beyond = await partner.call('GET', listUrl('?offset=7'))
    expect(beyond.body.data).toEqual([])
    expect(beyond.headers.get('link')).toBeNull()
  })

  test('instants are read with a Z, without, and with a zone; anything else is refused', async () => {
    later()
    const { partner } = await world.connected('DAT')
    const pageOf = async (search: string) => {
      seen.length = 0
      const { body } = await partner.call('GET', listUrl(search))
      return body.status_code === 1000 ? seen[0] : body.status_code
    }
    const from = new Date('2026-03-01T10:00:00Z')
    for (const text of [
      '2026-03-01T10:00:00Z',
      '2026-03-01T10:00:00',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T12:00:00%2B02:00',
    ])
      expect(await pageOf(`?date_from=${text}`), text).toMatchObject({ from, to: null })
    expect(await pageOf('?date_to=2026-03-01T10:00:00Z')).toMatchObject({ from: null, to: from })
    for (const search of [
      'date_from=yesterday',
      'date_from=2026-13-01T00:00:00Z',
      'limit=0',
      'limit=x',
      'offset=-1',
      'offset=1.5',
    ])
      expect(await pageOf(`?${search}`), search).toBe(2001)
  })

  test.each([
    '2.2.1',
    '2.3.0',
  ] as OcpiVersion[])('a body is read as %s says, and all that is wrong with it is named', async (version) => {
    const { partner } = await world.connected(version === '2.2.1' ? 'MOA' : 'MOB')
    const url = `${base}/ocpi/${version}/tokens`
    const good = await partner.call('PUT', `${url}/A1`, { body: { ...aToken('A1'), further: 'field' } })
    expect([good.status, good.body.data]).toEqual([201, { version, token: aToken('A1') }])
    const bad = await partner.call('PUT', `${url}/A1`, {
      body: { ...aToken('A1'), valid: 'yes', type: undefined },
    })
    expect([bad.status, bad.body.status_code]).toEqual([200, 2001])
    expect(bad.body.status_message).toMatch(/valid/)
    expect(bad.body.status_message).toMatch(/type/)
    const none = await partner.call('PUT', `${url}/A1`)
    expect([none.status, none.body.status_code]).toEqual([200, 2001])
    const absent = await partner.call('PUT', `${url}/B2`, { body: aToken('A1') })
    expect([absent.status, absent.body.status_code]).toEqual([404, 2000])
  })

  test('only connected partners call modules', async () => {
    const { token } = await world.invite('Early')
    expect((await callOcpi('GET', listUrl(), token)).status).toBe(401)
    const { partner, id } = await world.connected('SUS')
    await world.call('POST', `roaming/partners/${id}/suspend`)
    expect((await partner.call('GET', listUrl())).status).toBe(403)
  })

  test('headers say between which parties a call goes, and the answer turns them round', async () => {
    later()
    const { partner, id } = await world.connected('ROU')
    const headers = {
      'ocpi-from-country-code': 'de',
      'ocpi-from-party-id': 'rou',
      'ocpi-to-country-code': 'DE',
      'ocpi-to-party-id': 'STM',
    }
    const codeOf = async (more: Record<string, string>) =>
      (await partner.call('GET', listUrl(), { headers: { ...headers, ...more } })).body.status_code
    const answer = await partner.call('GET', listUrl(), { headers })
    expect(answer.body.status_code).toBe(1000)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'ocpi-to-country-code': 'de',
      'ocpi-to-party-id': 'rou',
      'ocpi-from-country-code': 'DE',
      'ocpi-from-party-id': 'STM',
    })
    expect(await codeOf({ 'ocpi-to-party-id': 'ZZZ' })).toBe(4001)
    expect(await codeOf({ 'ocpi-from-party-id': 'ZZZ' })).toBe(2001)
    expect(await codeOf({ 'ocpi-from-party-id': 'too long' })).toBe(2001)
    // a hub speaks for those behind it, if staff has said that it is one
    await updatePartner(world.office.database.db, id, { hubPartyId: 'DEHUB' })
    expect(await codeOf({ 'ocpi-from-party-id': 'ZZZ' })).toBe(2001)
    expect((await world.call('PATCH', `roaming/partners/${id}`, { hub: true })).status).toBe(200)
    expect(await codeOf({ 'ocpi-from-party-id': 'ZZZ' })).toBe(1000)
  })

  test('who calls too often waits, and holds nobody else up', async () => {
    later()
    const [{ partner }, other] = [await world.connected('FST'), await world.connected('SLW')]
    const statuses: number[] = []
    for (let nth = 0; nth < perMinute; nth += 1) statuses.push((await partner.call('GET', listUrl())).status)
    // some calls of the registration were of the same minute
    const last = await partner.call('GET', listUrl())
    expect(statuses[0]).toBe(200)
    expect([last.status, last.body.status_code]).toEqual([429, 2000])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.partner.call('GET', listUrl())).status).toBe(200)
    later()
    expect((await partner.call('GET', listUrl())).status).toBe(200)
  })

  test('an address that tries tokens waits, and a partner behind it does not', async () => {
    later()
    const { partner } = await world.connected('ADR')
    let last = 0
    for (let nth = 0; nth < 61; nth += 1) last = (await callOcpi('GET', listUrl(), `guess-${nth}`)).status
    expect(last).toBe(429)
    expect((await partner.call('GET', listUrl())).status).toBe(200)
  })
})

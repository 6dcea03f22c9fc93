import type { Connection, ErrorAnswer, PartnerMessageView } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { callPartner, type PartnerAnswer } from '../../slices/roaming/partners/calling/call-partner.ts'
import { getPartner } from '../../slices/roaming/partners/office/actions.ts'
import { upkeep } from '../../upkeep/upkeep.ts'
import { RoamingWorld } from './roaming-world.ts'
import { callOcpi, type Fault, type SmallPartner } from './small-partner.ts'

/** Answers with a status and a text. */
const says =
  (status: number, text: string, headers: Record<string, string> = {}): Fault =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    return true
  }
/** Takes the call and never answers. */
const hangs: Fault = () => true
/** Answers without an end. */
const floods: Fault = (_request, response) => {
  const more = () => response.write(' '.repeat(1_000_000), more)
  more()
  return true
}
const breaks: Fault = (request) => {
  request.socket.destroy()
  return true
}
const envelope = (status_code: number, data?: unknown) =>
  JSON.stringify({ data, status_code, timestamp: '2026-03-10T09:00:00Z' })

describe.each(openTestDatabases().slice(0, 1))('partners with faults ($name)', ({ open }) => {
  let world: RoamingWorld
  let other: SmallPartner
  beforeAll(async () => {
    world = await RoamingWorld.open(await open(), { OCPI_TIMEOUT_SECONDS: '120' })
    other = await world.aPartner('OTR')
  })
  afterAll(() => world.close())
  afterEach(() => {
    other.heard.length = 0
    patience(120_000)
  })
  /** How long our calls wait from now on; those under way keep their time. */
  const patience = (ms: number) => {
    world.office.parts.roaming.timeoutMs = ms
  }
  /** Lets a partner take the call by which we offer a token, and answer nothing; gives the token. */
  const takes = (partner: SmallPartner, method: 'POST' | 'PUT') => {
    let offered = ''
    partner.fault = (request) => {
      // the call after this one is the one that waits in vain
      if (request.url === '/ocpi/2.3.0') patience(500)
      if (request.method !== method) return false
      request.on('data', (part) => {
        offered += part
      })
      return true
    }
    return () => JSON.parse(offered).token as string
  }

  const faults: [string, () => Fault, object][] = [
    ['hangs', () => hangs, { fault: 'timeout', http_status: null }],
    ['answers 503', () => says(503, envelope(3000)), { fault: 'http', http_status: 503, ocpi_status: 3000 }],
    [
      'answers a page of HTML',
      () => says(502, '<html>'),
      { fault: 'http', http_status: 502, ocpi_status: null },
    ],
    ['answers 200 without an envelope', () => says(200, '[]'), { fault: 'not_ocpi', http_status: 200 }],
    [
      'answers 200 and a code that says no',
      () => says(200, envelope(3000)),
      { fault: 'refused', ocpi_status: 3000 },
    ],
    ['answers without an end', () => floods, { fault: 'too_large' }],
    ['breaks the connection', () => breaks, { fault: 'broken' }],
    [
      'points to another server',
      () => says(302, '', { location: other.versionsUrl }),
      { fault: 'redirected' },
    ],
    [
      'points to itself for ever',
      () => says(301, '', { location: '/ocpi/versions' }),
      { fault: 'redirected' },
    ],
    ['names no version', () => says(200, envelope(1000, [])), { fault: 'no_version' }],
    ['refuses the token', () => says(401, envelope(2000)), { fault: 'http', http_status: 401 }],
  ]
  test.each(
    faults,
  )('a partner that %s is not connected, and is when it has recovered', async (_, fault, failure) => {
    const partner = await world.aPartner()
    partner.fault = fault()
    if (partner.fault === hangs) patience(200)
    const tried = await world.accept(partner)
    expect(tried.failure).toMatchObject({ step: 'versions', ...failure })
    expect(tried.partner).toMatchObject({ state: 'invited', can: { connect: true } })
    expect(other.heard).toEqual([])
    partner.fault = null
    patience(120_000)
    const again = await world.call<Connection>('POST', `roaming/partners/${tried.partner.id}/connect`)
    expect(again.body).toMatchObject({ failure: null, partner: { state: 'connected' } })
  })

  test('a partner that takes our credentials and is not heard of again may still read our versions', async () => {
    const partner = await world.aPartner()
    const offered = takes(partner, 'POST')
    const { failure, partner: now } = await world.accept(partner)
    expect(failure).toMatchObject({ step: 'credentials', fault: 'timeout' })
    const token = offered()
    expect((await callOcpi('GET', world.versionsUrl, token)).status).toBe(200)
    // and nothing beyond, as long as nobody knows
    const list = world.versionsUrl.replace(/versions$/, '2.3.0/credentials')
    expect((await callOcpi('DELETE', list, token)).status).toBe(405)
    // one that says no has not taken it
    patience(120_000)
    partner.fault = (request, response) =>
      request.method === 'POST' && says(200, envelope(3001))(request, response)
    await world.call('POST', `roaming/partners/${now.id}/connect`)
    expect((await callOcpi('GET', world.versionsUrl, token)).status).toBe(401)
  })

  test('while nobody knows whether tokens were exchanged, the old and the new one both open our interface', async () => {
    const { partner, id } = await world.connected('HLF')
    const before = partner.ours
    const offered = takes(partner, 'PUT')
    const { body } = await world.call<Connection>('POST', `roaming/partners/${id}/renew`)
    expect(body.failure).toMatchObject({ step: 'credentials', fault: 'timeout' })
    expect((await callOcpi('GET', world.versionsUrl, before)).status).toBe(200)
    expect((await callOcpi('GET', world.versionsUrl, offered())).status).toBe(200)
  })

  test('a partner whose own interface is of no use is told why, and may try again', async () => {
    const partner = await world.aPartner()
    const { token, versions_url: url, partner: invited } = await world.invite('Useless')
    partner.ours = token
    const register = async () => {
      const { status, body } = await partner.register(url, '2.3.0')
      return [status, body.status_code]
    }
    partner.fault = says(500, '')
    expect(await register()).toEqual([200, 3001])
    partner.fault = null
    partner.versions = ['2.2.1']
    expect(await register()).toEqual([200, 3002])
    partner.versions = ['2.3.0']
    partner.fault = (request, response) =>
      request.url === '/ocpi/2.3.0' &&
      says(
        200,
        envelope(1000, { version: '2.3.0', endpoints: [{ identifier: 'tokens', role: 'SENDER', url }] }),
      )(request, response)
    expect(await register()).toEqual([200, 3003])
    expect(await world.partner(invited.id)).toMatchObject({ state: 'invited', versions_url: null })
    partner.fault = null
    expect(await register()).toEqual([200, 1000])
  })

  test('of two registrations with one token one counts', async () => {
    const [one, two] = [await world.aPartner('RC1'), await world.aPartner('RC2')]
    const { token, versions_url: url, partner: invited } = await world.invite('Race')
    one.ours = token
    two.ours = token
    const answers = await Promise.all([one.register(url, '2.3.0'), two.register(url, '2.3.0')])
    const won = answers.filter(({ body }) => body.status_code === 1000)
    expect(won).toHaveLength(1)
    const winner = answers[0].body.status_code === 1000 ? one : two
    expect((await winner.call('GET', world.versionsUrl)).status).toBe(200)
    expect((await world.partner(invited.id)).roles[0]?.party_id).toBe(winner.party)
  })

  describe('a call of ours', () => {
    let calls = 0
    const call = async (id: number): Promise<PartnerAnswer> => {
      const parts = world.office.parts.roaming
      const partner = await getPartner(parts, id)
      return callPartner(parts, partner, {
        module: 'tokens',
        role: 'SENDER',
        method: 'GET',
        query: { limit: '1' },
      })
    }

    test.each([
      [429, envelope(2000), true],
      [408, envelope(2000), true],
      [500, envelope(3000), true],
      [503, '', true],
      [400, envelope(2001), false],
      [401, envelope(2000), false],
      [404, envelope(2003), false],
      [200, envelope(2001), false],
      [200, envelope(2999), false],
      [200, envelope(3000), true],
      [200, 'nothing', false],
    ])('that is answered with %s %s may pass later: %s', async (status, text, mayPass) => {
      const { partner, id } = await world.connected(`C${String(++calls).padStart(2, '0')}`)
      partner.fault = says(status, text)
      expect(await call(id)).toMatchObject({ ok: false, mayPass, httpStatus: status })
    })

    test('carries its identifiers and parties, and is recorded with what came', async () => {
      const { partner, id } = await world.connected('HDR')
      partner.tokens = [{ uid: 'A' }, { uid: 'B' }]
      expect(await call(id)).toMatchObject({
        ok: true,
        data: [{ uid: 'A' }],
        total: 2,
        next: expect.stringContaining('offset=1'),
      })
      const sent = partner.headers.at(-1)
      expect(sent).toMatchObject({
        'ocpi-from-country-code': 'DE',
        'ocpi-from-party-id': 'STM',
        'ocpi-to-country-code': 'DE',
        'ocpi-to-party-id': 'HDR',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        'x-correlation-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
      const { body } = await world.call<PartnerMessageView[]>(
        'GET',
        `roaming/partners/${id}/messages?module=tokens`,
      )
      expect(body).toMatchObject([
        { direction: 'out', method: 'GET', http_status: 200, request_id: sent?.['x-request-id'] },
      ])
    })

    test('is not made while the partner is suspended, nor to a module that it has not', async () => {
      const { partner, id } = await world.connected('STP')
      const heard = partner.heard.length
      await world.call('POST', `roaming/partners/${id}/suspend`)
      expect(await call(id)).toMatchObject({ ok: false, fault: 'not_connected', mayPass: true })
      await world.call('POST', `roaming/partners/${id}/resume`)
      expect(await call(id)).toMatchObject({ ok: true })
      expect(partner.heard).toHaveLength(heard + 1)
      partner.modules = [['locations', 'RECEIVER']]
      await world.call('POST', `roaming/partners/${id}/renew`)
      expect(await call(id)).toMatchObject({ ok: false, fault: 'no_endpoint', mayPass: false })
    })

    test('to a partner that is gone is told from one that it may have received', async () => {
      const { partner, id } = await world.connected('GON')
      partner.fault = breaks
      expect(await call(id)).toMatchObject({ ok: false, fault: 'broken', mayPass: true })
      await partner.close()
      expect(await call(id)).toMatchObject({ ok: false, fault: 'unreachable', mayPass: true })
    })
  })

  test('our party stays as it is while partners know it, but for its name', async () => {
    await world.connected('PTY')
    const put = (party_id: string, name: string) =>
      world.call<ErrorAnswer>('PUT', 'roaming/party', { country_code: 'DE', party_id, name })
    expect((await put('NEW', 'Stationmaster')).body.code).toBe('roaming.party_in_use')
    expect((await put('stm', 'Stationmaster SE')).status).toBe(200)
    const { body } = await world.call<{ party_id: string; name: string }>('GET', 'roaming/party')
    expect(body).toMatchObject({ party_id: 'STM', name: 'Stationmaster SE', fixed: true })
  })

  test('what was said is kept for as many days as the settings say', async () => {
    const { id } = await world.connected('OLD')
    const { db } = world.office.database
    const now = new Date('2026-03-10T09:00:00Z')
    const age = async (interval: string) => {
      await sql`update partner_messages set at = ${now}::timestamptz - ${interval}::interval where partner_id = ${id}`.execute(
        db,
      )
    }
    const job = upkeep.find((one) => one.job === 'partner-messages')
    const left = async () => {
      await job?.run(db, now, world.office.config)
      return (await world.call<PartnerMessageView[]>('GET', `roaming/partners/${id}/messages`)).body.length
    }
    await age('30 days')
    expect(await left()).toBeGreaterThan(0)
    await age('30 days 1 second')
    expect(await left()).toBe(0)
  })
})

describe.each(openTestDatabases().slice(0, 1))('a server that calls no private address ($name)', ({
  open,
}) => {
  let world: RoamingWorld
  beforeAll(async () => {
    world = await RoamingWorld.open(await open(), { OUTGOING_PRIVATE_NETWORKS: 'none' })
  })
  afterAll(() => world.close())

  const accept = (versions_url: string) =>
    world.call<Connection & ErrorAnswer>('POST', 'roaming/partners/accept', {
      name: 'Private',
      versions_url,
      token: 'abc',
    })

  test('accepts no invitation to one', async () => {
    const partner = await world.aPartner()
    for (const url of [
      partner.versionsUrl,
      'https://169.254.169.254/ocpi',
      'https://[::1]/ocpi',
      'file:///etc/passwd',
      'nothing',
    ])
      expect((await accept(url)).body.code, url).toBe('roaming.address_refused')
    // what a name resolves to is known when it is called
    for (const url of [partner.versionsUrl, partner.versionsUrl.replace('http:', 'https:')]) {
      const { body } = await accept(url.replace('127.0.0.1', 'localhost'))
      expect(body.failure, url).toMatchObject({ step: 'versions', fault: 'forbidden' })
    }
    expect(partner.heard).toEqual([])
  })

  test('registers nobody who names one', async () => {
    const partner = await world.aPartner()
    const { token, versions_url: url } = await world.invite('Private')
    partner.ours = token
    expect((await partner.register(url, '2.3.0')).body.status_code).toBe(3001)
    expect(partner.heard).toEqual([])
  })
})

import type {
  CheckResult,
  Connection,
  PartnerMessageView,
  WholePartnerMessage,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { RoamingWorld } from './roaming-world.ts'
import { callOcpi } from './small-partner.ts'

describe.each(openTestDatabases().slice(0, 1))('roaming partners ($name)', ({ open }) => {
  let world: RoamingWorld
  beforeAll(async () => {
    world = await RoamingWorld.open(await open())
  })
  afterAll(() => world.close())

  const detailsUrl = (version: string) => world.versionsUrl.replace(/versions$/, version)
  const credentialsUrl = (version: string) => `${detailsUrl(version)}/credentials`

  test.each([
    '2.2.1',
    '2.3.0',
  ])('an invited partner registers in %s, and its first token ends', async (version) => {
    const partner = await world.aPartner()
    const { token, versions_url: url, partner: invited } = await world.invite('Invited')
    expect(invited).toMatchObject({ state: 'invited', invited_by: 'us', roles: [] })
    partner.ours = token
    const answer = await partner.register(url, version)
    expect(answer.body).toMatchObject({
      status_code: 1000,
      data: { url, roles: [{ role: 'CPO', party_id: 'STM', country_code: 'DE' }] },
    })
    expect(partner.heard).toEqual(['GET /ocpi/versions', `GET /ocpi/${version}`])

    const now = await world.partner(invited.id)
    expect(now).toMatchObject({
      state: 'connected',
      version,
      roles: [
        { role: 'EMSP', country_code: 'DE', party_id: partner.party, name: `Cards of ${partner.party}` },
      ],
      versions_url: partner.versionsUrl,
      sends_encoded: 'base64',
      invited_until: null,
    })
    expect(now.modules.map(({ module }) => module)).toContain('tokens')
    expect((await callOcpi('GET', url, token)).status).toBe(401)
    expect(
      (await callOcpi('POST', credentialsUrl(version), token, { body: partner.credentials('x') })).status,
    ).toBe(401)
    expect((await partner.call('GET', url)).body.status_code).toBe(1000)
  })

  test.each(['2.2.1', '2.3.0'])('an invitation of a partner that speaks %s is accepted', async (version) => {
    const partner = await world.aPartner()
    partner.versions = ['2.1.1', version]
    const first = partner.opens
    const { partner: now, failure } = await world.accept(partner)
    expect(failure).toBeNull()
    expect(now).toMatchObject({ state: 'connected', invited_by: 'them', version })
    expect(partner.isRegistered).toBe(true)
    expect(partner.opens).not.toBe(first)
    // what it got of us opens our interface
    expect((await partner.call('GET', credentialsUrl(version))).body.data.token).toBe(partner.ours)
  })

  test('the newest version that both speak is agreed on, and a partner with none is not connected', async () => {
    const both = await world.aPartner()
    both.versions = ['2.3.0', '2.2.1', '3.0']
    expect((await world.accept(both)).partner.version).toBe('2.3.0')
    const old = await world.aPartner()
    old.versions = ['2.1.1', '2.2']
    const { partner, failure } = await world.accept(old)
    expect(partner.state).toBe('invited')
    expect(failure).toMatchObject({ step: 'versions', fault: 'no_version', message: 'they speak 2.1.1, 2.2' })
    expect(old.heard).toEqual(['GET /ocpi/versions'])
    old.versions = ['2.2.1']
    const again = await world.call<Connection>('POST', `roaming/partners/${partner.id}/connect`)
    expect(again.body).toMatchObject({ failure: null, partner: { state: 'connected', version: '2.2.1' } })
  })

  test('a partner exchanges its token, and leaves', async () => {
    const { partner, id } = await world.connected('ROT', '2.2.1')
    const before = partner.ours
    expect((await partner.register(world.versionsUrl, '2.3.0', 'PUT')).body.status_code).toBe(1000)
    expect(partner.ours).not.toBe(before)
    expect((await callOcpi('GET', world.versionsUrl, before)).status).toBe(401)
    expect(await world.partner(id)).toMatchObject({ state: 'connected', version: '2.3.0' })

    expect((await partner.call('DELETE', credentialsUrl('2.3.0'))).body).toMatchObject({ status_code: 1000 })
    expect(await world.partner(id)).toMatchObject({ state: 'withdrawn' })
    expect((await partner.call('GET', world.versionsUrl)).status).toBe(401)
  })

  test('we exchange tokens with a partner, and leave it', async () => {
    const { partner, id } = await world.connected('OUR')
    const [ours, theirs] = [partner.ours, partner.opens]
    partner.modules = [...partner.modules, ['hubclientinfo', 'SENDER']]
    const renewed = await world.call<Connection>('POST', `roaming/partners/${id}/renew`)
    expect(renewed.body).toMatchObject({ failure: null, partner: { state: 'connected' } })
    expect(renewed.body.partner.modules.map(({ module }) => module)).toContain('hubclientinfo')
    expect(partner.ours).not.toBe(ours)
    expect(partner.opens).not.toBe(theirs)
    expect((await callOcpi('GET', world.versionsUrl, ours)).status).toBe(401)
    expect((await partner.call('GET', world.versionsUrl)).status).toBe(200)

    const left = await world.call<{ informed: boolean }>('POST', `roaming/partners/${id}/withdraw`)
    expect(left.body.informed).toBe(true)
    expect(partner.isRegistered).toBe(false)
    expect((await partner.call('GET', world.versionsUrl)).status).toBe(401)
    expect((await world.call('POST', `roaming/partners/${id}/withdraw`)).body.code).toBe(
      'roaming.wrong_state',
    )
  })

  test('credentials that come at the wrong moment get 405', async () => {
    const { partner } = await world.connected('WRG')
    const url = credentialsUrl('2.3.0')
    const body = partner.credentials('other')
    expect((await partner.call('POST', url, { body })).status).toBe(405)
    const { token } = await world.invite('Not registered')
    expect((await callOcpi('PUT', url, token, { body })).status).toBe(405)
    expect((await callOcpi('DELETE', url, token)).status).toBe(405)
  })

  test('the token of an invitation opens versions and credentials for 30 days, and nothing else', async () => {
    const { token, versions_url: url } = await world.invite('Early')
    expect((await callOcpi('GET', detailsUrl('2.2.1'), token)).status).toBe(200)
    expect((await callOcpi('GET', credentialsUrl('2.2.1'), token)).body.data.token).toBe(token)
    const day = 24 * 3600 * 1000
    const past = async (ms: number) => {
      await sql`update roaming_partners set invited_until = invited_until - ${`${ms} milliseconds`}::interval`.execute(
        world.office.database.db,
      )
    }
    await past(30 * day - 1)
    expect((await callOcpi('GET', url, token)).status).toBe(200)
    await past(1)
    expect((await callOcpi('GET', url, token)).status).toBe(401)
  })

  test('each token opens its own partner, however it is written', async () => {
    const [one, other] = [await world.connected('ONE'), await world.connected('TWO')]
    const whose = async (token: string | null, encoding: 'base64' | 'plain') =>
      (await callOcpi('GET', credentialsUrl('2.3.0'), token, { encoding })).body.data?.token
    for (const encoding of ['base64', 'plain'] as const) {
      expect(await whose(one.partner.ours, encoding)).toBe(one.partner.ours)
      expect(await whose(other.partner.ours, encoding)).toBe(other.partner.ours)
    }
    // what opens theirs opens nothing of ours, and base64 twice is no token
    expect(await whose(one.partner.opens, 'base64')).toBeUndefined()
    const twice = Buffer.from(one.partner.ours ?? '').toString('base64')
    expect(await whose(twice, 'base64')).toBeUndefined()
    await callOcpi('DELETE', credentialsUrl('2.3.0'), one.partner.ours)
    expect(await world.partner(one.id)).toMatchObject({ state: 'withdrawn' })
    expect(await world.partner(other.id)).toMatchObject({ state: 'connected' })
  })

  test('a partner that writes tokens plainly gets them so, unless an administrator says otherwise', async () => {
    const partner = await world.aPartner()
    partner.writes = 'plain'
    partner.understands = ['plain']
    const { token, versions_url: url, partner: invited } = await world.invite('Plain')
    partner.ours = token
    expect((await partner.register(url, '2.2.1')).body.status_code).toBe(1000)
    expect(await world.partner(invited.id)).toMatchObject({ sends_encoded: 'plain', wants_encoded: null })
    partner.understands = ['base64']
    const path = `roaming/partners/${invited.id}`
    expect((await world.call('PATCH', path, { wants_encoded: 'base64' })).status).toBe(200)
    expect((await world.call<Connection>('POST', `${path}/renew`)).body.failure).toBeNull()
  })

  test('a partner that invites us and understands plain tokens alone is found out', async () => {
    const partner = await world.aPartner()
    partner.understands = ['plain']
    const { failure, partner: now } = await world.accept(partner)
    expect(failure).toBeNull()
    expect(now).toMatchObject({ state: 'connected', wants_encoded: 'plain' })
  })

  test('nobody without a known token learns anything', async () => {
    for (const url of [world.versionsUrl, detailsUrl('2.3.0'), credentialsUrl('2.2.1')])
      for (const token of [null, 'unknown']) {
        const answer = await callOcpi('GET', url, token)
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe('Token')
        expect(answer.body).toEqual({
          status_code: 2000,
          status_message: expect.any(String),
          timestamp: expect.any(String),
        })
      }
    const bearer = await fetch(world.versionsUrl, { headers: { authorization: 'Bearer abc' } })
    expect(bearer.status).toBe(401)
  })

  test('every answer has the envelope and the identifiers of its request', async () => {
    const { partner } = await world.connected('ENV')
    const headers = { 'x-request-id': 'request-1', 'x-correlation-id': 'correlation-1' }
    const url = credentialsUrl('2.3.0')
    const cases = [
      [await partner.call('GET', world.versionsUrl, { headers }), 200, 1000],
      [await partner.call('GET', `${detailsUrl('2.3.0')}/nothing`, { headers }), 404, 2000],
      [await partner.call('PUT', url, { headers, raw: '{"token":' }), 400, 2001],
      [await partner.call('PUT', url, { headers, body: { token: 'no url' } }), 200, 2001],
      [await partner.call('PUT', url, { headers, raw: '{"token":"a\\u0000b"}' }), 200, 2001],
    ] as const
    for (const [answer, status, code] of cases) {
      expect([answer.status, answer.body.status_code]).toEqual([status, code])
      expect(answer.headers.get('x-request-id')).toBe('request-1')
      expect(answer.headers.get('x-correlation-id')).toBe('correlation-1')
      expect(Date.parse(answer.body.timestamp)).not.toBeNaN()
    }
    const missing = cases[3][0].body.status_message
    expect(missing).toMatch(/url/)
    expect(missing).toMatch(/roles/)
  })

  test('a suspended partner is let in again with the same token', async () => {
    const { partner, id } = await world.connected('SUS')
    const path = `roaming/partners/${id}`
    expect((await world.call('POST', `${path}/suspend`)).status).toBe(200)
    const answer = await partner.call('GET', world.versionsUrl)
    expect([answer.status, answer.body.status_code]).toEqual([403, 2000])
    expect((await partner.call('DELETE', credentialsUrl('2.3.0'))).status).toBe(403)
    expect((await world.call('POST', `${path}/renew`)).body.code).toBe('roaming.wrong_state')
    expect((await world.call('POST', `${path}/suspend`)).body.code).toBe('roaming.wrong_state')
    expect((await world.call('POST', `${path}/resume`)).status).toBe(200)
    expect((await partner.call('GET', world.versionsUrl)).status).toBe(200)
  })

  test('a partner that is invited again begins anew, and its old token is none', async () => {
    const { partner, id } = await world.connected('NEW')
    const before = partner.ours
    const { body } = await world.call<{ token: string }>('POST', `roaming/partners/${id}/invitation`)
    expect((await callOcpi('GET', world.versionsUrl, before)).status).toBe(401)
    partner.ours = body.token
    expect((await partner.register(world.versionsUrl, '2.2.1')).body.status_code).toBe(1000)
    expect(await world.partner(id)).toMatchObject({ state: 'connected', version: '2.2.1' })
  })

  test('no token stands in the database, in messages or in the audit log', async () => {
    const { partner, id } = await world.connected('SEC')
    await world.call('POST', `roaming/partners/${id}/renew`)
    await partner.call('GET', credentialsUrl('2.3.0'))
    const { rows } = await sql<{ text: string }>`
      select jsonb_agg(to_jsonb(p))::text as text from roaming_partners p
      union all select jsonb_agg(to_jsonb(m))::text from partner_messages m
      union all select jsonb_agg(to_jsonb(a))::text from audit_log a`.execute(world.office.database.db)
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain('Cards of SEC')
    for (const token of [partner.ours, partner.opens]) {
      expect(token).toMatch(/^[\w-]{20,}$/)
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token ?? '').toString('base64'))
    }
  })

  test('what was said is read by administrators, newest first, with its bodies', async () => {
    const { partner, id } = await world.connected('MSG', '2.2.1')
    await partner.call('PUT', credentialsUrl('2.2.1'), { body: { token: 'no url' } })
    const path = `roaming/partners/${id}/messages`
    const { body } = await world.call<PartnerMessageView[]>('GET', path)
    // versions are read first with the token of the invitation
    expect(
      body.map(({ direction, method, module, http_status }) => [direction, method, module, http_status]),
    ).toEqual([
      ['in', 'PUT', 'credentials', 200],
      ['in', 'POST', 'credentials', 200],
      ['out', 'GET', 'versions', 200],
      ['out', 'GET', 'versions', 200],
      ['in', 'GET', 'versions', 200],
      ['in', 'GET', 'versions', 200],
    ])
    const failed = await world.call<PartnerMessageView[]>('GET', `${path}?failed=true`)
    expect(failed.body).toEqual([body[0]])
    expect(failed.body[0]).toMatchObject({ failed: true, ocpi_status: 2001, version: '2.2.1' })
    const page = await world.call<PartnerMessageView[]>('GET', `${path}?limit=4`)
    expect(page.body).toEqual(body.slice(0, 4))
    const rest = await world.call<PartnerMessageView[]>(
      'GET',
      `${path}?before=${page.headers['x-next-cursor']}`,
    )
    expect(rest.body).toEqual(body.slice(4))
    expect(rest.headers['x-next-cursor']).toBeUndefined()
    const whole = await world.call<WholePartnerMessage>('GET', `${path}/${body[1]?.id}`)
    expect(JSON.parse(whole.body.request_body ?? '')).toMatchObject({
      token: '***',
      url: partner.versionsUrl,
    })
    expect(JSON.parse(whole.body.answer_body ?? '')).toMatchObject({
      status_code: 1000,
      data: { token: '***' },
    })
    const other = await world.connected('OTH')
    expect((await world.call('GET', `roaming/partners/${other.id}/messages/${body[0]?.id}`)).status).toBe(404)
  })

  test('a check says that all is well, and what is not', async () => {
    const { partner, id } = await world.connected('CHK')
    const aToken = (uid: string) => ({
      country_code: 'DE',
      party_id: 'CHK',
      uid,
      type: 'RFID',
      contract_id: `DE-CHK-${uid}`,
      issuer: 'Cards',
      valid: true,
      whitelist: 'ALLOWED',
      last_updated: '2026-01-01T00:00:00Z',
    })
    partner.tokens = ['1', '2', '3'].map(aToken)
    const check = async () => {
      const { body } = await world.call<CheckResult[]>('POST', `roaming/partners/${id}/check`)
      return body.map((one) => [one.check, one.module, one.problem, one.objects])
    }
    expect(await check()).toEqual([
      ['versions', null, null, null],
      ['details', null, null, null],
      ['credentials', null, null, null],
      ['wrong_token', null, null, null],
      ['no_token', null, null, null],
      ['list', 'tokens', null, 3],
    ])
    partner.tokens = [{ ...aToken('1'), whitelist: 'SOMETIMES' }]
    expect(await check()).toContainEqual(['list', 'tokens', 'bad_objects', 1])
    partner.tokens = []
    partner.modules = [['tokens', 'SENDER']]
    expect(await check()).toContainEqual(['details', null, 'missing_modules', null])
    // it lets everybody in
    partner.fault = (request, response) => {
      if (request.url !== '/ocpi/versions') return false
      const data = [{ version: '2.3.0', url: `${partner.base}/ocpi/2.3.0` }]
      response.end(JSON.stringify({ data, status_code: 1000, timestamp: '2026-01-01T00:00:00Z' }))
      return true
    }
    const open = await check()
    expect(open).toContainEqual(['wrong_token', null, 'open', null])
    expect(open).toContainEqual(['no_token', null, 'open', null])
  })
})

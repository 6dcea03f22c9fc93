import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OcpiVersion } from '../checks/types.ts'
import { type Emsp, startEmsp } from '../emsp.ts'
import type { Arrival } from '../objects.ts'
import { TestCpo } from './cpo-for-tests.ts'
import { someLocation } from './objects-for-tests.ts'

describe.each<OcpiVersion>(['2.2.1', '2.3.0'])('what the eMSP asks and answers in %s', (version) => {
  let cpo: TestCpo
  let emsp: Emsp
  let folder: string
  const address = (path: string) => emsp.versionsUrl.replace('versions', `${version}/${path}`)
  const authorize = (uid: string, body?: unknown) =>
    cpo.call('POST', address(`tokens/${uid}/authorize`), body)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emsp-'))
    cpo = await new TestCpo([version]).open()
    emsp = await startEmsp({ pageLimit: 2, file: join(folder, 'arrivals.jsonl') })
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
  })
  afterAll(async () => {
    await emsp.close()
    await cpo.close()
    const lines = (await readFile(join(folder, 'arrivals.jsonl'), 'utf8')).trim().split('\n')
    await rm(folder, { recursive: true })
    const came = ({ method, path, code, body }: Arrival) => ({ method, path, code, body })
    expect(lines.map((line) => came(JSON.parse(line)))).toEqual(emsp.book.arrivals.map(came))
  })

  test('it reads a list page by page, with the dates it is given, and says what is wrong in it', async () => {
    cpo.lists.locations = ['L1', 'L2', 'L3', 'L4', 'L5'].map(someLocation)
    const broken = { ...someLocation('L5'), city: undefined }
    cpo.lists.locations[4] = broken
    const dateFrom = new Date('2026-11-01T00:00:00Z')
    const { objects, pages, total, problems } = await emsp.cpo.pull('locations', { dateFrom, limit: 2 })
    expect(objects.map(({ id }) => id)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5'])
    expect({ pages, total, problems }).toEqual({
      pages: 3,
      total: 5,
      problems: ['locations L5.city is missing'],
    })
    expect(cpo.seen.at(-1)?.path).toContain('date_from=2026-11-01T00%3A00%3A00.000Z&limit=2&offset=4')
    expect(await emsp.cpo.pull('tariffs')).toMatchObject({ objects: [], pages: 1, total: 0 })
  })

  test('it answers in real time by token', async () => {
    for (const allowed of ['ALLOWED', 'BLOCKED', 'EXPIRED', 'NO_CREDIT', 'NOT_ALLOWED'] as const) {
      emsp.wallet.put({ uid: allowed, allowed })
      const { http, code, data } = await authorize(allowed)
      expect({ http, code }).toEqual({ http: 200, code: 1000 })
      expect(data).toMatchObject({ allowed, token: { uid: allowed } })
      expect('authorization_reference' in (data as object)).toBe(allowed === 'ALLOWED')
    }
    expect(await authorize('NOBODY')).toMatchObject({ http: 404, code: 2004, data: undefined })
    expect((await cpo.call('POST', address('tokens/ALLOWED/authorize?type=APP_USER'))).code).toBe(2004)
    emsp.wallet.put({ uid: 'CHOOSY', needsLocation: true, evseUids: ['E1'] })
    expect(await authorize('CHOOSY')).toMatchObject({ http: 200, code: 2002 })
    const both = { location_id: 'L1', evse_uids: ['E1', 'E2'] }
    expect((await authorize('CHOOSY', both)).data).toMatchObject({
      allowed: 'ALLOWED',
      location: { location_id: 'L1', evse_uids: ['E1'] },
    })
    const other = { location_id: 'L1', evse_uids: ['E2'] }
    expect((await authorize('CHOOSY', other)).data).toMatchObject({ allowed: 'NOT_ALLOWED' })
    expect((await authorize('CHOOSY', { evse_uids: [] })).code).toBe(2001)
  })

  test('it lists its tokens in pages, those that changed from an instant to before another', async () => {
    const later = await startEmsp({ pageLimit: 2, now: () => new Date(at) })
    let at = '2026-11-01T10:00:00.000Z'
    await later.partner.register(cpo.versionsUrl, 'token-a')
    const times = ['10', '11', '12', '13', '14'].map((hour) => `2026-11-01T${hour}:00:00.000Z`)
    for (const time of times) {
      at = time
      later.wallet.put({ uid: time.slice(11, 13) })
    }
    const uids: string[] = []
    const first = later.versionsUrl.replace(
      'versions',
      `${version}/tokens?date_from=${times[1]}&date_to=${times[4]}`,
    )
    for (let url: string | null | undefined = first; url; ) {
      const { data, headers } = await cpo.call('GET', url)
      uids.push(...(data as { uid: string }[]).map(({ uid }) => uid))
      expect(headers.get('x-total-count')).toBe('3')
      expect(headers.get('x-limit')).toBe('2')
      url = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(uids).toEqual(['11', '12', '13'])
    const rest = await cpo.call('GET', `${first}&offset=1`)
    expect(rest.data).toHaveLength(2)
    expect(rest.headers.get('link')).toBeNull()
    expect((await cpo.call('GET', `${first}&offset=-1`)).code).toBe(2001)
    await later.close()
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
  })

  test('it sends each command and gets its result at the address that it gave', async () => {
    emsp.wallet.put({ uid: 'APP-1', type: 'APP_USER' })
    const place = { token: 'APP-1', locationId: 'L1', evseUid: 'E1', connectorId: '1' }
    const sent = [
      await emsp.cpo.start(place),
      await emsp.cpo.reserve({ ...place, reservationId: 'R1', expiresAt: new Date('2026-11-01T13:00:00Z') }),
      await emsp.cpo.cancelReservation('R1'),
      await emsp.cpo.stop('S1'),
      await emsp.cpo.unlock('L1', 'E1', '1'),
    ]
    const bodies = cpo.seen
      .slice(-5)
      .map(({ path, body }) => ({ path: path.split('/').at(-1), ...(body as object) }))
    expect(bodies).toMatchObject([
      {
        path: 'START_SESSION',
        token: { uid: 'APP-1' },
        location_id: 'L1',
        evse_uid: 'E1',
        connector_id: '1',
      },
      { path: 'RESERVE_NOW', reservation_id: 'R1', expiry_date: '2026-11-01T13:00:00.000Z' },
      { path: 'CANCEL_RESERVATION', reservation_id: 'R1' },
      { path: 'STOP_SESSION', session_id: 'S1' },
      { path: 'UNLOCK_CONNECTOR', location_id: 'L1', evse_uid: 'E1', connector_id: '1' },
    ])
    const urls = bodies.map((body) => (body as { response_url?: string }).response_url ?? '')
    expect(new Set(urls).size).toBe(5)
    expect(sent.map(({ responses }) => responses)).toEqual(sent.map(() => [cpo.response]))
    await cpo.call('POST', urls[1] ?? '', { result: 'ACCEPTED' })
    await cpo.call('POST', urls[0] ?? '', { result: 'EVSE_OCCUPIED' })
    await cpo.call('POST', urls[1] ?? '', { result: 'CANCELED_RESERVATION' })
    expect(await sent[0]?.result()).toEqual({ result: 'EVSE_OCCUPIED' })
    expect(await sent[1]?.result(2)).toEqual({ result: 'CANCELED_RESERVATION' })
    await expect(sent[3]?.result(1, 1)).rejects.toThrow('did not come in time')
    expect((await cpo.call('POST', address('commands/START_SESSION/99'), { result: 'ACCEPTED' })).http).toBe(
      404,
    )
    expect((await cpo.call('POST', urls[0] ?? '', { result: 'PERHAPS' })).code).toBe(2001)
  })

  test('a response that the table has not is an error', async () => {
    cpo.response = { result: 'ACCEPTED' }
    await expect(emsp.cpo.stop('S1')).rejects.toThrow('STOP_SESSION: the response .timeout is missing')
    cpo.response = { result: 'ACCEPTED', timeout: 30 }
    await expect(emsp.cpo.start({ token: 'NONE', locationId: 'L1' })).rejects.toThrow('no token NONE')
  })

  test('it sets preferences and charging profiles, and hears what a session follows', async () => {
    expect(await emsp.cpo.setPreferences('S1', { profile_type: 'CHEAP' })).toBe('ACCEPTED')
    expect(cpo.seen.at(-1)).toMatchObject({
      method: 'PUT',
      path: `/cpo/${version}/sessions/S1/charging_preferences`,
    })
    const profile = { charging_rate_unit: 'W', charging_profile_period: [{ start_period: 0, limit: 7400 }] }
    const set = await emsp.cpo.setProfile('S1', profile)
    const { response_url } = cpo.seen.at(-1)?.body as { response_url: string }
    await cpo.call('POST', response_url, { result: 'ACCEPTED' })
    expect(await set.result()).toEqual({ result: 'ACCEPTED' })
    const active = await emsp.cpo.activeProfile('S1', 900)
    const question = new URL(cpo.seen.at(-1)?.path ?? '', cpo.base)
    expect(question.searchParams.get('duration')).toBe('900')
    const now = { start_date_time: '2026-11-01T12:00:00Z', charging_profile: profile }
    await cpo.call('POST', question.searchParams.get('response_url') ?? '', {
      result: 'ACCEPTED',
      profile: now,
    })
    expect(await active.result()).toMatchObject({ profile: now })
    expect((await cpo.call('PUT', address('chargingprofiles/S1'), now)).code).toBe(1000)
    expect(emsp.profiles.get('S1')).toEqual(now)
    await emsp.cpo.clearProfile('S1')
    expect(cpo.seen.at(-1)).toMatchObject({ method: 'DELETE' })
  })

  test('it sends tokens and the parties behind it, and lists them', async () => {
    const token = emsp.wallet.put({ uid: 'CARD 1/2', groupId: 'FAMILY', whitelist: 'NEVER' })
    await emsp.cpo.pushToken(token)
    expect(cpo.seen.at(-1)).toMatchObject({
      method: 'PUT',
      path: `/cpo/${version}/tokens/DE/EMP/CARD%201%2F2?type=RFID`,
      body: token,
    })
    await emsp.cpo.patchToken(token, { valid: false })
    expect(cpo.seen.at(-1)).toMatchObject({ method: 'PATCH', body: { valid: false } })
    const info = { party_id: 'OTH', country_code: 'NL', role: 'EMSP', status: 'OFFLINE' as const }
    await emsp.cpo.pushClientInfo(info)
    expect(cpo.seen.at(-1)?.headers).not.toHaveProperty('ocpi-to-party-id')
    await emsp.cpo.pushClientInfo({ ...info, status: 'CONNECTED' })
    const { data } = await cpo.call('GET', address('hubclientinfo'))
    expect(data).toMatchObject([{ party_id: 'OTH', status: 'CONNECTED' }])
  })
})

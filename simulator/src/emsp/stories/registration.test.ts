import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Emsp, startEmsp } from '../emsp.ts'
import { TestCpo } from './cpo-for-tests.ts'

let cpo: TestCpo
let emsp: Emsp

beforeEach(async () => {
  cpo = await new TestCpo(['2.2.1', '2.3.0']).open()
  emsp = await startEmsp()
})

afterEach(async () => {
  await emsp.close()
  await cpo.close()
})

describe('an eMSP that registers', () => {
  test('takes the newest version that both have and calls with the token it was given', async () => {
    const connection = await emsp.partner.register(cpo.versionsUrl, 'token-a')
    expect(connection.version).toBe('2.3.0')
    expect(connection.token).toBe(cpo.accepted)
    await emsp.cpo.pull('locations')
    expect(cpo.seen.at(-1)?.headers).toMatchObject({
      authorization: `Token ${Buffer.from(connection.token).toString('base64')}`,
      'ocpi-from-party-id': 'EMP',
      'ocpi-to-country-code': 'RU',
      'ocpi-to-party-id': 'STM',
    })
  })

  test('takes the version that it is given, and none that the CPO has not', async () => {
    expect((await emsp.partner.register(cpo.versionsUrl, 'token-a', '2.2.1')).version).toBe('2.2.1')
    const older = await new TestCpo(['2.1.1']).open()
    await expect(emsp.partner.register(older.versionsUrl, 'token-a')).rejects.toThrow(
      'no version that we have',
    )
    expect(older.seen).toHaveLength(1)
    await older.close()
  })

  test('is refused with a wrong token, and keeps what it had', async () => {
    await expect(emsp.partner.register(cpo.versionsUrl, 'token-x')).rejects.toThrow('HTTP 401')
    expect(emsp.partner.connection).toBeNull()
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
    const { token } = emsp.partner.credentials()
    cpo.refusing = true
    await expect(emsp.partner.renew()).rejects.toThrow('3000')
    expect(emsp.partner.credentials().token).toBe(token)
  })

  test('gives the CPO a token for itself, which ends when it is renewed', async () => {
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
    const first = cpo.theirs?.token
    expect((await cpo.call('GET', emsp.versionsUrl)).http).toBe(200)
    await emsp.partner.renew({ version: '2.2.1' })
    expect(emsp.partner.connection?.version).toBe('2.2.1')
    expect((await cpo.call('GET', emsp.versionsUrl, undefined, { token: first })).http).toBe(401)
    expect((await cpo.call('GET', emsp.versionsUrl)).http).toBe(200)
  })

  test('withdraws: neither side may call the other any more', async () => {
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
    await emsp.partner.withdraw()
    expect(cpo.seen.at(-1)).toMatchObject({ method: 'DELETE', path: '/cpo/2.3.0/credentials' })
    expect((await cpo.call('GET', emsp.versionsUrl)).http).toBe(401)
    await expect(emsp.cpo.pull('locations')).rejects.toThrow('not connected')
  })
})

describe('an eMSP that invites', () => {
  const details = (version: string) => emsp.versionsUrl.replace('versions', version)

  test('lets the CPO register once with the token of the invitation', async () => {
    const { token, versionsUrl } = emsp.partner.invite()
    expect((await cpo.call('POST', `${details('2.2.1')}/cdrs`, {}, { token })).http).toBe(401)
    const answer = await cpo.registerWith(versionsUrl, token, '2.2.1')
    expect(answer).toMatchObject({ http: 200, code: 1000 })
    expect(emsp.partner.connection).toMatchObject({ version: '2.2.1', token: 'cpo-token-b' })
    expect((await cpo.call('GET', versionsUrl, undefined, { token })).http).toBe(401)
    expect((await cpo.call('GET', versionsUrl)).http).toBe(200)
  })

  test('answers 405 where the standard has it', async () => {
    const { token, versionsUrl } = emsp.partner.invite()
    const url = `${details('2.3.0')}/credentials`
    const before = await cpo.call('PUT', url, cpo.credentials('cpo-token-b'), { token })
    expect(before.http).toBe(405)
    await cpo.registerWith(versionsUrl, token, '2.3.0')
    expect((await cpo.call('POST', url, cpo.credentials('cpo-token-b'))).http).toBe(405)
    expect((await cpo.call('DELETE', url)).code).toBe(1000)
    expect(emsp.partner.connection).toBeNull()
  })

  test('answers 3001 when it cannot read the versions of the CPO', async () => {
    const { token, versionsUrl } = emsp.partner.invite()
    cpo.invitation = ''
    const url = `${details('2.3.0')}/credentials`
    const answer = await cpo.call('POST', url, cpo.credentials('not-accepted'), { token })
    expect(answer).toMatchObject({ http: 200, code: 3001 })
    expect(emsp.partner.connection).toBeNull()
    expect((await cpo.registerWith(versionsUrl, token, '2.3.0')).code).toBe(1000)
  })

  test('answers 2001 to credentials that break the table', async () => {
    const { token } = emsp.partner.invite()
    const broken = { ...cpo.credentials('cpo-token-b'), roles: [] }
    const answer = await cpo.call('POST', `${details('2.3.0')}/credentials`, broken, { token })
    expect(answer).toMatchObject({ http: 200, code: 2001, answer: { status_message: '.roles is empty' } })
  })

  test('offers its part in each module in both versions', async () => {
    const { token, versionsUrl } = emsp.partner.invite()
    const { data } = await cpo.call('GET', versionsUrl, undefined, { token })
    expect(data).toEqual([
      { version: '2.2.1', url: details('2.2.1') },
      { version: '2.3.0', url: details('2.3.0') },
    ])
    const of = await cpo.call('GET', details('2.2.1'), undefined, { token })
    expect(of.data).toMatchObject({ version: '2.2.1' })
    const { endpoints } = of.data as { endpoints: { identifier: string; role: string }[] }
    expect(endpoints.map(({ identifier, role }) => `${identifier} ${role}`)).toEqual([
      ...[
        'credentials SENDER',
        'locations RECEIVER',
        'tariffs RECEIVER',
        'sessions RECEIVER',
        'cdrs RECEIVER',
      ],
      ...['tokens SENDER', 'commands SENDER', 'chargingprofiles SENDER', 'hubclientinfo SENDER'],
    ])
  })
})

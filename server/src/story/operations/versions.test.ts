import type { AppVersion, ErrorAnswer } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const path = 'anti-sanction-protection/versions'

describe.each(openTestDatabases())('app versions on $name', (database) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await database.open())
  })
  afterAll(() => office.close())

  const list = async () => (await office.call<AppVersion[]>('app-developer', 'GET', path)).body
  const current = () => office.call<Partial<AppVersion> & ErrorAnswer>(null, 'GET', `${path}/current`)

  test('an app gets an answer when nothing is set', async () => {
    expect(await current()).toMatchObject({ status: 404, body: { code: 'app_version.not_found' } })
    expect(await list()).toEqual([])
  })

  test('set versions are confirmed in words, listed newest first and audited', async () => {
    const first = await office.call('administrator', 'POST', path, { android_v: 119, ios_v: '3.1' })
    expect(first).toMatchObject({ status: 200, body: 'The versions are set: Android 119, iOS 3.1.' })
    expect(first.headers['content-type']).toContain('text/plain')
    office.clock.forward(SECOND_MS)
    await office.call('app-developer', 'POST', path, { android_v: ' 120 ', ios_v: ' 3.2 ' })
    expect(await list()).toMatchObject([
      { android_v: 120, ios_v: '3.2', manager_email: office.emailOf('app-developer'), ping_timestamp: null },
      { android_v: 119, ios_v: '3.1', manager_email: office.emailOf('administrator') },
    ])
    const entry = await office.database.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'app_version.set')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      before: { android_v: 119, ios_v: '3.1' },
      after: { android_v: 120, ios_v: '3.2' },
    })
  })

  test('the text is in the language of whoever sets them', async () => {
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: {
        authorization: `Bearer ${await office.tokenOf('administrator')}`,
        'accept-language': 'ru',
      },
      payload: { android_v: 121, ios_v: '3.3' },
    })
    expect(answer.body).toBe('Версии установлены: Android 121, iOS 3.3.')
  })

  test('a request of an app is recorded once a minute at most', async () => {
    const at = office.clock.now().toISOString()
    expect(await current()).toMatchObject({ status: 200, body: { android_v: 121, ios_v: '3.3' } })
    office.clock.forward(59 * SECOND_MS)
    await current()
    expect((await list())[0]?.ping_timestamp).toBe(at)
    office.clock.forward(MINUTE_MS)
    await current()
    expect((await list())[0]?.ping_timestamp).toBe(office.clock.now().toISOString())
  })

  test.each([
    [{}, ['android_v', 'ios_v']],
    [{ android_v: '', ios_v: '' }, ['android_v', 'ios_v']],
    [{ android_v: 'abc', ios_v: '1' }, ['android_v']],
    [{ android_v: 1.5, ios_v: '1' }, ['android_v']],
    [{ android_v: '9999999999', ios_v: '1' }, ['android_v']],
    [{ android_v: true, ios_v: 7 }, ['android_v', 'ios_v']],
  ])('%o is refused field by field', async (body, paths) => {
    const before = (await list()).length
    const answer = await office.call<ErrorAnswer>('administrator', 'POST', path, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect((answer.body.details as { path: string }[]).map((detail) => detail.path)).toEqual(paths)
    expect(await list()).toHaveLength(before)
  })
})

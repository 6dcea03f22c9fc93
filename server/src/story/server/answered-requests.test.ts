import type { ErrorAnswer, Location } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBothDatabases } from '../../platform/general/testing.ts'
import { answerOnce } from '../../platform/http/answered-requests.ts'
import { upkeep } from '../../upkeep/upkeep.ts'
import { aStation, Office } from '../world/office.ts'

type Answered = Location & ErrorAnswer

describe.each(openBothDatabases())('a request with a key of its own on $name', ({ open }) => {
  let office: Office
  let drawn = 0
  beforeAll(async () => {
    office = await Office.open(await open(), { SELF_SERVICE: 'true' })
  })
  afterAll(() => office?.close())

  const aKey = () => `key-${++drawn}`
  const signedInAnew = async () => ({
    token: (await office.logIn(office.emailOf('administrator'))).body.access_token,
  })
  const add = (key: string, name: string, who: Parameters<Office['call']>[0] = 'administrator') =>
    office.call<Answered>(who, 'POST', 'locations', { name }, { 'idempotency-key': key })
  const named = async (name: string) => {
    const { body } = await office.call<Location[]>('administrator', 'GET', 'locations?limit=500')
    return body.filter((location) => location.name === name)
  }

  test('is done once however often it is sent, at once or one after the other, and answered the same', async () => {
    const key = aKey()
    const atOnce = await Promise.all([add(key, 'Once'), add(key, 'Once'), add(key, 'Once')])
    const answers = [...atOnce, await add(key, 'Once')]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await named('Once')).toHaveLength(1)
    expect((await add(aKey(), 'Once')).body.id).not.toBe(answers[0]!.body.id)
    expect(await named('Once')).toHaveLength(2)
  })

  test('is refused when the key was used for something else, by the same person', async () => {
    const key = aKey()
    await add(key, 'First content')
    expect(await add(key, 'Other content')).toMatchObject({
      status: 422,
      body: { code: 'request.key_reused' },
    })
    const { id } = (await named('First content'))[0]!
    const elsewhere = await office.call<ErrorAnswer>(
      'administrator',
      'POST',
      `locations/${id}/stations`,
      { name: 'First content', ...aStation('KEYED-0') },
      { 'idempotency-key': key },
    )
    expect(elsewhere.body.code).toBe('request.key_reused')
    expect((await add(key, 'Other content', 'manager')).status).toBe(201)
    expect(await named('Other content')).toHaveLength(1)
  })

  test('may be mended under the same key after a refusal', async () => {
    const key = aKey()
    const { id } = (await add(aKey(), 'Mended')).body
    const addStation = (station: object) =>
      office.call<ErrorAnswer>('administrator', 'POST', `locations/${id}/stations`, station, {
        'idempotency-key': key,
      })
    await office.addStation(id, 'KEYED-1')
    expect((await addStation(aStation('KEYED-1'))).status).toBe(409)
    expect((await addStation(aStation('KEYED-2'))).status).toBe(201)
  })

  test("answers a new station's password again, and nobody can read it where it is kept", async () => {
    const { id } = (await add(aKey(), 'Sealed')).body
    const key = aKey()
    const addStation = () =>
      office.call<{ password: string }>(
        'administrator',
        'POST',
        `locations/${id}/stations`,
        aStation('KEYED-3'),
        {
          'idempotency-key': key,
        },
      )
    const { password } = (await addStation()).body
    expect(password).not.toBe('')
    expect((await addStation()).body.password).toBe(password)
    const kept = await office.database.db.selectFrom('answered_requests').selectAll().execute()
    expect(kept.find((row) => row.key === key)?.answer).not.toBeNull()
    expect(JSON.stringify(kept)).not.toContain(password)
  })

  test.each(['', 'with space', 'ö', 'x'.repeat(201)])('with the key %j is not valid', async (key) => {
    expect(await add(key, 'Invalid key')).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  test('is done again under a key that is older than a day; such keys go', async () => {
    const key = aKey()
    const { id } = (await add(key, 'Daily')).body
    office.clock.forward(DAY_MS)
    const administrator = await signedInAnew()
    expect((await add(key, 'Daily', administrator)).body.id).toBe(id)
    office.clock.forward(1)
    expect((await add(key, 'Daily', administrator)).body.id).not.toBe(id)
    const job = upkeep.find((one) => one.job === 'answered-requests')!
    await job.run(office.database.db, office.clock.now(), office.config)
    const kept = await office.database.db.selectFrom('answered_requests').select('key').execute()
    expect(kept.map((row) => row.key)).toEqual([key])
  })

  test('that nobody answered any more is not done a second time unasked', async () => {
    const key = aKey()
    const administrator = await signedInAnew()
    await add(key, 'Interrupted', administrator)
    await office.database.db
      .updateTable('answered_requests')
      .set({ answer: null })
      .where('key', '=', key)
      .execute()
    office.clock.forward(2 * MINUTE_MS + 1)
    expect(await add(key, 'Interrupted', administrator)).toMatchObject({
      status: 409,
      body: { code: 'request.unfinished' },
    })
  })

  test('that failed in the middle is refused at once when it is sent again', async () => {
    const { db } = office.database
    const once = answerOnce({ db, clock: office.clock, secretKey: office.config.secretKey })
    const request = { managerId: 1, key: aKey(), content: 'broken' }
    const broken = () => Promise.reject(new Error('in the middle'))
    await expect(once(request, broken)).rejects.toThrow('in the middle')
    await expect(once(request, broken)).rejects.toMatchObject({ code: 'request.unfinished' })
  })

  test('that failed with the database is refused as soon as the database is back', async () => {
    const { db } = office.database
    const once = answerOnce({ db, clock: office.clock, secretKey: office.config.secretKey })
    const request = { managerId: 1, key: aKey(), content: 'without a database' }
    const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute()
    const act = async () => {
      await rename('answered_requests', 'answers_away')
      throw new Error('in the middle')
    }
    await expect(once(request, act)).rejects.toThrow('in the middle')
    await expect(once(request, act)).rejects.not.toMatchObject({ code: 'request.unfinished' })
    await rename('answers_away', 'answered_requests')
    await expect(once(request, act)).rejects.toMatchObject({ code: 'request.unfinished' })
  })
})

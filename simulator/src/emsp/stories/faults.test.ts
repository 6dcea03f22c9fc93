import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Emsp, startEmsp } from '../emsp.ts'
import { TestCpo } from './cpo-for-tests.ts'
import { someCdr, someLocation, someSession } from './objects-for-tests.ts'

let cpo: TestCpo
let emsp: Emsp
const address = (path: string) => emsp.versionsUrl.replace('versions', `2.2.1/${path}`)
const putLocation = (id: string) => cpo.call('PUT', address(`locations/RU/STM/${id}`), someLocation(id))

beforeEach(async () => {
  cpo = await new TestCpo(['2.2.1']).open()
  emsp = await startEmsp({ timeoutMs: 60_000 })
  await emsp.partner.register(cpo.versionsUrl, 'token-a')
})

afterEach(async () => {
  await emsp.close()
  await cpo.close()
})

test('slow: the work is done before the answer goes out', async () => {
  emsp.faults.set({ kind: 'slow', ms: 50 })
  const answer = putLocation('L1')
  await emsp.until(() => emsp.location('L1'))
  expect(await answer).toMatchObject({ http: 201 })
})

test('error: nothing is done, as often as it was said, and only in the modules that were named', async () => {
  emsp.faults.set({ kind: 'error', status: 503 }, { modules: ['locations'], times: 2 })
  expect((await cpo.call('POST', address('cdrs'), someCdr('2.2.1'))).http).toBe(201)
  expect((await putLocation('L1')).http).toBe(503)
  expect((await putLocation('L1')).http).toBe(503)
  expect(emsp.location('L1')).toBeUndefined()
  expect((await putLocation('L1')).http).toBe(201)
})

test('unauthorized: the right token gets 401 until it is cleared', async () => {
  emsp.faults.set({ kind: 'unauthorized' })
  expect((await putLocation('L1')).http).toBe(401)
  emsp.faults.clear('unauthorized')
  expect((await putLocation('L1')).http).toBe(201)
})

test('plain tokens: they are written as they are, and only such are understood', async () => {
  const base64 = await cpo.call('GET', emsp.versionsUrl)
  expect(base64.http).toBe(200)
  expect((await cpo.call('GET', emsp.versionsUrl, undefined, { encoding: 'plain' })).http).toBe(401)
  emsp.faults.set({ kind: 'plain-tokens' })
  expect((await cpo.call('GET', emsp.versionsUrl)).http).toBe(401)
  expect((await cpo.call('GET', emsp.versionsUrl, undefined, { encoding: 'plain' })).http).toBe(200)
  await expect(emsp.cpo.pull('locations')).rejects.toThrow('HTTP 401')
  cpo.plain = true
  await emsp.cpo.pull('locations')
  expect(cpo.seen.at(-1)?.headers.authorization).toBe(`Token ${cpo.accepted}`)
})

test('pending: a session never becomes anything else', async () => {
  emsp.faults.set({ kind: 'pending' })
  const url = address('sessions/RU/STM/S1')
  await cpo.call('PUT', url, someSession())
  const answer = await cpo.call('PATCH', url, { status: 'COMPLETED', last_updated: '2026-11-01T13:00:00Z' })
  expect(answer.code).toBe(1000)
  expect((await cpo.call('GET', url)).data).toMatchObject({ status: 'PENDING' })
})

test('out of order: the first answer comes after the second', async () => {
  emsp.faults.set({ kind: 'out-of-order', ms: 600_000 }, { times: 1 })
  const first = putLocation('L1')
  await emsp.until(() => emsp.location('L1'))
  const [one, two] = await Promise.all([first, putLocation('L2')])
  expect([one.http, two.http]).toEqual([201, 201])
  const [before, after] = emsp.book.arrivals.slice(-2)
  expect(before?.path).toContain('L1')
  expect(before?.answersBefore).toBeGreaterThan(after?.answersBefore ?? Number.NaN)
})

test('out of order: an answer that nothing follows goes out after a time', async () => {
  emsp.faults.set({ kind: 'out-of-order', ms: 20 })
  expect((await putLocation('L1')).http).toBe(201)
})

test('silent: the work is done and no answer comes', async () => {
  emsp.faults.set({ kind: 'silent' }, { modules: ['cdrs'] })
  const giveUp = new AbortController()
  const call = cpo.call('POST', address('cdrs'), someCdr('2.2.1'), { signal: giveUp.signal })
  await emsp.until(() => emsp.cdr('C1'))
  giveUp.abort()
  await expect(call).rejects.toThrow('aborted')
  expect(emsp.book.arrivals.at(-1)).toMatchObject({ module: 'cdrs', http: null })
  emsp.faults.clear()
  expect((await cpo.call('POST', address('cdrs'), someCdr('2.2.1'))).http).toBe(200)
})

test('away: connections are refused until it is back on the same port', async () => {
  const { versionsUrl } = emsp
  await emsp.goAway()
  await expect(putLocation('L1')).rejects.toThrow('fetch failed')
  await emsp.comeBack()
  expect(emsp.versionsUrl).toBe(versionsUrl)
  expect((await putLocation('L1')).http).toBe(201)
})

test('duplicates: one command is sent several times at once, with the same result address', async () => {
  emsp.faults.set({ kind: 'duplicates', copies: 3 }, { times: 1 })
  const { responses } = await emsp.cpo.stop('S1')
  expect(responses).toHaveLength(3)
  expect(new Set(cpo.seen.slice(-3).map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await emsp.cpo.stop('S1')).responses).toHaveLength(1)
})

test('huge: answers and requests carry more than anybody needs', async () => {
  emsp.faults.set({ kind: 'huge', length: 100_000 })
  const { answer } = await putLocation('L1')
  expect(answer.padding).toHaveLength(100_000)
  await emsp.cpo.stop('S1')
  expect((cpo.seen.at(-1)?.body as { padding: string }).padding).toHaveLength(100_000)
})

test('redirect: the caller is sent elsewhere, and nothing is done', async () => {
  emsp.faults.set({ kind: 'redirect', to: 'http://169.254.169.254/' })
  const answer = await putLocation('L1')
  expect({ http: answer.http, to: answer.headers.get('location') }).toEqual({
    http: 307,
    to: 'http://169.254.169.254/',
  })
  expect(emsp.location('L1')).toBeUndefined()
})

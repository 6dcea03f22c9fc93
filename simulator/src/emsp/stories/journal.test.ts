import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmsp } from '../emsp.ts'
import type { PartnerState } from '../partner.ts'
import { TestCpo } from './cpo-for-tests.ts'
import { someCdr, someLocation, someSession, someTariff } from './objects-for-tests.ts'

let cpo: TestCpo
let folder: string
beforeAll(async () => {
  cpo = await new TestCpo(['2.2.1']).open()
  folder = mkdtempSync(join(tmpdir(), 'emsp-journal-'))
})
afterAll(async () => {
  await cpo.close()
  rmSync(folder, { recursive: true, force: true })
})

test('what was taken before a kill is there after it, and nothing else', async () => {
  const file = join(mkdtempSync(join(folder, 'kept-')), 'arrivals.jsonl')
  let state: PartnerState | undefined
  const first = await startEmsp({
    file,
    onChange: (now) => {
      state = structuredClone(now)
    },
  })
  await first.partner.register(cpo.versionsUrl, 'token-a')
  const address = (path: string) => first.versionsUrl.replace('versions', `2.2.1/${path}`)
  const put = (path: string, body: unknown) => cpo.call('PUT', address(path), body)
  await put('locations/RU/STM/L1', someLocation())
  await cpo.call('PATCH', address('locations/RU/STM/L1/E1'), {
    status: 'CHARGING',
    last_updated: '2026-11-01T12:30:00Z',
  })
  await put('tariffs/RU/STM/T1', someTariff('2.2.1'))
  await put('tariffs/RU/STM/T2', { ...someTariff('2.2.1'), id: 'T2' })
  await cpo.call('DELETE', address('tariffs/RU/STM/T2'))
  await put('sessions/RU/STM/S1', someSession())
  expect((await put('sessions/RU/STM/S2', { id: 'S2' })).code).toBe(2001)
  first.faults.set({ kind: 'error', status: 503 }, { modules: ['sessions'] })
  await put('sessions/RU/STM/S3', { ...someSession(), id: 'S3' })
  first.faults.set({ kind: 'silent' }, { modules: ['cdrs'], times: 1 })
  const unanswered = cpo.call('POST', address('cdrs'), someCdr('2.2.1'))
  unanswered.catch(() => undefined)
  await first.until(() => first.cdr('C1'))
  // each request is in the file before it is answered
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(first.book.arrivals.length)
  const { book } = first
  // it is killed in the middle of a line
  await first.close()
  appendFileSync(file, '{"module":"cdrs","meth')
  const second = await startEmsp({ file, ...(state && { state }) })
  for (const kind of ['locations', 'tariffs', 'sessions', 'cdrs'] as const)
    expect([...second.book.of(kind)], kind).toEqual([...book.of(kind)])
  expect([book.locations.size, book.tariffs.size, book.sessions.size, book.cdrs.size]).toEqual([1, 1, 1, 1])
  expect(second.book.arrivals).toHaveLength(book.arrivals.length)
  await cpo.call('POST', second.versionsUrl.replace('versions', '2.2.1/cdrs'), someCdr('2.2.1'))
  expect(second.book.counts.cdrs.duplicates).toBe(1)
  await second.close()
  const third = await startEmsp({ file, ...(state && { state }) })
  expect(third.book.counts.cdrs.duplicates).toBe(1)
  await third.close()
})

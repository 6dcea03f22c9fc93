import { Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../general/testing.ts'
import type { Failure } from '../http/failure.ts'
import { DownloadLinks, dispositionOf } from './downloads.ts'
import { removeOldUses } from './downloads-store.ts'

const start = new Date('2026-11-20T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Links of one secret key whose clock is moved by hand, and a browser that follows them. */
function aWorld(secretKey = 'secret') {
  let now = start
  const links = new DownloadLinks(secretKey, { now: () => now }, database.db)
  const app = Fastify()
  app.setErrorHandler<Failure>(({ code }, _request, reply) => reply.code(410).send(code))
  links.listen(app)
  links.serve('report', (what) => ({
    name: 'report.csv',
    type: 'text/csv',
    body: Readable.from([JSON.stringify(what)]),
  }))
  return {
    links,
    follow: (url: string) => app.inject({ url }),
    after: (ms: number) => {
      now = new Date(start.getTime() + ms)
    },
  }
}

const expired = { statusCode: 410, body: 'download.expired' }

test('a link gives the file that it was offered for, and no cache keeps it', async () => {
  const { links, follow } = aWorld()
  const answer = await follow(links.offer('report', { month: 7 }))
  expect(answer).toMatchObject({ statusCode: 200, body: '{"month":7}' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="report.csv"',
    'cache-control': 'no-store',
  })
})

test('a link is good for a minute, to the last millisecond', async () => {
  const { links, follow, after } = aWorld()
  const [early, late] = [links.offer('report', 1), links.offer('report', 2)]
  after(MINUTE_MS)
  expect((await follow(early)).statusCode).toBe(200)
  after(MINUTE_MS + 1)
  expect(await follow(late)).toMatchObject(expired)
})

test('a link is good for one use, and so is each of two for the same', async () => {
  const { links, follow, after } = aWorld()
  const [one, other] = [links.offer('report', 1), links.offer('report', 1)]
  expect((await follow(one)).statusCode).toBe(200)
  expect(await follow(one)).toMatchObject(expired)
  after(30 * SECOND_MS)
  expect((await follow(other)).statusCode).toBe(200)
  after(MINUTE_MS)
  expect(await follow(one)).toMatchObject(expired)
  expect(await follow(other)).toMatchObject(expired)
})

test('a link stays used at another server and after a restart, and of many who come at once one gets the file', async () => {
  const [one, other] = [aWorld(), aWorld()]
  const link = one.links.offer('report', 1)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, nth) => (nth % 2 ? one : other).follow(link)),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410, 410])
  expect(await aWorld().follow(link)).toMatchObject(expired)
})

test('uses are remembered for as long as their links are good, no longer', async () => {
  const { links, follow } = aWorld()
  const link = links.offer('report', 1)
  await follow(link)
  const end = start.getTime() + MINUTE_MS
  await removeOldUses(database.db, new Date(end))
  expect(await follow(link)).toMatchObject(expired)
  await removeOldUses(database.db, new Date(end + 1))
  expect(await database.db.selectFrom('used_downloads').selectAll().execute()).toEqual([])
})

test('nothing else is a link: another key’s, a changed one, a kind that nobody serves, none at all', async () => {
  const { links, follow } = aWorld()
  const other = aWorld('another secret').links
  const path = links.offer('report', 1)
  const [content, signature] = path.split('=')[1]!.split('.') as [string, string]
  const changed = Buffer.from(
    Buffer.from(content, 'base64url').toString().replace('"what":1', '"what":2'),
  ).toString('base64url')
  for (const bad of [
    other.offer('report', 1),
    `/api/v1/downloads?ticket=${changed}.${signature}`,
    `/api/v1/downloads?ticket=${content}.${signature}x`,
    `/api/v1/downloads?ticket=${content}`,
    links.offer('other', 1),
    '/api/v1/downloads',
    `${path}&ticket=twice`,
  ]) {
    expect(await follow(bad)).toMatchObject(expired)
  }
  expect((await follow(path)).statusCode).toBe(200)
})

test.each([
  ['report.csv', 'attachment; filename="report.csv"'],
  [
    'Иван (1).pdf',
    `attachment; filename="_ _1_.pdf"; filename*=UTF-8''%D0%98%D0%B2%D0%B0%D0%BD%20%281%29.pdf`,
  ],
  ['a"b\r\nc.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b%0D%0Ac.csv`],
])('%j is named so that every browser can read it', (name, header) => {
  expect(dispositionOf(name)).toBe(header)
})

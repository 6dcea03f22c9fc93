import type { CarCertificate, PlugAndChargeRoot, PlugAndChargeRootReading } from '@stationmaster/contract'
import { Authority } from '@stationmaster/simulator/pki'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import {
  insertCertificate,
  updateCertificate,
} from '../../../slices/stations/stations/connecting/certificate-store.ts'
import { readOutbox } from '../../world/outbox.ts'
import { World } from '../../world/world.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world?.close())

const after = (ms: number) => new Date(world.clock.now().getTime() + ms)
const aRoot = (name: string, until: Date) =>
  Authority.root(name, after(-DAY_MS), until).certificate.toString()
const addRoot = (kind: string, pem: string) =>
  world.post<PlugAndChargeRoot[]>('plug-and-charge/roots', { kind, pem })

/** How many mails have been sent when two servers look at the same time. */
async function warned(): Promise<number> {
  const { certificates } = world.server
  await Promise.all([certificates.warn(), certificates.warn()])
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'mail'`.execute(world.db)
  return rows[0]!.n - before
}
let before = 0

test('a certificate says what it is before it is added, and nothing is kept', async () => {
  const pem = aRoot('Looked at', after(400 * DAY_MS))
  const read = () => world.post<PlugAndChargeRootReading>('plug-and-charge/roots/reading', { pem })
  expect(await read()).toMatchObject({ subject: 'CN=Looked at', present: [] })
  expect(await world.get('plug-and-charge/roots')).toEqual([])
  const [root] = await addRoot('v2g', pem)
  expect(root).toMatchObject({ kind: 'v2g', subject: 'CN=Looked at', added_by: 'Anna Sedova' })
  expect(await read()).toMatchObject({ present: ['v2g'] })
  await expect(world.post('plug-and-charge/roots/reading', { pem: 'nothing' })).rejects.toThrow(
    'root.unreadable',
  )
})

test('what stations show to cars is listed, the last of each, that which ends first before', async () => {
  const [one, two] = [await world.addStation(), await world.addStation()]
  const sign = (id: string, serial: string, notAfter: Date, forCars: 2 | 20 | null = 2) =>
    insertCertificate(world.db, id, { serial, notAfter, forCars, chain: '' } as never, world.clock.now())
  await sign(one.id, 'a1', after(100 * DAY_MS))
  await updateCertificate(world.db, await sign(one.id, 'a2', after(300 * DAY_MS)), 'Accepted')
  await sign(two.id, 'b1', after(200 * DAY_MS))
  await sign(two.id, 'b2', after(DAY_MS), null)
  const shown = await world.get<CarCertificate[]>('plug-and-charge/stations')
  expect(shown.map(({ station_id, status }) => [station_id, status])).toEqual([
    [two.id, null],
    [one.id, 'Accepted'],
  ])
})

test('the administrators are mailed 30, 7 and 1 days before a certificate ends, each time once', async () => {
  before += await warned()
  await addRoot('mo', aRoot('Ends soon', after(31 * DAY_MS)))
  expect(await warned()).toBe(0)
  const counts: number[] = []
  // less than 30 days are left, then 29, 9, 6, 2 and 1; then it has ended
  for (const days of [1, 1, 20, 3, 4, 1, 2]) {
    await world.forward(days * DAY_MS + (counts.length === 0 ? HOUR_MS : 0))
    counts.push(await warned())
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3, 3])
  const sent = () => readOutbox(world.dataDir).filter(({ text }) => text.includes('CN=Ends soon'))
  await world.until('the mails are out', () => sent().length >= 3)
  expect(sent()).toHaveLength(3)
})

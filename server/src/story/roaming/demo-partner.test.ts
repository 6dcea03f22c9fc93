import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PartnerSettlement, RoamingPartner } from '@stationmaster/contract'
import type { Emsp } from '@stationmaster/simulator/emsp'
import { dayOf, monthOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { runPartner } from '../../slices/operations/demo/partner.ts'
import { World } from '../world/world.ts'

let world: World
let dataDir: string
const open: Emsp[] = []
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
  dataDir = mkdtempSync(join(tmpdir(), 'demo-partner-'))
  await sql`update locations set lat = 56.85, lng = 35.9, country = 'Россия'`.execute(world.db)
})
afterAll(async () => {
  for (const emsp of open) await emsp.close()
  await world?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = async () => {
  const emsp = await runPartner({ dataDir, timeZone: 'Europe/Moscow', chargesForMs: 0 }, world.server.url)
  if (emsp) open.push(emsp)
  return emsp
}
const partners = () => world.get<RoamingPartner[]>('roaming/partners')

test('the demo’s partner registers, and three of its drivers charge and are billed; the next time it is the same one, whatever port the network has', async () => {
  for (const protocol of ['ocpp1.6', 'ocpp2.0.1', 'ocpp1.6'] as const) await world.simulate(protocol)
  // it was killed before it could register
  await world.put('roaming/party', { country_code: 'RU', party_id: 'STM', name: 'Stationmaster Demo' })
  await world.post('roaming/partners', { name: 'Электродрайв' })
  const first = (await run())!
  expect(await partners()).toMatchObject([{ name: 'Электродрайв', state: 'connected', version: '2.3.0' }])
  const ended = () => [...first.book.sessions.values()].filter(({ status }) => status === 'COMPLETED').length
  await first.until(() => (ended() === 3 ? true : undefined), 'three sessions end')
  expect(first.book.refusals()).toEqual([])
  const { rows } = await sql<{ cards: string[] }>`
    select array_agg(distinct rfid order by rfid) as cards from orders`.execute(world.db)
  expect(rows[0]?.cards).toEqual(['EDR-0001', 'EDR-0002', 'EDR-0003'])
  // its own list of the month lacks one of the three bills
  const [partner] = await partners()
  const month = monthOf(dayOf(world.clock.now(), 'Europe/Moscow'))
  const settlement = await world.get<PartnerSettlement>(
    `roaming/partners/${partner!.id}/settlements/${month}`,
  )
  expect(settlement).toMatchObject({ total: { bills: 3 }, listed: 2, differences: [{ kind: 'missing' }] })
  expect(settlement.total.gross).toBeGreaterThan(settlement.listed_total.gross ?? Number.POSITIVE_INFINITY)
  await first.close()

  const state = join(dataDir, 'demo-partner.json')
  const { port } = new URL(world.server.url)
  // nothing listens there
  writeFileSync(state, readFileSync(state, 'utf8').replaceAll(`127.0.0.1:${port}`, '127.0.0.1:1'))
  const again = (await run())!
  expect(again.versionsUrl).not.toBe(first.versionsUrl)
  expect(await partners()).toMatchObject([{ state: 'connected', versions_url: again.versionsUrl }])
  const sent = await again.cpo.pull('sessions')
  expect(sent.objects).toHaveLength(3)
})

test('where somebody has invited a partner it does nothing', async () => {
  rmSync(join(dataDir, 'demo-partner.json'))
  expect(await run()).toBeNull()
  expect(await partners()).toHaveLength(1)
})

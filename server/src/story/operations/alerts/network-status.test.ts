import type { NetworkStatus } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { changeIncident, insertIncident } from './incident-rows.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase(), undefined, { STATUS_PAGE: 'on' })
})
afterAll(() => world?.close())

const page = (path = '/status', language = 'en') =>
  fetch(`${world.server.url}${path}`, { headers: { 'accept-language': language } })
const status = () => world.get<NetworkStatus>('public/status')
/** Requests share a reading for some seconds: resolves with a later one. */
async function nextStatus(): Promise<NetworkStatus> {
  const { updated_at } = await status()
  await world.until('it was read anew', async () => (await status()).updated_at !== updated_at)
  return status()
}
const untilState = (state: NetworkStatus['state']) =>
  world.until(`it is ${state}`, async () => (await status()).state === state)

test('drivers see what is disturbed and planned at public places, in their language, and nothing of the inside', async () => {
  const station = await world.simulate('ocpp2.0.1')
  const { id } = station.made
  await world.untilOnline(id)
  const { db, clock, locationId } = world
  expect(await status()).toMatchObject({ state: 'ok', disturbances: [], maintenances: [] })
  expect(await (await page()).text()).toContain('Everything works')

  // a silence of a station that is there would be over with the next look
  await station.close()
  await world.untilOffline(id)
  const stations = [{ id, locationId }]
  const incident = await insertIncident(db, { stations, at: clock.now() })
  await insertIncident(db, { kind: 'books', at: clock.now() })
  await insertIncident(db, { kind: 'fault', severity: 'info', stations, at: clock.now() })
  await untilState('disturbed')
  const { disturbances } = await status()
  expect(disturbances).toMatchObject([
    { id: `d-${incident}-${locationId}`, what: 'no_contact', location: 'Yard', city: 'Tver', stations: 1 },
  ])
  const iso = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  await world.post(`stations/${id}/maintenances`, {
    starts_at: iso(DAY_MS),
    ends_at: iso(DAY_MS + HOUR_MS),
    note: 'secret-of-the-staff',
  })
  expect((await nextStatus()).maintenances).toHaveLength(1)
  const german = await (await page('/status', 'de')).text()
  expect(german).toContain('<html lang="de">')
  expect(german).toContain('Yard, Tver: Laden beginnt womöglich nicht')
  expect(german).toContain('Yard, Tver: Wartung')
  const russian = await (await page('/status?lang=ru')).text()
  expect(russian).toContain('Есть неполадки')
  const feed = await page('/api/v1/public/status.rss?lang=en')
  expect(feed.headers.get('content-type')).toContain('application/rss+xml')
  const rss = await feed.text()
  expect(rss.match(/<item>/g)).toHaveLength(2)
  for (const text of [german, russian, rss, JSON.stringify(await status())]) {
    expect(text).not.toContain(id)
    expect(text).not.toContain('secret-of-the-staff')
    expect(text).not.toContain('127.0.0.1</')
  }
  await changeIncident(db, incident, { state: 'closed' })
  await untilState('ok')
  expect((await status()).maintenances).toHaveLength(1)
})

test('a place that drivers do not see is not shown, and nothing is where the operator does not show it', async () => {
  const hidden = await world.post<{ id: number }>('locations', { name: 'Hidden', city: 'Tver' })
  const made = await world.addStationAs('HIDDEN1', 150, hidden.id)
  await world.patch(`locations/${hidden.id}`, { listed: false })
  const incident = await insertIncident(world.db, {
    stations: [{ id: made.id, locationId: hidden.id }],
    at: world.clock.now(),
  })
  expect((await nextStatus()).disturbances).toEqual([])
  await changeIncident(world.db, incident, { state: 'closed' })
  const off = await World.open(await openTestDatabase())
  expect((await fetch(`${off.server.url}/status`)).status).toBe(404)
  expect((await fetch(`${off.server.url}/api/v1/public/status`)).status).toBe(404)
  await off.close()
})

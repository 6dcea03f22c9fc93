import type { ChargeStation, ErrorAnswer } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { World } from '../world/world.ts'

const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

/** A station of 2.1 whose codes are set up: its settings were read, and it has booted since. */
async function showing() {
  const station = await world.simulate('ocpp2.1', { plugDelayMs: null })
  const { id } = station
  await world.untilOnline(id)
  await world.post(`stations/${id}/configuration/refresh`)
  await world.until('its settings are read', async () => {
    const { rows } =
      await sql`select 1 from station_configurations where station_id = ${id} and fetched_at is not null`.execute(
        world.db,
      )
    return rows.length > 0
  })
  await station.reboot()
  await world.until('it shows a code', async () => station.shownCode() !== null)
  await world.until('its connector is free', async () => {
    const { number } = await world.get<{ number: number }>(`stations/${id}`)
    return (await look(`stations/${number}`)).connectors[0]?.state === 'free'
  })
  return station
}

const call = async <T>(path: string, body?: object): Promise<{ status: number; body: T & ErrorAnswer }> => {
  const answer = await fetch(`${world.server.url}/api/v1/driver/${path}`, {
    ...(body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })
  return { status: answer.status, body: (await answer.json()) as T & ErrorAnswer }
}
const look = async (path: string) => (await call<ChargeStation>(path)).body
/** The call that belongs to the address in a code. */
const pathOf = (code: string): string => {
  const { pathname, search } = new URL(code)
  return `${pathname.replace('/charge/', 'stations/')}${search}`
}
const begin = (seen: ChargeStation) => {
  const { id, price } = seen.connectors[0]!
  return call<{ order_id: number }>(`stations/${seen.number}/sessions`, {
    connector_id: id,
    quote: price?.quote,
    request_id: crypto.randomUUID(),
  })
}

test('a code that the station shows begins one session, and the station keeps its place for who pays', async () => {
  const station = await showing()
  const code = station.shownCode(1, world.clock.now())!
  const seen = await look(pathOf(code))
  expect(seen).toMatchObject({ sticker: 'ours', connectors: [{ evse: 1, can: { charge: true } }] })
  const page = await fetch(code.replace(/^https?:\/\/[^/]+/, world.server.url))
  expect(await page.text()).toContain('c=')
  const again = await look(pathOf(code))
  expect(again.sticker).toBe('ours')
  const begun = await begin(seen)
  expect(begun.status).toBe(201)
  await world.until('the station knows that somebody pays', async () => station.connectorView().paidOnWeb)
  await station.plugIn(1, null)
  expect(await station.tap(1, 'ANYCARD')).toBe('refused')
  await world.post(`orders/${begun.body.order_id}/cancel`, { reason: 'changed their mind' })
  await world.until('nobody pays any more', async () => !station.connectorView().paidOnWeb)
  // somebody else has scanned the same code
  expect(await begin(again)).toMatchObject({ status: 409, body: { code: 'code.used' } })
  expect(await look(pathOf(code))).toMatchObject({ sticker: 'old', connectors: [{ can: { charge: false } }] })
  // the next code is good again
  expect(
    (await look(pathOf(station.shownCode(1, new Date(world.clock.now().getTime() + MINUTE_MS))!))).sticker,
  ).toBe('ours')
  await station.close()
})

test('an old code, a forged one, and one of another station begin nothing', async () => {
  const [station, other] = [await showing(), await showing()]
  const now = world.clock.now().getTime()
  const at = (seconds: number) => pathOf(station.shownCode(1, new Date(now + seconds * SECOND_MS))!)
  const good = new URL(station.shownCode(1, world.clock.now())!).searchParams.get('c')!
  const foreign = new URL(other.shownCode(1, world.clock.now())!).searchParams.get('c')!
  expect((await look(at(-60))).sticker).toBe('ours')
  for (const [path, sticker] of [
    [at(-180), 'old'],
    [at(180), 'foreign'],
    [at(0).replace(good, foreign), 'foreign'],
    [at(0).replace(good, good.slice(1)), 'foreign'],
  ] as const)
    expect(await look(path)).toMatchObject({ sticker, connectors: [{ can: { charge: false } }] })
  // whoever guesses is not listened to any more
  for (let tries = 0; tries < 30; tries += 1) await look(at(0).replace(good, `guess${tries}`))
  expect((await look(at(0))).sticker).toBe('foreign')
  await station.close()
  await other.close()
})

test('the secret of the codes is not written down', async () => {
  const station = await showing()
  let sent: { frame: string }[] = []
  await world.until('what was sent is journaled', async () => {
    const { rows } = await sql<{ frame: string }>`
      select frame from frames
      where station_id = ${station.id} and action = 'SetVariables' and direction = 'out' and frame like '%SharedSecret%'`.execute(
      world.db,
    )
    sent = rows
    return rows.length > 0
  })
  for (const { frame } of sent) expect(frame).toContain('"attributeValue":"***"')
  await station.close()
})

test('a station that has got the secret of its codes still signs in with its password', async () => {
  const station = await showing()
  await station.goOffline()
  await world.untilOffline(station.id)
  await station.goOnline()
  await world.untilOnline(station.id)
  await station.close()
})

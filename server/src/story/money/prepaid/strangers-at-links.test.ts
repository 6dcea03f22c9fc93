import type { ErrorAnswer } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { demoAccounts, demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { linkIn, readOutbox } from '../../world/outbox.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'

// Thousands of phones share one address of their carrier: a phone with a valid link gets through, whatever the others try.

const [missesMost, callsMost] = [5, 200]
const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, {
    ...sandbox.env,
    TRUST_PROXY: '1',
    ACCOUNT_REQUESTS_PER_ADDRESS: String(missesMost),
    REQUESTS_PER_MINUTE: String(callsMost),
  })
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

let carriers = 0
/** Calls from one address of a carrier that nobody has used yet. */
function aCarrier() {
  const address = `100.64.0.${++carriers}`
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
      method,
      headers: { 'x-forwarded-for': address, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      code: text.startsWith('{') ? (JSON.parse(text) as ErrorAnswer).code : null,
    }
  }
  const guess = () => call('GET', `pay/${'x'.repeat(43)}`)
  const self = {
    call,
    guess,
    /** Tries links until the server tells it to wait, then makes more calls of any kind than an address may. */
    async tryTooOften() {
      const statuses: number[] = []
      for (let nth = 0; nth <= missesMost; nth += 1) statuses.push((await guess()).status)
      expect(statuses).toEqual([...Array<number>(missesMost).fill(404), 429])
      await Promise.all(Array.from({ length: callsMost }, () => call('GET', 'help/config')))
      expect((await call('GET', 'help/config')).status).toBe(429)
      return self
    },
  }
  return self
}

const charge = { kind: 'charge', limit_amount: 17_000 }
async function offered() {
  const station = await world.simulate('ocpp1.6', { plugDelayMs: null })
  await world.untilOnline(station.made.id)
  return { station, driver: await DriverLink.offer(world, sandbox, station.made, charge) }
}
async function charging(): Promise<DriverLink> {
  const { station, driver } = await offered()
  await station.plugIn(1, null)
  await driver.pay('approved')
  await driver.until('charging')
  return driver
}

test('where strangers have guessed and called too often, drivers see their orders, stop and cancel', async () => {
  const running = await charging()
  const { driver: waiting } = await offered()
  const carrier = await aCarrier().tryTooOften()
  for (const { token } of [running, waiting])
    expect((await carrier.call('GET', `pay/${token}`)).status).toBe(200)
  expect((await carrier.call('POST', `pay/${running.token}/stop`)).status).toBe(200)
  expect((await carrier.call('POST', `pay/${waiting.token}/cancel`)).status).toBe(200)
  expect((await carrier.guess()).status).toBe(429)
})

test('mailed links go on there: a confirmed address, a new password, a file', async () => {
  const carrier = await aCarrier().tryTooOften()
  const { call } = aCarrier()
  const email = `from-${carriers}@people.example`
  const person = { email, first_name: 'Ann', last_name: 'Lee', password: demoPassword }
  expect((await call('POST', 'auth/manager', person)).status).toBe(201)
  await call('POST', 'auth/manager/password-change-requests', { email })
  const mailed = async (path: string): Promise<string> => {
    const found = () =>
      readOutbox(world.dataDir)
        .filter(({ to }) => to === email)
        .map((mail) => linkIn(mail, path).split('/').at(-1))
        .find(Boolean)
    await world.until(`a link to ${path} is mailed`, () => found() !== undefined)
    return found()!
  }
  const token = await mailed('/auth/verify-email/')
  expect((await carrier.call('POST', 'auth/email/verify', { token })).status).toBe(200)
  const set = `auth/manager/password-change-requests/${await mailed('/auth/password-change/')}`
  expect((await carrier.call('POST', set, { new_password: `${demoPassword}-x` })).status).toBe(204)
  // a link that was used is one that opens nothing
  expect((await carrier.call('POST', set, { new_password: `${demoPassword}-x` })).status).toBe(429)
  const { id } = await world.addStation()
  const { url } = await world.post<{ url: string }>(`ocpp-messages/${id}/export`, { format: 'csv' })
  expect((await carrier.call('GET', url.replace('/api/v1/', ''))).status).toBe(200)
})

test('a session goes on by its refresh token where others’ have ended', async () => {
  const carrier = aCarrier()
  const { email } = demoAccounts.find(({ role }) => role === 'manager')!
  const logIn = await fetch(`${world.server.url}/api/v1/auth/manager/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const { refresh_token } = (await logIn.json()) as { refresh_token: string }
  const renew = (token: string) =>
    carrier.call('POST', 'auth/manager/create-token', { email, refresh_token: token })
  for (let nth = 0; nth < missesMost; nth += 1) expect((await renew('none')).status).toBe(401)
  expect((await renew('none')).status).toBe(429)
  expect((await renew(refresh_token)).status).toBe(200)
})

test('a link that is flooded is bounded by itself, each call apart: it still stops, and others go on', async () => {
  const [flooded, other] = [await charging(), await charging()]
  const carrier = aCarrier()
  const page = () => carrier.call('GET', `pay/${flooded.token}?x=${Math.random()}`)
  const statuses = await Promise.all(Array.from({ length: 125 }, page))
  expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
  expect((await carrier.call('POST', `pay/${flooded.token}/stop`)).status).toBe(200)
  expect((await carrier.call('GET', `pay/${other.token}`)).status).toBe(200)
})

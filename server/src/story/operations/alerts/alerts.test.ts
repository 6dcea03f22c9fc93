import { createHmac } from 'node:crypto'
import type { AlertChannel, AlertRule, AlertRuleBody } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { insertManager } from '../../../slices/people/managers/store.ts'
import { PushService } from '../../money/prepaid/push-service.ts'
import { readOutbox } from '../../world/outbox.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { changeIncident, insertIncident } from './incident-rows.ts'
import { ReceivingServer } from './receiving-server.ts'

let world: World
let service: PushService
let receiver: ReceivingServer
const secret = 'a-secret-of-a-webhook'
const token = `1234567:${'A'.repeat(30)}`
const people: number[] = []
const owner = 'alerted-owner@example.com'
const other = 'alerted-operator@example.com'
let channels: AlertChannel[]

beforeAll(async () => {
  service = await PushService.open()
  receiver = await ReceivingServer.open()
  world = await World.open(await openTestDatabase(), StoryClock.atNoon(), {
    PUSH_SERVICES: service.origin,
    TELEGRAM_API_URL: receiver.origin,
    OUTGOING_PRIVATE_NETWORKS: '127.0.0.0/8',
  })
  await world.forward(0)
  const { db, clock } = world
  const at = { createdAt: clock.now(), emailVerifiedAt: clock.now(), passwordHash: null }
  const named = { firstName: 'A', lastName: 'B' }
  for (const [email, role] of [
    [owner, 'administrator'],
    [other, 'operator'],
  ] as const)
    people.push((await insertManager(db, { ...at, ...named, role, email, language: 'ru' }))!)
  await world.post('alerts/channels', {
    kind: 'webhook',
    name: 'Desk',
    target: `${receiver.origin}/office`,
    secret,
  })
  channels = await world.post<AlertChannel[]>('alerts/channels', {
    kind: 'telegram',
    name: 'Night',
    target: '-100200',
    secret: token,
  })
})
afterAll(async () => {
  await world?.close()
  await service?.close()
  await receiver?.close()
})

const channelOf = (name: string) => channels.find((one) => one.name === name)!.id
const step = (after: number, ids: number[], named: string[] = []) => ({
  after_minutes: after,
  people: ids.map((id) => ({ id, mail: true, push: false })),
  channels: named.map(channelOf),
})
const rules: number[] = []
async function addRule(rule: Partial<AlertRuleBody> & Pick<AlertRuleBody, 'steps'>): Promise<number> {
  const all = await world.post<AlertRule[]>('alerts/rules', {
    name: `R${rules.length}`,
    on: true,
    severity: 'info',
    ...rule,
  })
  const id = Math.max(...all.map((one) => one.id))
  rules.push(id)
  return id
}
async function dropRules(): Promise<void> {
  for (const id of rules.splice(0))
    await fetch(`${world.server.url}/api/v1/alerts/rules/${id}`, {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })
}
/** Two servers look at once. */
const look = async () => {
  await Promise.all([world.server.alerts.run(), world.server.alerts.run()])
}
/** Since the last time: to who mails went, in order of their addresses. */
let seen = 0
async function mailed(expected: number): Promise<string[]> {
  const fresh = () => readOutbox(world.dataDir).slice(seen)
  await world.until('the mails are out', () => fresh().length >= expected)
  const to = fresh().map((mail) => mail.to)
  seen += to.length
  return to.toSorted()
}
const stationsOf = async (count: number) => {
  const made: { id: string; locationId: number }[] = []
  for (let nth = 0; nth < count; nth += 1)
    made.push({ id: (await world.addStation()).id, locationId: world.locationId })
  return made
}

test('an incident of forty stations is one message for each, whatever rules name them', async () => {
  await addRule({ steps: [step(0, people, ['Desk', 'Night'])] })
  await addRule({ kinds: ['silence'], steps: [step(0, people, ['Desk'])] })
  const stations = await stationsOf(40)
  const id = await insertIncident(world.db, { stations, at: world.clock.now() })
  await look()
  expect(await mailed(2)).toEqual([other, owner])
  expect(readOutbox(world.dataDir).at(-1)).toMatchObject({ subject: 'Инцидент: Значительный: нет связи' })
  expect(readOutbox(world.dataDir).at(-1)!.text).toContain('станций: 40')
  await world.until('both channels have it', () => receiver.calls.length >= 2)
  const office = receiver.calls.find(({ path }) => path === '/office')!
  const night = receiver.calls.find(({ path }) => path === `/bot${token}/sendMessage`)!
  const { 'webhook-id': webhookId, 'webhook-timestamp': timestamp } = office.headers
  expect(office.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', secret).update(`${webhookId}.${timestamp}.${office.text}`).digest('base64')}`,
  )
  expect(JSON.parse(office.text)).toMatchObject({ type: 'incidents.notified', title: 'Major: no contact' })
  expect(JSON.parse(night.text)).toMatchObject({ chat_id: '-100200' })
  expect(JSON.parse(night.text).text).toContain(`/incidents/${id}`)
  await changeIncident(world.db, id, { severity: 'critical' })
  await look()
  world.clock.forward(HOUR_MS)
  await look()
  expect(receiver.calls).toHaveLength(2)
  expect(await mailed(0)).toEqual([])
  await changeIncident(world.db, id, { state: 'closed' })
  const notified = await world.get<AlertRule[]>('alerts/rules')
  expect(notified.reduce((sum, rule) => sum + rule.notified, 0)).toBe(4)
  await dropRules()
})

test('at night only what is urgent is notified, and goes on to the next who is named until somebody acknowledges', async () => {
  const [first, second] = people as [number, number]
  await world.forward(15 * HOUR_MS)
  await addRule({
    hours: { from_minute: 8 * 60, until_minute: 22 * 60 },
    urgent_severity: 'major',
    steps: [step(0, [first]), step(15, [first, second]), step(15, [], ['Night'])],
  })
  const before = receiver.calls.length
  const stations = await stationsOf(1)
  const minor = await insertIncident(world.db, { severity: 'minor', stations, at: world.clock.now() })
  const urgent = await insertIncident(world.db, { kind: 'fault', stations, at: world.clock.now() })
  await look()
  expect(await mailed(1)).toEqual([owner])
  world.clock.forward(14 * MINUTE_MS)
  await look()
  expect(await mailed(0)).toEqual([])
  world.clock.forward(MINUTE_MS)
  await look()
  expect(await mailed(1)).toEqual([other])
  await changeIncident(world.db, urgent, { state: 'acknowledged' })
  world.clock.forward(20 * MINUTE_MS)
  await look()
  expect(receiver.calls).toHaveLength(before)
  await world.forward(6 * HOUR_MS)
  await look()
  expect(await mailed(1)).toEqual([owner])
  await changeIncident(world.db, minor, { state: 'closed' })
  await dropRules()
})

test('what comes close together is one message, without what is over by then', async () => {
  await addRule({ digest_minutes: 10, steps: [step(0, [people[0]!], ['Desk'])] })
  const before = receiver.calls.length
  const stations = await stationsOf(1)
  const ids: number[] = []
  for (const kind of ['fault', 'energy', 'sessions'] as const) {
    ids.push(await insertIncident(world.db, { kind, stations, at: world.clock.now() }))
    await look()
    world.clock.forward(2 * MINUTE_MS)
  }
  await changeIncident(world.db, ids[1]!, { state: 'closed' })
  expect(receiver.calls).toHaveLength(before)
  world.clock.forward(4 * MINUTE_MS)
  await look()
  expect(await mailed(1)).toEqual([owner])
  await world.until('the office has it', () => receiver.calls.length > before)
  expect(JSON.parse(receiver.calls.at(-1)!.text)).toMatchObject({
    title: '2 incidents',
    incidents: [expect.stringContaining('fault'), expect.stringContaining('sessions')],
  })
  for (const id of ids) await changeIncident(world.db, id, { state: 'closed' })
  await dropRules()
})

test('a channel is tried at once, says what is wrong, and gets what it missed when it is back', async () => {
  const test = (name: string) =>
    world.post<{ error: string | null }>(`alerts/channels/${channelOf(name)}/test`)
  expect(await test('Night')).toEqual({ error: null })
  expect(JSON.parse(receiver.calls.at(-1)!.text).text).toContain('A test of Stationmaster')
  receiver.status = 403
  expect((await test('Night')).error).toContain('403')
  receiver.status = 0
  const { error } = await test('Night')
  expect(error).toBeTruthy()
  expect(error).not.toContain(token)
  await addRule({ steps: [step(0, [], ['Desk'])] })
  const before = receiver.calls.length
  const books = await insertIncident(world.db, { kind: 'books', at: world.clock.now() })
  await look()
  await world.until('it is known that the office is away', async () => {
    const all = await world.get<AlertChannel[]>('alerts/channels')
    return all.some(({ name, error }) => name === 'Desk' && error !== null)
  })
  receiver.status = 200
  world.clock.forward(HOUR_MS)
  await world.until('what waits is sent again', async () => {
    await world.server.deliveries.wake()
    return receiver.calls.length === before + 1
  })
  expect(await world.get<AlertChannel[]>('alerts/channels')).toMatchObject([
    { name: 'Desk', kind: 'webhook', network: true },
    { name: 'Night' },
  ])
  await changeIncident(world.db, books, { state: 'closed' })
  await dropRules()
})

test('a browser of the staff is notified, and forgets itself when it is gone', async () => {
  const browser = service.browser()
  const { id } = await world.post<{ id: number }>('alerts/devices', browser.subscription)
  expect(await world.post('alerts/devices/test')).toEqual({ error: null })
  const me = await world.get<{ id: number }>('auth/manager')
  await addRule({
    steps: [{ after_minutes: 0, people: [{ id: me.id, mail: false, push: true }], channels: [] }],
  })
  const incident = await insertIncident(world.db, { kind: 'receipts', at: world.clock.now() })
  await look()
  await world.until('the browser has it', () => browser.received.length >= 2)
  expect(browser.received).toMatchObject([
    { kind: 'incident', title: 'A test of Stationmaster', path: '/alerts' },
    { kind: 'incident', title: 'Major: receipts fail', path: `/incidents/${incident}` },
  ])
  expect(await world.get('alerts/devices')).toMatchObject({ devices: [{ id }] })
  await changeIncident(world.db, incident, { state: 'closed' })
  await dropRules()
})

test('a rule tells somebody in each step, by channels that are its own', async () => {
  const add = (steps: unknown[]) =>
    world.post('alerts/rules', { name: 'R', on: true, severity: 'info', steps })
  await expect(add([{ after_minutes: 0 }])).rejects.toThrow('alert.nobody')
  await expect(add([{ after_minutes: 0, channels: [99_999] }])).rejects.toThrow('alert.channel_not_found')
})

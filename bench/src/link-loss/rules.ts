import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { administrator, signIn } from '../measuring/asking.ts'
import { ownerCount, ownerEmail } from './network.ts'

type Call = (method: string, path: string, body?: object) => Promise<{ id: number }[]>

/** Rules, channels, webhooks and repairs as a network has them, all of which call `sink`; answers the administrator's token. */
export async function setUp(
  api: string,
  password: string,
  sink: string,
  allEvents: boolean,
): Promise<string> {
  const token = await signIn(api, administrator, password)
  const call = callAs(api, token)
  await addAlerts(call, sink)
  for (let nth = 1; nth <= ownerCount; nth += 1)
    await addOwnAlert(callAs(api, await signIn(api, ownerEmail(nth), password)))
  await addRepair(call)
  await addWebhook(call, sink, allEvents)
  return token
}

const callAs =
  (api: string, token: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${api}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number }[]
  }

/** Two rules of the network: for everything, and with one step more for what is critical. */
async function addAlerts(call: Call, sink: string): Promise<void> {
  const everybody = (await call('GET', 'alerts/people')).map(({ id }) => ({ id, mail: true, push: false }))
  await call('POST', 'alerts/channels', {
    kind: 'webhook',
    name: 'Control room',
    language: 'en',
    target: `${sink}/alerts`,
    secret: 'the secret of the control room',
  })
  const channels = (await call('GET', 'alerts/channels')).map(({ id }) => id)
  const steps = [
    { after_minutes: 0, people: everybody.slice(0, 5), channels },
    { after_minutes: 2, people: everybody, channels: [] },
  ]
  for (const severity of ['minor', 'critical'])
    await call('POST', 'alerts/rules', { name: `From ${severity}`, on: true, severity, steps })
}

/** A rule of an owner, who is notified by mail. */
async function addOwnAlert(call: Call): Promise<void> {
  const people = (await call('GET', 'alerts/people')).map(({ id }) => ({ id, mail: true, push: false }))
  const steps = [{ after_minutes: 0, people, channels: [] }]
  await call('POST', 'alerts/rules', { name: 'Mine', on: true, severity: 'minor', steps })
}

/** A repair for whatever goes wrong, which is on. */
async function addRepair(call: Call): Promise<void> {
  const rule = {
    name: 'Ask again',
    repair: 'trigger_status',
    after_minutes: 1,
    helped_minutes: 5,
    station_most: 2,
  }
  for (const { id } of await call('POST', 'repairs/rules', rule))
    await call('PUT', `repairs/rules/${id}`, { ...rule, mode: 'on' })
}

async function addWebhook(call: Call, sink: string, allEvents: boolean): Promise<void> {
  const incidents = ['opened', 'acknowledged', 'closed'].map((word) => `incident.${word}`)
  const stations = ['station.online', 'station.offline', 'station.booted', 'connector.status_changed']
  await call('POST', 'webhook-endpoints', {
    name: 'Another program',
    url: `${sink}/webhooks`,
    events: [...incidents, 'fault.opened', 'fault.closed', ...(allEvents ? stations : [])],
  })
}

/** What takes every message, at once. */
export async function openSink(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, answer) => {
    request.resume()
    request.on('end', () => answer.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

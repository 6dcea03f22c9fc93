import {
  type ErrorAnswer,
  type WebhookEndpoint,
  type WebhookMessage,
  type WebhookMessageDetails,
  webhookEventTypes,
} from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { type Answer, type Method, Office } from '../../world/office.ts'
import { Receiver } from './receiver.ts'

type Added = { endpoint: WebhookEndpoint; secret: string } & ErrorAnswer

describe.each(openTestDatabases())('webhooks ($name)', ({ open }) => {
  let office: Office
  let own: number
  let foreign: number
  const receivers: Receiver[] = []
  const endpoints: number[] = []

  const tokens = new Map<string, string>()
  const forward = (ms: number) => {
    office.clock.forward(ms)
    tokens.clear()
  }
  /** Calls as somebody who has logged in since the clock was moved last. */
  const call = async <T>(
    who: 'administrator' | 'manager',
    method: Method,
    path: string,
    body?: object,
  ): Promise<Answer<T>> => {
    const token = tokens.get(who) ?? (await office.logIn(office.emailOf(who))).body.access_token
    tokens.set(who, token)
    return office.call<T>({ token }, method, path, body)
  }

  beforeAll(async () => {
    office = await Office.open(await open(), { OUTGOING_PRIVATE_NETWORKS: 'loopback' }, { jobs: true })
    own = await office.addLocation('Quay', await office.idOf('manager'))
    foreign = await office.addLocation('Yard')
    await office.addStation(own, 'OWN-1')
    await office.addStation(foreign, 'FOREIGN-1')
  })
  afterEach(async () => {
    for (const id of endpoints.splice(0)) await call('administrator', 'DELETE', `webhook-endpoints/${id}`)
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  afterAll(async () => {
    await office.parts.webhooks.stop()
    await office.parts.deliveries.stop()
    await office.close()
  })

  const hook = async (
    events: readonly string[],
    more: object = {},
    who: 'administrator' | 'manager' = 'administrator',
  ) => {
    const receiver = await Receiver.open()
    receivers.push(receiver)
    const { status, body } = await call<Added>(who, 'POST', 'webhook-endpoints', {
      name: 'Billing',
      url: receiver.url,
      events,
      ...more,
    })
    expect(body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) })
    expect(status).toBe(201)
    receiver.secret = body.secret
    endpoints.push(body.endpoint.id)
    return { receiver, id: body.endpoint.id }
  }
  const rename = (id: number, name: string) => call('administrator', 'PATCH', `locations/${id}`, { name })
  /** Looks what has happened, and waits until all that is due has been sent. */
  const tell = async () => {
    await office.parts.webhooks.look()
    await office.parts.deliveries.wake()
    await office.parts.deliveries.idle()
  }
  const viewOf = async (id: number) =>
    (await call<WebhookEndpoint[]>('administrator', 'GET', 'webhook-endpoints')).body.find(
      (one) => one.id === id,
    )
  const messagesOf = async (id: number, query = '') =>
    (await call<WebhookMessage[]>('administrator', 'GET', `webhook-endpoints/${id}/messages${query}`)).body

  test('a change is told once, signed, with its object as the interface has it and what it was before', async () => {
    const { receiver } = await hook(['location.updated'])
    await rename(foreign, 'Yard 2')
    await tell()
    await rename(foreign, 'Yard 3')
    await tell()
    await tell()
    expect(receiver.forged).toBe(0)
    const [first, second] = receiver.of('location.updated')
    expect(receiver.arrivals).toHaveLength(2)
    const { body } = await call('administrator', 'GET', `locations/${foreign}`)
    expect(second!.body.data.object).toEqual(body)
    expect(second!.body).toMatchObject({ api_version: 1, previous: { name: 'Yard 2' } })
    expect(first!.body.previous).toBeNull()
    expect(second!.body.data.version).toBeGreaterThan(first!.body.data.version)
    expect(second!.key).not.toBe(first!.key)
  })

  test('every event can be wanted, and each source is read without a fault', async () => {
    await hook(webhookEventTypes)
    await tell()
    expect(office.failures).toEqual([])
  })

  test('a receiver that was away for a day gets everything, under the same ids', async () => {
    const { receiver, id } = await hook(['location.updated'])
    const keys: string[] = []
    receiver.answers = () => null
    for (const name of ['A', 'B', 'C']) {
      await rename(foreign, name)
      await tell()
      keys.push((await messagesOf(id))[0]!.key)
    }
    for (const ms of [6 * SECOND_MS, 6 * MINUTE_MS, 31 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]) {
      forward(ms)
      await tell()
    }
    expect(receiver.arrivals).toEqual([])
    expect(await viewOf(id)).toMatchObject({ on: true, waiting: 3, failing_since: expect.any(String) })
    receiver.answers = () => 200
    for (let day = 0; day < 3; day++) {
      forward(DAY_MS)
      await tell()
    }
    expect(new Set(receiver.arrivals.map(({ key }) => key))).toEqual(new Set(keys))
    expect(receiver.arrivals).toHaveLength(3)
    const { body } = await call<WebhookMessageDetails>(
      'administrator',
      'GET',
      `webhook-endpoints/${id}/messages/${(await messagesOf(id)).at(-1)!.id}`,
    )
    expect(body.state).toBe('delivered')
    expect(body.tries.length).toBeGreaterThan(5)
    expect(body.tries[0]).toMatchObject({ status: null, error: expect.stringContaining('broken') })
    expect(body.tries.at(-1)).toMatchObject({ status: 200, answer: 'thanks', error: null })
  })

  test('a secret that is renewed signs beside the old one for some hours; a wrong one is refused', async () => {
    const { receiver, id } = await hook(['location.updated'])
    const { body } = await call<Added>('administrator', 'POST', `webhook-endpoints/${id}/secret`, {
      keep_hours: 12,
    })
    await rename(foreign, 'Both')
    await tell()
    expect(receiver.arrivals).toMatchObject([{ signatures: 2 }])
    forward(12 * HOUR_MS)
    await rename(foreign, 'New')
    await tell()
    expect(receiver.forged).toBe(1)
    receiver.secret = body.secret
    forward(6 * SECOND_MS)
    await tell()
    expect(receiver.arrivals).toMatchObject([{ signatures: 2 }, { signatures: 1 }])
    const { rows } = await sql`select * from webhook_endpoints`.execute(office.database.db)
    expect(JSON.stringify(rows)).not.toContain(body.secret.slice(6, 20))
  })

  test('410 switches an endpoint off, and its owner is mailed; five days of failures do too', async () => {
    const { receiver, id } = await hook(['location.updated'], { name: 'Gone' })
    receiver.answers = () => 410
    await rename(foreign, 'D')
    await tell()
    expect(await viewOf(id)).toMatchObject({ on: false, off_why: 'gone' })
    const email = office.emailOf('administrator')
    expect((await office.mailTo(email, 'Gone wants no more webhooks')).text).toContain(receiver.url)

    const { receiver: broken, id: failing } = await hook(['location.updated'], { name: 'Broken' })
    broken.answers = () => 500
    for (let day = 0; day < 6; day++) {
      await rename(foreign, `E${day}`)
      await tell()
      forward(DAY_MS)
    }
    await tell()
    expect(await viewOf(failing)).toMatchObject({ on: false, off_why: 'failing', error: 'HTTP 500' })
    await office.mailTo(email, 'Broken was switched off: nothing arrives')
    // what was given up is sent again once a person has switched it on
    broken.answers = () => 200
    const again = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
    const path = `webhook-endpoints/${failing}/messages/send`
    expect((await call<ErrorAnswer>('administrator', 'POST', path, again)).body.code).toBe('webhook.off')
    await call('administrator', 'PATCH', `webhook-endpoints/${failing}`, { on: true })
    const sent = await call<{ count: number }>('administrator', 'POST', path, again)
    await tell()
    expect(sent.body.count).toBeGreaterThan(3)
    expect(broken.arrivals).toHaveLength(sent.body.count)
  })

  test('a manager hears of their own locations only, of what they may read, and of nothing that they lost meanwhile', async () => {
    const { receiver, id } = await hook(['location.updated', 'station.online'], {}, 'manager')
    await rename(foreign, 'Not theirs')
    await rename(own, 'Theirs')
    await tell()
    expect(receiver.arrivals.map(({ body }) => body.data.object.name)).toEqual(['Theirs'])
    receiver.answers = () => 503
    await rename(own, 'Theirs no more')
    await tell()
    await call('administrator', 'PATCH', `locations/${own}`, { owner_id: null })
    receiver.answers = () => 200
    forward(MINUTE_MS)
    await tell()
    expect(receiver.arrivals).toHaveLength(1)
    expect((await messagesOf(id))[0]).toMatchObject({ state: 'withheld' })
    await call('administrator', 'PATCH', `locations/${own}`, {
      owner_id: await office.idOf('manager'),
    })

    const add = (body: object) => call<ErrorAnswer>('manager', 'POST', 'webhook-endpoints', body)
    const url = receiver.url
    expect((await add({ name: 'A', url, events: ['order.started'] })).body.code).toBe(
      'webhook.event_forbidden',
    )
    expect((await add({ name: 'A', url, events: ['fault.opened'], location_ids: [foreign] })).body.code).toBe(
      'location.not_found',
    )
    // an administrator's is none of theirs
    const { id: others } = await hook(['location.updated'])
    for (const path of [`webhook-endpoints/${others}/test`, `webhook-endpoints/${others}/secret`])
      expect((await call<ErrorAnswer>('manager', 'POST', path, {})).body.code).toBe('webhook.not_found')
    expect((await call<ErrorAnswer>('manager', 'GET', `webhook-endpoints/${others}/messages`)).status).toBe(
      404,
    )
    expect(
      (await call<WebhookEndpoint[]>('manager', 'GET', 'webhook-endpoints')).body.map((one) => one.id),
    ).toEqual([id])
  })

  test('a private address is refused, by number and by name, and a redirect is not followed', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'https://169.254.169.254/latest',
      'http://example.com/',
      'https://user@example.com/',
    ]) {
      const { body } = await call<ErrorAnswer>('administrator', 'POST', 'webhook-endpoints', {
        name: 'A',
        url,
        events: ['location.updated'],
      })
      // a name over plain http is refused when it is called
      expect(body.code).toBe(url.includes('//example.com') ? undefined : 'webhook.target_forbidden')
    }
    const { receiver, id } = await hook(['location.updated'])
    receiver.answers = () => 302
    await call('administrator', 'POST', `webhook-endpoints/${id}/test`)
    await tell()
    expect(receiver.arrivals).toEqual([])
    expect((await messagesOf(id))[0]).toMatchObject({
      type: 'webhook.test',
      state: 'waiting',
      attempts: 1,
      status: 302,
    })
  })

  test('a thin endpoint gets the link; only the locations that it names count', async () => {
    const { receiver } = await hook(['location.updated'], { thin: true, location_ids: [own] })
    await rename(foreign, 'F')
    await rename(own, 'G')
    await tell()
    expect(receiver.arrivals).toHaveLength(1)
    const { data } = receiver.arrivals[0]!.body
    expect(data).toEqual({
      object_type: 'location',
      object_id: String(own),
      version: expect.any(Number),
      link: expect.stringContaining(`/api/v1/locations/${own}`),
    })
  })

  test('nothing is read where nobody wants anything', async () => {
    const { rows } = await sql`select source from webhook_sources`.execute(office.database.db)
    expect(rows.length).toBeLessThanOrEqual(1)
  })
})

import { generateKeyPairSync } from 'node:crypto'
import type { MeterKey, MeterKeyEvent, OrderDetails, OrderLog, SignedValues } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import { Authority } from '@stationmaster/simulator/pki'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

let world: World
let cards = 0
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
  for (let i = 1; i <= 60; i += 1) await world.addCard(`SIGN${i}`)
})
afterAll(() => world?.close())

const card = () => {
  cards += 1
  return `SIGN${cards}`
}
const keysOf = (stationId: string) =>
  world.get<{ keys: MeterKey[] }>(`stations/${stationId}/meter-keys`).then(({ keys }) => keys)
const signedOf = (orderId: number) => world.get<SignedValues>(`orders/${orderId}/signed-values`)
const logsOf = (orderId: number) =>
  world.get<{ order: OrderDetails; logs: OrderLog[] }>(`orders/${orderId}/details`)

const send = (method: string, path: string, body?: object) =>
  fetch(`${world.server.url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: world.authorization,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

type Signing = NonNullable<Parameters<typeof world.simulate>[1]>['signing']

/** A station whose meter signs, its key confirmed by a person where that is wanted. */
async function signing(protocol: (typeof protocols)[number], options: Signing, confirm = true) {
  const station = await world.simulate(protocol, { signing: options ?? {} })
  if (confirm)
    await world.put(`stations/${station.id}/meter-keys`, { public_key: station.meterKey, connector: 1 })
  return station
}

async function charged(station: Awaited<ReturnType<typeof signing>>, energyWh = 20_000) {
  await station.charge({ token: card(), energyWh })
  const order = (await world.ordersOf(station.id)).at(-1)
  if (!order) throw new Error('there is no order')
  return order
}

describe.each(protocols)('%s', (protocol) => {
  test('a session that its meter has signed is checked with the confirmed key', async () => {
    const station = await signing(protocol, {})
    const order = await charged(station)
    expect(order).toMatchObject({
      status: 'completed',
      warning: null,
      needsReview: false,
      priceMinor: 34_000,
    })
    const signed = await signedOf(order.id)
    expect(signed).toMatchObject({ verdict: 'checked', why: null, energy: 20_000 })
    expect(signed.values.map(({ context, format, result }) => ({ context, format, result }))).toEqual([
      { context: 'Transaction.Begin', format: 'OCMF', result: 'valid' },
      { context: 'Transaction.End', format: 'OCMF', result: 'valid' },
    ])
    const { logs } = await logsOf(order.id)
    expect(logs.filter(({ event }) => event === 'signed_checked')).toMatchObject([
      { status: 'checked', text: signed.fingerprint },
    ])
  })

  test('a value that its meter has not signed is not believed, and waits for review', async () => {
    const station = await signing(protocol, { lies: 'signature' })
    const order = await charged(station)
    expect(order).toMatchObject({ status: 'completed', needsReview: true, warning: 'signature_wrong' })
    expect(await signedOf(order.id)).toMatchObject({ verdict: 'wrong' })
    expect((await world.paymentsOf(station.id)).filter(({ status }) => status === 'captured')).toEqual([])
    expect((await logsOf(order.id)).order.verdict).toMatchObject({ code: 'signature_wrong' })
  })

  test('signed energy that is not the reported one waits for review', async () => {
    const order = await charged(await signing(protocol, { lies: 'register' }))
    expect(order).toMatchObject({ needsReview: true, warning: 'signed_differs', energyWh: 20_000 })
    expect(await signedOf(order.id)).toMatchObject({ verdict: 'differs', energy: 21_000 })
  })

  test('a key that only the station names is kept and not trusted', async () => {
    const station = await signing(protocol, { withKey: true }, false)
    const order = await charged(station)
    expect(order).toMatchObject({ needsReview: false, warning: null })
    expect(await signedOf(order.id)).toMatchObject({ verdict: 'self_declared' })
    const [key, ...others] = await keysOf(station.id)
    expect(others).toEqual([])
    expect(key).toMatchObject({ source: 'message', confirmed_at: null })
    expect((await logsOf(order.id)).logs).toContainEqual(
      expect.objectContaining({ event: 'meter_key_reported', text: key?.fingerprint }),
    )
    await world.put(`stations/${station.id}/meter-keys`, { public_key: key?.public_key })
    expect(await signedOf(order.id)).toMatchObject({
      verdict: 'checked',
      key: { fingerprint: key?.fingerprint, confirmed_by: 'Anna Sedova' },
    })
  })

  test('another key than the confirmed one is said in the chronology, and waits for review', async () => {
    const other = await signing(protocol, {}, false)
    const station = await signing(protocol, { withKey: true }, false)
    await world.put(`stations/${station.id}/meter-keys`, { public_key: other.meterKey })
    const order = await charged(station)
    expect(order).toMatchObject({ needsReview: true, warning: 'signature_wrong' })
    const [confirmed, named] = await keysOf(station.id)
    expect([confirmed?.contradicts, named?.contradicts]).toEqual([false, true])
    const { logs } = await logsOf(order.id)
    expect(logs.map(({ event }) => event)).toContain('meter_key_changed')
  })

  test('without a key nothing can be checked, and nothing waits for it', async () => {
    const order = await charged(await signing(protocol, {}, false))
    expect(order).toMatchObject({ needsReview: false, warning: null })
    expect(await signedOf(order.id)).toMatchObject({ verdict: 'not_checkable', why: 'no_key' })
  })

  test('a message that comes again keeps each value once', async () => {
    const station = await signing(protocol, {})
    const charge = await station.charge({ token: card(), energyWh: 1000 })
    await charge.resendStop()
    await charge.resendStop()
    const [order] = await world.ordersOf(station.id)
    expect((await signedOf(order?.id ?? 0)).values).toHaveLength(2)
  })

  test('the key among the settings of a station is kept, unconfirmed', async () => {
    const station = await signing(protocol, {}, false)
    await world.post(`stations/${station.id}/configuration/refresh`)
    await world.until('the key is known', async () => (await keysOf(station.id)).length > 0)
    expect(await keysOf(station.id)).toMatchObject([
      { source: 'settings', public_key: station.meterKey, confirmed_at: null },
    ])
  })

  test('a key that was replaced still speaks for the sessions before', async () => {
    const station = await signing(protocol, {})
    const before = await charged(station)
    const { fingerprint } = await signedOf(before.id)
    const answer = await send('DELETE', `stations/${station.id}/meter-keys/${fingerprint}`)
    expect(answer.status).toBe(204)
    await world.forward(60_000)
    const after = await charged(station)
    expect(await signedOf(before.id)).toMatchObject({ verdict: 'checked' })
    expect(await signedOf(after.id)).toMatchObject({ verdict: 'not_checkable', why: 'no_key' })
  })
})

test('a station of 1.6 tells its key after a boot, by the message that is made for it', async () => {
  const station = await world.simulate('ocpp1.6', { signing: {} })
  const content = { meters: [{ connectorId: 1, publicKey: station.meterKey }, { publicKey: 'none' }, 5] }
  const data = JSON.stringify(content)
  const call = { vendorId: 'generalConfiguration', messageId: 'setMeterConfiguration', data }
  expect(await station.link.call('DataTransfer', call)).toMatchObject({ status: 'Accepted' })
  expect(await keysOf(station.id)).toMatchObject([{ source: 'vendor', connector: 1, confirmed_at: null }])
})

test('the file for the transparency software has each value, with the key', async () => {
  const station = await signing('ocpp1.6', {})
  const order = await charged(station)
  const { file, values } = await signedOf(order.id)
  expect(file).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<values>\n/)
  expect(
    file?.match(new RegExp(`<value transactionId="${order.id}" context="Transaction`, 'g')),
  ).toHaveLength(2)
  expect(file?.match(/<signedData format="OCMF" encoding="plain">OCMF\|/g)).toHaveLength(2)
  expect(file).toContain(`<publicKey encoding="hex">${station.meterKey?.toUpperCase()}</publicKey>`)
  const [first] = values
  expect(file?.replaceAll('&quot;', '"')).toContain(first?.data)
})

const refusalOf = async (stationId: string, public_key: string) => {
  const answer = await send('PUT', `stations/${stationId}/meter-keys`, { public_key })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

test('what is no key of a meter is refused, each with what is wrong with it', async () => {
  const station = await world.simulate('ocpp1.6')
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const hex = pair.privateKey.export({ format: 'der', type: 'sec1' }).toString('hex')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsa = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  expect(await refusalOf(station.id, 'nonsense')).toEqual([400, 'meter_key.unreadable'])
  expect(await refusalOf(station.id, pem)).toEqual([400, 'meter_key.private'])
  expect(await refusalOf(station.id, hex)).toEqual([400, 'meter_key.private'])
  expect(await refusalOf(station.id, rsa)).toEqual([400, 'meter_key.curve'])
  expect(await keysOf(station.id)).toEqual([])
})

test('a certificate stands for its key', async () => {
  const station = await world.simulate('ocpp1.6')
  const root = Authority.root('Meter', new Date('2026-01-01'), new Date('2036-01-01'))
  await world.put(`stations/${station.id}/meter-keys`, { public_key: root.certificate.toString() })
  expect(await keysOf(station.id)).toMatchObject([{ source: 'staff', confirmed_by: 'Anna Sedova' }])
})

test('a key takes the place of another, and the history says who did it', async () => {
  const [station, other] = [await signing('ocpp2.0.1', {}), await world.simulate('ocpp1.6', { signing: {} })]
  const [old] = await keysOf(station.id)
  await world.forward(1000)
  const body = { public_key: other.meterKey, replaces: old?.fingerprint }
  await world.put(`stations/${station.id}/meter-keys`, body)
  const { keys, history } = await world.get<{ keys: MeterKey[]; history: MeterKeyEvent[] }>(
    `stations/${station.id}/meter-keys`,
  )
  expect(keys.map((key) => [key.confirmed_at !== null, key.retired_at !== null])).toEqual([
    [true, false],
    [true, true],
  ])
  const [now] = keys
  const by = 'Anna Sedova'
  expect(history).toEqual([
    { at: expect.any(String), event: 'confirmed', fingerprint: now?.fingerprint, source: null, by },
    { at: expect.any(String), event: 'replaced', fingerprint: old?.fingerprint, source: null, by },
    { at: expect.any(String), event: 'confirmed', fingerprint: old?.fingerprint, source: null, by },
  ])
})

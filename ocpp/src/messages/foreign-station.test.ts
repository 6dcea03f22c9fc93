import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aCentral, type CentralWorld, fixedNow } from '../testing.ts'

/** What we use of the ocpp-rpc package's client: a station that is not ours. */
interface ForeignClient {
  connect(): Promise<unknown>
  call(action: string, payload: object): Promise<Record<string, unknown>>
  handle(action: string, handler: (call: { params: Record<string, unknown> }) => object): void
  close(): Promise<unknown>
}
const { RPCClient } = createRequire(import.meta.url)('ocpp-rpc') as {
  RPCClient: new (options: object) => ForeignClient
}

let world: CentralWorld
beforeEach(async () => {
  world = await aCentral()
})
afterEach(() => world.close())

const timestamp = fixedNow.toISOString()
const currentTime = timestamp

function aForeignStation(protocol: string): ForeignClient {
  return new RPCClient({
    endpoint: world.url,
    identity: 'FOREIGN:1',
    protocols: [protocol],
    strictMode: true,
    reconnect: false,
  })
}

test('a foreign 1.6 station charges', async () => {
  const station = aForeignStation('ocpp1.6')
  const received: unknown[] = []
  station.handle('RemoteStartTransaction', ({ params }) => {
    received.push(params)
    return { status: 'Accepted' }
  })
  station.handle('RemoteStopTransaction', () => ({ status: 'Rejected' }))
  await station.connect()
  const boot = { chargePointVendor: 'F', chargePointModel: 'M' }
  expect(await station.call('BootNotification', boot)).toEqual({
    status: 'Accepted',
    currentTime,
    interval: 300,
  })
  const token = { token: 'O1Z', type: 'Central' }
  const start = await world.links[0]?.command({ type: 'start', at: { ordinal: 1 }, token, remoteStartId: 1 })
  expect(start).toMatchObject({ kind: 'answered', accepted: true })
  expect(received).toEqual([{ connectorId: 1, idTag: 'O1Z' }])
  expect(await station.call('Authorize', { idTag: 'O1Z' })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const started = { connectorId: 1, idTag: 'O1Z', meterStart: 100, timestamp }
  expect(await station.call('StartTransaction', started)).toEqual({
    transactionId: 77,
    idTagInfo: { status: 'Accepted' },
  })
  const meterValue = [{ timestamp, sampledValue: [{ value: '1600' }] }]
  expect(await station.call('MeterValues', { connectorId: 1, transactionId: 77, meterValue })).toEqual({})
  expect(await station.call('StopTransaction', { transactionId: 77, meterStop: 2100, timestamp })).toEqual({})
  expect(await world.links[0]?.command({ type: 'stop', transactionId: '77' })).toMatchObject({
    accepted: false,
    status: 'Rejected',
  })
  expect(world.calls.map((call) => call.event.type)).toEqual([
    'station.booted',
    'token.presented',
    'charging.started',
    'meter.sampled',
    'charging.ended',
  ])
  expect(world.links[0]?.stationId).toBe('FOREIGN:1')
  await station.close()
})

test('a foreign 2.0.1 station charges', async () => {
  const station = aForeignStation('ocpp2.0.1')
  station.handle('RequestStartTransaction', () => ({ status: 'Accepted', transactionId: 'T1' }))
  await station.connect()
  const boot = { reason: 'PowerUp', chargingStation: { vendorName: 'F', model: 'M' } }
  expect(await station.call('BootNotification', boot)).toEqual({
    status: 'Accepted',
    currentTime,
    interval: 300,
  })
  const token = { token: 'O1Z', type: 'Central' }
  const start = await world.links[0]?.command({ type: 'start', at: { evse: 1 }, token, remoteStartId: 5 })
  expect(start).toMatchObject({ accepted: true, findings: { transactionId: 'T1' } })
  const event = (eventType: string, seqNo: number, value: number, more: object = {}) =>
    station.call('TransactionEvent', {
      eventType,
      timestamp,
      triggerReason: 'MeterValuePeriodic',
      seqNo,
      transactionInfo: { transactionId: 'T1', remoteStartId: 5 },
      meterValue: [{ timestamp, sampledValue: [{ value }] }],
      ...more,
    })
  const idToken = { idToken: 'O1Z', type: 'Central' }
  expect(await event('Started', 0, 100, { idToken, evse: { id: 1, connectorId: 1 } })).toEqual({
    idTokenInfo: { status: 'Accepted' },
  })
  expect(await event('Updated', 1, 1600)).toEqual({ totalCost: 12.34 })
  expect(await event('Ended', 2, 2100)).toEqual({ totalCost: 12.34 })
  expect(world.calls.map((call) => call.event)).toMatchObject([
    { type: 'station.booted' },
    { type: 'charging.started', meterWh: 100, remoteStartId: 5 },
    { type: 'meter.sampled', samples: [{ energyWh: 1600 }] },
    { type: 'charging.ended', meterWh: 2100 },
  ])
  await station.close()
})

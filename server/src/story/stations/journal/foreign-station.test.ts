import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

/** Stations that speak through a client which is not ours, on data that was made through the API. */
describe.each(openTestDatabases())('a foreign station on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('ALIEN16')
    await world.addCard('ALIEN201')
  })
  afterAll(() => world?.close())

  const connect = (protocol: string, id: string, password: string) =>
    connectForeign(world.server.url, protocol, { id, password })
  const iso = (secondsAgo: number): string =>
    new Date(world.clock.now().getTime() - secondsAgo * 1000).toISOString()

  test('in 1.6 charges 12.345 kWh for 209.87', async () => {
    const { id, password } = await world.addStation()
    const client = await connect('ocpp1.6', id, password)
    expect(
      await client.call('BootNotification', { chargePointVendor: 'Alien', chargePointModel: 'X' }),
    ).toMatchObject({
      status: 'Accepted',
    })
    await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    expect(await client.call('Authorize', { idTag: 'ALIEN16' })).toEqual({
      idTagInfo: { status: 'Accepted' },
    })
    const { transactionId } = (await client.call('StartTransaction', {
      connectorId: 1,
      idTag: 'ALIEN16',
      meterStart: 700_000,
      timestamp: iso(60),
    })) as unknown as { transactionId: number }
    await client.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [
        {
          timestamp: iso(30),
          sampledValue: [
            { value: '706.2', unit: 'kWh' },
            { value: '120.5', unit: 'kW', measurand: 'Power.Active.Import' },
          ],
        },
      ],
    })
    expect(await world.order(transactionId)).toMatchObject({
      status: 'started',
      current_charging_amount: 10_540,
      meters: { energy: { value: 6200, unit: 'Wh' }, power: { value: 120_500, unit: 'W' } },
    })
    await client.call('StopTransaction', {
      transactionId,
      meterStop: 712_345,
      timestamp: iso(0),
      reason: 'Local',
    })
    expect(await world.order(transactionId)).toMatchObject({
      status: 'completed',
      charging_price: 20_987,
      captured_amount: 20_987,
      meter_start: 700_000,
      meter_stop: 712_345,
      duration: 60,
      rfid: 'ALIEN16',
    })
    await client.close()
  })

  test('in 2.0.1 charges 12.345 kWh for 209.87', async () => {
    const { id, password } = await world.addStation()
    const client = await connect('ocpp2.0.1', id, password)
    await client.call('BootNotification', {
      reason: 'PowerUp',
      chargingStation: { vendorName: 'Alien', model: 'Y' },
    })
    const event = (eventType: string, seqNo: number, registerWh: number, secondsAgo: number, rest: object) =>
      client.call('TransactionEvent', {
        eventType,
        seqNo,
        timestamp: iso(secondsAgo),
        triggerReason: eventType === 'Updated' ? 'MeterValuePeriodic' : 'Authorized',
        transactionInfo: {
          transactionId: 'alien-1',
          ...(eventType === 'Ended' ? { stoppedReason: 'Local' } : {}),
        },
        evse: { id: 1, connectorId: 1 },
        meterValue: [
          {
            timestamp: iso(secondsAgo),
            sampledValue: [{ value: registerWh / 1000, unitOfMeasure: { unit: 'kWh' } }],
          },
        ],
        ...rest,
      })
    const idToken = { idToken: 'alien201', type: 'ISO14443' }
    expect(await event('Started', 0, 500_000, 60, { idToken })).toMatchObject({
      idTokenInfo: { status: 'Accepted' },
    })
    await event('Updated', 1, 506_200, 30, {})
    const ended = await event('Ended', 2, 512_345, 0, {})
    expect(ended).toMatchObject({ totalCost: 209.87 })
    const [order] = await world.ordersOf(id)
    expect(await world.order(order!.id)).toMatchObject({
      status: 'completed',
      charging_price: 20_987,
      captured_amount: 20_987,
      meter_start: 500_000,
      meter_stop: 512_345,
      duration: 60,
      transaction_id: 'alien-1',
    })
    await client.close()
  })

  test('is refused with the wrong password and without being known', async () => {
    const { id, password } = await world.addStation()
    await expect(connect('ocpp1.6', id, `${password}x`)).rejects.toThrow('Unauthorized')
    await expect(connect('ocpp1.6', 'STRANGER', 'x')).rejects.toThrow('Not Found')
    await world.until('both refusals are recorded', async () => {
      const refused = await world.db
        .selectFrom('refused_handshakes')
        .select(['station_id', 'reason'])
        .execute()
      return (
        refused.some((one) => one.station_id === 'STRANGER') &&
        refused.some((one) => one.reason === 'wrong_password')
      )
    })
  })
})

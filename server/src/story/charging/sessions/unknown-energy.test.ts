import type { Review, ReviewChoices } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { moment, transactionEvent, type Value } from '../../world/raw-session.ts'
import { World } from '../../world/world.ts'

const power: Value = { value: 7000, measurand: 'Power.Active.Import' }
const begin = { context: 'Transaction.Begin' }
const end = { context: 'Transaction.End' }

describe.each(openTestDatabases())('energy that no register tells, on $name', ({ open }) => {
  let world: World
  let opened: Date
  beforeAll(async () => {
    world = await World.open(await open())
    opened = world.clock.now()
    for (let i = 1; i <= 40; i += 1) await world.addCard(`CARD${i}`)
  })
  afterAll(() => world?.close())

  let count = 0
  const card = () => {
    count += 1
    return `CARD${count}`
  }
  const at = (minutes: number) => new Date(opened.getTime() - (14 - minutes) * MINUTE_MS)

  async function whatCameOf(stationId: string) {
    const [order] = await world.ordersOf(stationId)
    const [payment] = await world.paymentsOf(stationId)
    const reviews = await world.get<Review[]>('inbox/orders?limit=200')
    const review = reviews.find(({ station_id }) => station_id === stationId)
    const choices = review && (await world.get<ReviewChoices>(`inbox/orders/${review.order_id}/choices`))
    return { order: order!, payment, review, choices }
  }

  /** A session of 14 minutes in 1.6, with the meter values of its StartTransaction and StopTransaction. */
  async function session16(input: {
    meterStart: unknown
    meterStop: unknown
    values?: Value[]
    data?: object[]
  }) {
    const { meterStart, meterStop, values = [], data } = input
    const station = await world.simulate('ocpp1.6')
    const { transactionId } = (await station.link.call('StartTransaction', {
      connectorId: 1,
      idTag: card(),
      meterStart,
      timestamp: at(0).toISOString(),
    })) as { transactionId: number }
    for (const [index, value] of values.entries()) {
      const meterValue = [moment('ocpp1.6', at(index * 7), [value])]
      await station.link.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    }
    await station.link.call('StopTransaction', {
      transactionId,
      meterStop,
      timestamp: at(14).toISOString(),
      ...(data ? { transactionData: data } : {}),
    })
    return whatCameOf(station.id)
  }

  /** The same in 2.0.1, with the values of its Started, its Updated and its Ended. */
  async function session201(input: {
    started?: Value[]
    updated?: Value[][]
    ended?: Value[]
    states?: [string, string?]
  }) {
    const { started = [], updated = [], ended = [], states = ['EVConnected'] } = input
    const station = await world.simulate('ocpp2.0.1')
    const transactionId = `T-${station.id}`
    const send = ([action, payload]: [string, Record<string, unknown>]) => station.link.call(action, payload)
    await send(
      transactionEvent('Started', {
        transactionId,
        seqNo: 0,
        at: at(0),
        token: card(),
        values: started,
        chargingState: states[0],
      }),
    )
    for (const [index, values] of [...updated.entries(), ...(states[1] ? [[0, []] as const] : [])]) {
      const chargingState = states[1]
      await send(
        transactionEvent('Updated', {
          transactionId,
          seqNo: 1 + index,
          at: at(index * 7),
          values,
          ...(chargingState ? { chargingState } : {}),
        }),
      )
    }
    await send(transactionEvent('Ended', { transactionId, seqNo: 9, at: at(14), values: ended }))
    return whatCameOf(station.id)
  }

  const unknown = { status: 'completed', energyWh: 0, needsReview: true, warning: 'energy_unknown' }
  const uncaptured = { status: 'created', capturedMinor: 0 }
  const zero = { status: 'completed', energyWh: 0, needsReview: false, warning: null, priceMinor: 0 }

  test.each<[string, unknown]>([
    ['beyond what a meter can say', 1e20],
    ['a text', 'n/a'],
    ['null', null],
    ['below zero', -1],
  ])('1.6 with registers that are %s waits for a person', async (_, meter) => {
    const { order, payment, choices } = await session16({ meterStart: meter, meterStop: meter })
    expect(order).toMatchObject(unknown)
    expect(payment).toEqual(uncaptured)
    expect(choices?.choices).toEqual([])
  })

  test.each<[string, () => ReturnType<typeof session16>]>([
    ['1.6', () => session16({ meterStart: 'n/a', meterStop: 'n/a', values: [power, power, power] })],
    ['2.0.1', () => session201({ updated: [[power], [power], [power]] })],
  ])('%s with power alone is estimated from it, and billed for the estimate once a person takes it over', async (_, tell) => {
    const { order, payment, review, choices } = await tell()
    expect(order).toMatchObject(unknown)
    expect(payment).toEqual(uncaptured)
    expect(review).toMatchObject({ energy: 0, register_energy: null, warning: 'energy_unknown' })
    // 7 kW for 14 minutes are 1.633 kWh
    expect(choices?.choices).toEqual([{ by: 'estimate', energy: 1633, charging_price: 2776 }])
    await world.post(`inbox/orders/${order.id}/price`, { energy: 1633, note: 'by the estimate' })
    const { order: decided } = await whatCameOf(review!.station_id)
    expect(decided).toMatchObject({ energyWh: 1633, priceMinor: 2776, needsReview: false })
    expect(await world.paymentsOf(review!.station_id)).toEqual([{ status: 'captured', capturedMinor: 2776 }])
  })

  test.each<[string, Parameters<typeof session201>[0]]>([
    ['that charges and tells no value', { states: ['Charging'] }],
    ['that tells later on that it charges', { states: ['EVConnected', 'Charging'] }],
    ['that tells current alone', { updated: [[{ value: 16, measurand: 'Current.Import' }]] }],
    ['whose register is not a number', { ended: [{ value: 'n/a' as never, ...end }] }],
    ['whose register is beyond what a meter can say', { started: [{ value: 1e20, ...begin }] }],
  ])('2.0.1 %s waits for a review', async (_, input) => {
    const { order, payment, choices } = await session201(input)
    expect(order).toMatchObject(unknown)
    expect(payment).toEqual(uncaptured)
    expect(choices?.choices).toEqual([])
  })

  test('a session without energy costs nothing, and needs no review', async () => {
    const still = await session16({ meterStart: 1000, meterStop: 1000, values: [power] })
    expect(still).toMatchObject({ order: zero, payment: { status: 'captured' }, review: undefined })
    const never = await session201({})
    expect(never).toMatchObject({ order: zero, payment: { status: 'captured' }, review: undefined })
    const idle = { value: 0, measurand: 'Power.Active.Import' }
    const noPower = await session201({ updated: [[idle], [{ value: 0, measurand: 'Current.Import' }]] })
    expect(noPower).toMatchObject({ order: zero, payment: { status: 'captured' }, review: undefined })
    const equal = await session201({
      states: ['Charging'],
      started: [{ value: 500 }],
      ended: [{ value: 500 }],
    })
    expect(equal).toMatchObject({ order: zero, payment: { status: 'captured' }, review: undefined })
  })

  /** transactionData of a StopTransaction: a begin and an end value. */
  const data = (beginWh: number, endWh: number) => [
    moment('ocpp1.6', at(0), [{ value: beginWh, ...begin }]),
    moment('ocpp1.6', at(14), [{ value: endWh, ...end }]),
  ]

  test.each([
    [0, 0, 0, 5000],
    [0, 1000, 0, 5000],
    [0, 5000, 0, 1000],
    [1001, 6001, 1001, 6012],
  ])('1.6 that tells %d to %d, and %d to %d in its transactionData, waits for a person', async (meterStart, meterStop, beginWh, endWh) => {
    const input = { meterStart, meterStop, data: data(beginWh, endWh) }
    const { order, payment, review, choices } = await session16(input)
    const reportedWh = meterStop - meterStart
    expect(order).toMatchObject({ energyWh: reportedWh, needsReview: true, warning: 'implausible_energy' })
    expect(payment).toEqual(uncaptured)
    expect(review).toMatchObject({ register_energy: reportedWh, marked_energy: endWh - beginWh })
    expect(choices?.choices.map(({ energy }) => energy)).toEqual([reportedWh, endWh - beginWh])
  })

  test('2.0.1 whose end tells another begin than its start did, or two ends, waits for a person', async () => {
    const started = [{ value: 1000, ...begin }]
    const other = await session201({
      started,
      states: ['Charging'],
      ended: [
        { value: 3000, ...begin },
        { value: 6000, ...end },
      ],
    })
    expect(other.order).toMatchObject({ energyWh: 5000, needsReview: true, warning: 'implausible_energy' })
    expect(other.review).toMatchObject({ register_energy: 5000, marked_energy: 3000 })
    expect(other.payment).toEqual(uncaptured)
  })

  test('edges that agree are billed as ever', async () => {
    const agreed = { needsReview: false, warning: null }
    const finer = await session16({ meterStart: 1001, meterStop: 6001, data: data(1001, 6011) })
    expect(finer.order).toMatchObject({ ...agreed, energyWh: 5000 })
    const inKwh = await session16({ meterStart: 1490, meterStop: 6980, data: data(1000, 7000) })
    expect(inKwh.order).toMatchObject({ ...agreed, energyWh: 5490 })
    const otherCounter = await session16({ meterStart: 0, meterStop: 5000, data: data(910_000, 915_000) })
    expect(otherCounter.order).toMatchObject({ ...agreed, energyWh: 5000 })
    const same = await session201({
      started: [{ value: 1000, ...begin }],
      states: ['Charging'] as [string],
      ended: [
        { value: 1000, ...begin },
        { value: 6000, ...end },
      ],
    })
    expect(same.order).toMatchObject({ ...agreed, energyWh: 5000 })
  })
})

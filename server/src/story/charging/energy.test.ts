import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { minutesAgo, moment, transactionEvent, type Value } from '../world/raw-session.ts'
import { World } from '../world/world.ts'

const begin = { context: 'Transaction.Begin' }
const end = { context: 'Transaction.End' }
const interval = { measurand: 'Energy.Active.Import.Interval' }
const net = { measurand: 'Energy.Active.Net' }

describe.each(openTestDatabases())('energy on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    for (let i = 1; i <= 40; i += 1) await world.addCard(`CARD${i}`)
  })
  afterAll(() => world?.close())

  let count = 0
  const card = () => {
    count += 1
    return `CARD${count}`
  }
  const ago = (minutes: number) => minutesAgo(world, minutes)

  /** A whole 2.0.1 session of an hour, with the values of its Started, its Updated (at 30 minutes) and its Ended. */
  async function session201(started: Value[], updated: Value[], ended: Value[]) {
    const station = await world.simulate('ocpp2.0.1')
    const transactionId = `T-${station.id}`
    const common = { transactionId }
    const send = ([action, payload]: [string, Record<string, unknown>]) => station.link.call(action, payload)
    await send(
      transactionEvent('Started', { ...common, seqNo: 0, at: ago(60), token: card(), values: started }),
    )
    await send(transactionEvent('Updated', { ...common, seqNo: 1, at: ago(30), values: updated }))
    await send(transactionEvent('Ended', { ...common, seqNo: 2, at: ago(0), values: ended }))
    return { order: (await world.ordersOf(station.id))[0], payment: (await world.paymentsOf(station.id))[0] }
  }

  test.each<[string, Value[], Value[], Value[], number]>([
    [
      'begin and end reported together at the end',
      [],
      [],
      [
        { value: 2000, ...begin },
        { value: 2600, ...end },
      ],
      600,
    ],
    ['the energy of intervals', [], [{ value: 300.4, ...interval }], [{ value: 299.8, ...interval }], 600],
    ['the net register', [{ value: 500, ...net }], [], [{ value: 1100, ...net }], 600],
    [
      'registers in kWh with two decimals',
      [{ value: 10.49, unit: 'kWh' }],
      [],
      [{ value: 20.51, unit: 'kWh' }],
      10_020,
    ],
    ['registers in Wh with decimals', [{ value: 100.4 }], [], [{ value: 163.6 }], 63],
    [
      'one zero between good registers',
      [{ value: 1000, ...begin }],
      [{ value: 0 }],
      [{ value: 9000, ...end }],
      8000,
    ],
    [
      'a negative one between good registers',
      [{ value: 1000, ...begin }],
      [{ value: -5 }],
      [{ value: 9000, ...end }],
      8000,
    ],
    [
      'L1 alone between good registers',
      [{ value: 1000, ...begin }],
      [{ value: 900, phase: 'L1' }],
      [{ value: 9000, ...end }],
      8000,
    ],
  ])('2.0.1 bills %s', async (_, started, updated, ended, energyWh) => {
    const { order, payment } = await session201(started, updated, ended)
    const priceMinor = Math.round((energyWh * 1700) / 1000)
    expect(order).toMatchObject({
      status: 'completed',
      energyWh,
      priceMinor,
      needsReview: false,
      warning: null,
    })
    expect(payment).toEqual({ status: 'captured', capturedMinor: priceMinor })
  })

  test('2.0.1 asks a person where only the end has a register', async () => {
    const { order, payment } = await session201([], [], [{ value: 2600, ...end }])
    expect(order).toMatchObject({ energyWh: 0, needsReview: true, warning: 'energy_unknown' })
    expect(payment).toEqual({ status: 'created', capturedMinor: 0 })
  })

  test('2.0.1 asks a person where one register is in Wh and the others in kWh', async () => {
    const { order, payment } = await session201([{ value: 1000 }], [{ value: 1_001_500 }], [{ value: 1003 }])
    expect(order).toMatchObject({ energyWh: 3, needsReview: true, warning: 'implausible_energy' })
    expect(payment).toEqual({ status: 'created', capturedMinor: 0 })
  })

  test.each<[string, Value[][], number, number, number, boolean]>([
    ['one zero between good registers', [[{ value: 0 }], [{ value: 4000 }]], 1000, 9000, 8000, false],
    ['one negative', [[{ value: -3 }], [{ value: 4000 }]], 1000, 9000, 8000, false],
    ['L1 alone', [[{ value: 300, phase: 'L1' }], [{ value: 2900, phase: 'L1' }]], 1000, 9000, 8000, false],
    [
      'registers of separate phases',
      [['L1', 'L2', 'L3'].map((phase) => ({ value: 1500, phase }))],
      1000,
      9000,
      8000,
      false,
    ],
    ['decimals', [], 100.4, 163.6, 63, false],
    ['a register that is reset to zero', [[{ value: 6000 }], [{ value: 0 }]], 1000, 3000, 8000, true],
    [
      'a register in Wh among others in kWh',
      [[{ value: 1001.2 }], [{ value: 1_002_000 }]],
      1000,
      1003,
      3,
      true,
    ],
    ['a meter that stands at zero', [[{ value: 50_000 }], [{ value: 58_000 }]], 0, 0, 8000, true],
  ])('1.6 with %s', async (_, values, meterStart, meterStop, energyWh, needsReview) => {
    const station = await world.simulate('ocpp1.6')
    const { transactionId } = (await station.link.call('StartTransaction', {
      connectorId: 1,
      idTag: card(),
      meterStart,
      timestamp: ago(60).toISOString(),
    })) as { transactionId: number }
    for (const [index, one] of values.entries()) {
      const meterValue = [moment('ocpp1.6', ago(50 - index * 10), one)]
      await station.link.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    }
    await station.link.call('StopTransaction', { transactionId, meterStop, timestamp: ago(0).toISOString() })
    const priceMinor = Math.round((energyWh * 1700) / 1000)
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'completed', energyWh, priceMinor, needsReview },
    ])
    expect(await world.paymentsOf(station.id)).toEqual([
      { status: needsReview ? 'created' : 'captured', capturedMinor: needsReview ? 0 : priceMinor },
    ])
  })
})

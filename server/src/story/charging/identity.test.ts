import type { Unmatched } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { raiseOrderIds } from '../../slices/charging/orders/sessions/id-store.ts'
import { drawOrderIds } from '../../slices/charging/orders/store.ts'
import { minutesAgo, moment, transactionEvent, type Value } from '../world/raw-session.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('which session a message belongs to, on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    for (const card of ['CARD1', 'CARD2', 'CARD3', 'CARD4', 'CARD5', 'CARD6', 'CARD7'])
      await world.addCard(card)
  })
  afterAll(() => world?.close())

  const ago = (minutes: number) => minutesAgo(world, minutes)
  const inboxOf = async (stationId: string) =>
    (await world.get<Unmatched[]>('inbox/transactions')).filter((one) => one.station_id === stationId)

  test('a clock that stands still makes no two sessions one (1.6)', async () => {
    const station = await world.simulate('ocpp1.6')
    const timestamp = ago(5).toISOString()
    const start = () =>
      station.link.call('StartTransaction', { connectorId: 1, idTag: 'CARD1', meterStart: 0, timestamp })
    const ids: unknown[] = []
    for (const meterStop of [5000, 8000]) {
      const { transactionId } = (await start()) as { transactionId: number }
      // its answer was lost: the repeated message gets the same answer
      expect(await start()).toMatchObject({ transactionId })
      ids.push(transactionId)
      await station.link.call('StopTransaction', { transactionId, meterStop, timestamp })
      await station.link.call('StopTransaction', { transactionId, meterStop, timestamp })
    }
    expect(new Set(ids).size).toBe(2)
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'completed', energyWh: 5000 },
      { status: 'completed', energyWh: 8000 },
    ])
    expect(await inboxOf(station.id)).toEqual([])
  })

  test('a transaction id that a factory reset brings again is another session (2.0.1)', async () => {
    const station = await world.simulate('ocpp2.0.1')
    const session = async (from: number, beginWh: number, endWh: number) => {
      const common = { transactionId: '1', token: 'CARD2' }
      const [begin, end]: Value[] = [
        { value: beginWh, context: 'Transaction.Begin' },
        { value: endWh, context: 'Transaction.End' },
      ]
      const messages = [
        transactionEvent('Started', { ...common, seqNo: 0, at: ago(from), values: [begin!] }),
        transactionEvent('Ended', { ...common, seqNo: 1, at: ago(from - 2), values: [end!] }),
      ]
      for (const [action, payload] of [...messages, ...messages.slice(1)]) {
        await station.link.call(action, payload)
      }
    }
    await session(9, 1000, 6000)
    await session(5, 6000, 13_000)
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'completed', energyWh: 5000, transactionId: '1' },
      { status: 'completed', energyWh: 7000, transactionId: '1' },
    ])
    expect(await inboxOf(station.id)).toEqual([])
  })

  test('an EVSE that is known has an order whatever connector is named (2.0.1)', async () => {
    const station = await world.simulate('ocpp2.0.1')
    const common = { transactionId: 'X', evse: { id: 1, connectorId: 7 } }
    const values = (value: number) => [{ value }]
    for (const [action, payload] of [
      transactionEvent('Started', { ...common, seqNo: 0, at: ago(9), values: values(1000), token: 'CARD3' }),
      transactionEvent('Ended', { ...common, seqNo: 1, at: ago(1), values: values(3000) }),
    ]) {
      await station.link.call(action, payload)
    }
    expect(await world.ordersOf(station.id)).toMatchObject([{ status: 'completed', energyWh: 2000 }])
  })

  test('each stop of what a station calls -1 is kept, and once (1.6)', async () => {
    const station = await world.simulate('ocpp1.6')
    const now = ago(0).getTime()
    for (const meterStop of [1000, 2000, 3000, 3000]) {
      const timestamp = new Date(now - meterStop).toISOString()
      const stop = {
        transactionId: -1,
        meterStop,
        timestamp,
        idTag: 'CARD4',
      }
      expect(await station.link.call('StopTransaction', stop)).toMatchObject({
        idTagInfo: { status: 'Accepted' },
      })
    }
    expect((await inboxOf(station.id)).map(({ kind, meter }) => [kind, meter]).toSorted()).toEqual([
      ['stop', 1000],
      ['stop', 2000],
      ['stop', 3000],
    ])
  })

  test('values and the stop of a transaction that nobody knows are one item, with its energy (1.6)', async () => {
    const station = await world.simulate('ocpp1.6')
    const transactionId = 1_777_777_777
    for (const [minutes, value] of [
      [9, 4000],
      [6, 5500],
      [3, 7000],
    ] as const) {
      const meterValue = [moment('ocpp1.6', ago(minutes), [{ value }])]
      await station.link.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    }
    expect(await inboxOf(station.id)).toMatchObject([{ kind: 'values', energy: 3000 }])
    const stop = { transactionId, meterStop: 8000, timestamp: ago(1).toISOString() }
    await station.link.call('StopTransaction', stop)
    const [item, ...others] = await inboxOf(station.id)
    expect([item, others]).toMatchObject([{ kind: 'stop', energy: 4000, meter: 8000 }, []])
    const { connectorId } = station.made
    await world.post(`inbox/transactions/${item!.id}/price`, {
      connector_id: connectorId,
      energy: 4000,
      note: 'x',
    })
    expect(await inboxOf(station.id)).toEqual([])
    expect(await world.ordersOf(station.id)).toMatchObject([{ status: 'completed', energyWh: 4000 }])
  })

  test('a start at a connector that does not exist keeps its number, its values and its stop (1.6)', async () => {
    const station = await world.simulate('ocpp1.6')
    const start = { connectorId: 9, idTag: 'CARD5', meterStart: 1000, timestamp: ago(9).toISOString() }
    const first = (await station.link.call('StartTransaction', start)) as { transactionId: number }
    expect(await station.link.call('StartTransaction', start)).toEqual(first)
    const stop = { transactionId: first.transactionId, meterStop: 3500, timestamp: ago(1).toISOString() }
    await station.link.call('StopTransaction', stop)
    expect(await inboxOf(station.id)).toMatchObject([{ kind: 'stop', energy: 2500, rfid: 'CARD5' }])
  })

  test('an end of an ended transaction that is another one is kept beside it', async () => {
    const station = await world.simulate('ocpp1.6')
    const start = { connectorId: 1, idTag: 'CARD5', meterStart: 1000, timestamp: ago(9).toISOString() }
    const { transactionId } = (await station.link.call('StartTransaction', start)) as {
      transactionId: number
    }
    for (const [minutes, meterStop] of [
      [5, 2000],
      [5, 2000],
      [1, 4000],
    ] as const) {
      const timestamp = ago(minutes).toISOString()
      // a repeated stop may have a new timestamp
      await station.link.call('StopTransaction', { transactionId, meterStop, timestamp })
    }
    expect(await world.ordersOf(station.id)).toMatchObject([{ energyWh: 1000 }])
    expect(await inboxOf(station.id)).toMatchObject([{ kind: 'stop', meter: 4000 }])
  })

  test('a card that was shown before its EVSE was reported is refused if its driver charges elsewhere', async () => {
    const busy = await world.simulate('ocpp2.0.1')
    await busy.begin({ token: 'CARD6' })
    const twins = [1, 2].map((number) => ({
      evse_number: number,
      number: 1,
      type: 'CCS 2',
      current: 'DC',
      power: 150,
    }))
    const place = `locations/${world.locationId}/stations`
    const made = await world.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(place, {
      id: 'PLACELESS',
      vendor_name: 'Story',
      model: 'Two',
      connectors: twins,
    })
    const [{ id: connectorId }] = made.evses[0]!.connectors as [{ id: number }]
    const station = await world.simulateAs(
      { id: 'PLACELESS', password: made.password, connectorId },
      'ocpp2.0.1',
      {
        connectors: [1, 2].map((evse) => ({
          number: 1,
          evse,
          type: 'CCS 2',
          current: 'DC',
          powerW: 150_000,
        })),
      },
    )
    const tell = async (transactionId: string, token: string, evse: number) => {
      const shown = { transactionId, token, seqNo: 1, at: ago(1), evse: null }
      await station.link.call(...transactionEvent('Updated', shown))
      expect(await inboxOf(station.id)).toMatchObject([{ kind: 'values', rfid: token }])
      const placed = { transactionId, seqNo: 2, at: ago(1), evse: { id: evse, connectorId: 1 } }
      await station.link.call(...transactionEvent('Updated', placed))
      expect(await inboxOf(station.id)).toEqual([])
    }
    await tell('busy', 'CARD6', 1)
    await tell('free', 'CARD7', 2)
    expect(await world.ordersOf(station.id)).toMatchObject([
      { status: 'started', warning: 'other_token', rfid: 'CARD6' },
      { status: 'started', warning: null, rfid: 'CARD7' },
    ])
    expect(await world.ordersOf(busy.id)).toMatchObject([{ status: 'started', rfid: 'CARD6' }])
  })

  test('a number that was given out does not come again after a restore', async () => {
    const draw = async () => (await world.db.transaction().execute((tx) => drawOrderIds(tx, 1)))[0]!
    const before = await draw()
    // the database is an old backup, the stations are up to date
    await sql`select setval('orders_id_seq', 1)`.execute(world.db)
    await raiseOrderIds(world.db, new Date(world.clock.now().getTime() + 60_000))
    const after = await draw()
    expect(after).toBeGreaterThan(before)
    expect(after).toBeLessThan(2 ** 31)
  })
})

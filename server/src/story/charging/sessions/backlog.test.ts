import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { minutesAgo, moment, transactionEvent } from '../../world/raw-session.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('calls that a station does not wait with on $name', ({ name, open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  /** A socket that sends all messages at once, with its answers in order, and its end. */
  async function dial(protocol: string, perMessageDeflate = false) {
    const { id, password } = await world.addStation()
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${id}`, [protocol], {
      auth: `${id}:${password}`,
      perMessageDeflate: perMessageDeflate && { threshold: 0 },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const answers: [number, string, Record<string, unknown>][] = []
    const ends: number[] = []
    socket.on('message', (data) => answers.push(JSON.parse(String(data))))
    socket.on('close', (code) => ends.push(code))
    let sent = 0
    const send = (action: string, payload: object) => {
      sent += 1
      socket.send(JSON.stringify([2, `${sent}`, action, payload]))
    }
    return { id, socket, answers, ends, send }
  }
  const figure = async (name: string) => {
    const text = await (await fetch(`${world.server.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  test.each([
    'ocpp1.6',
    'ocpp2.0.1',
  ] as const)('%s: 250 values and the stop in one go are all kept', async (protocol) => {
    const { id, socket, answers, ends, send } = await dial(protocol)
    const token = `HASTY-${id}`
    await world.addCard(token)
    const startedAt = minutesAgo(world, 10)
    const at = (index: number) => new Date(startedAt.getTime() + (index * 9 * MINUTE_MS) / 250)
    const is16 = protocol === 'ocpp1.6'
    const common = { transactionId: `T-${id}` }
    if (is16)
      send('StartTransaction', {
        connectorId: 1,
        idTag: token,
        meterStart: 0,
        timestamp: startedAt.toISOString(),
      })
    else
      send(
        ...transactionEvent('Started', { ...common, seqNo: 0, at: startedAt, token, values: [{ value: 0 }] }),
      )
    await world.until('it has begun', () => answers.length === 1)
    const { transactionId } = answers[0]![2]
    for (let index = 1; index <= 250; index += 1) {
      const values = [{ value: index * 10 }]
      if (is16)
        send('MeterValues', {
          connectorId: 1,
          transactionId,
          meterValue: [moment(protocol, at(index), values)],
        })
      else send(...transactionEvent('Updated', { ...common, seqNo: index, at: at(index), values }))
    }
    const now = world.clock.now()
    if (is16) send('StopTransaction', { transactionId, meterStop: 3000, timestamp: now.toISOString() })
    else send(...transactionEvent('Ended', { ...common, seqNo: 251, at: now, values: [{ value: 3000 }] }))
    await world.until('all are answered', () => answers.length === 252 || ends.length > 0)
    expect(answers.map(([type, number]) => [type, number])).toEqual(
      Array.from({ length: 252 }, (_, index) => [3, `${index + 1}`]),
    )
    expect(await world.ordersOf(id)).toMatchObject([
      { status: 'completed', energyWh: 3000, priceMinor: 5100, needsReview: false, warning: null },
    ])
    const { count } = await world.db
      .selectFrom('meter_samples')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('order_id', '=', (await world.ordersOf(id))[0]!.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThanOrEqual(250)
    expect(ends).toEqual([])
    socket.terminate()
  })

  // the embedded database has one connection
  const onPostgres = test.runIf(name === 'postgres')
  onPostgres(
    'packed as small as can be, a flood is bounded by the length of what it unpacks to',
    async () => {
      const { socket, ends, send } = await dial('ocpp1.6', true)
      const data = 'x'.repeat(100_000)
      let most = 0
      await world.db.transaction().execute(async (tx) => {
        // an answer waits for its journal: however slowly it unpacks, more is read than is answered
        await sql`lock table frames in share mode`.execute(tx)
        for (let index = 0; index < 400; index += 1) send('DataTransfer', { vendorId: 'flood', data })
        await world.until('it is over', async () => {
          most = Math.max(most, await figure('ocpp_waiting_characters'))
          return ends.length > 0
        })
      })
      expect(ends).toEqual([1008])
      expect(most).toBeLessThanOrEqual(4 * 262_144)
      socket.terminate()
      await world.until('it is forgotten', async () => (await figure('ocpp_waiting_calls')) === 0)
    },
  )

  test('a flood is read as fast as it is answered, delays nobody else, and is reported', async () => {
    const { socket, answers, ends, send } = await dial('ocpp1.6')
    const data = 'x'.repeat(2000)
    for (let index = 0; index < 20_000; index += 1) send('DataTransfer', { vendorId: 'flood', data })
    await world.until('it is left unread', async () => (await figure('ocpp_unread_sockets')) === 1)
    const made = await world.addStation()
    const other = await connectForeign(world.server.url, 'ocpp1.6', made)
    for (let times = 0; times < 5; times += 1) {
      expect(await other.call('Authorize', { idTag: 'X' })).toMatchObject({
        idTagInfo: { status: 'Invalid' },
      })
      expect(await figure('ocpp_waiting_calls')).toBeLessThan(150)
      expect(await figure('ocpp_waiting_characters')).toBeLessThan(320_000)
    }
    expect(answers.length).toBeLessThan(20_000)
    expect([ends, socket.bufferedAmount > 0]).toEqual([[], true])
    socket.terminate()
    await world.until('it is forgotten', async () => (await figure('ocpp_unread_sockets')) === 0)
    expect(await figure('ocpp_waiting_calls')).toBe(0)
    await other.close()
  })
})

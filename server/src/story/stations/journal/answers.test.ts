import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { ConsoleWorld, type Message } from './console-world.ts'

describe.each(openTestDatabases())('answers in the rows of their calls on $name', ({ open }) => {
  let world: World
  let consoleWorld: ConsoleWorld
  beforeAll(async () => {
    world = await World.open(await open())
    consoleWorld = new ConsoleWorld(world)
  })
  afterAll(async () => {
    consoleWorld?.close()
    await world?.close()
  })

  test('an answer in the row of its call stands beside it, on whatever page, and each filter looks at either', async () => {
    const { id } = await world.addStation()
    const start = Date.now() - 3_600_000
    const isAnswered = (n: number) => n % 3 > 0
    await consoleWorld.insertFrames(
      id,
      Array.from({ length: 100 }, (_, n) => ({
        // many at one time, and answers that left after later calls
        at: new Date(start + Math.floor(n / 10) * 1000),
        type: 2,
        from: 'in' as const,
        id: `m${n}`,
        action: n % 2 ? 'Authorize' : 'MeterValues',
        ...(isAnswered(n) && {
          answer: {
            text: n % 5 ? `[3,"m${n}",{"status":"Accepted"}]` : `[4,"m${n}","InternalError","needle",{}]`,
            afterMs: n % 4 === 0 ? 2500 : 7,
          },
        }),
      })),
    )
    const all = Array.from({ length: 100 }, (_, n) =>
      isAnswered(n) ? [`2 m${n}`, `a m${n}`] : [`2 m${n}`],
    ).flat()
    const nameOf = ({ message_type_id, message_id }: Message) =>
      `${message_type_id === 2 ? '2' : 'a'} ${message_id}`
    const read = async (query: string, way: 'before' | 'after', limit: number) => {
      const seen: Message[] = []
      let cursor: string | null = way === 'after' ? `${start - 1}_0` : ''
      while (cursor !== null) {
        const page = await consoleWorld.history(id, `limit=${limit}&${query}${cursor && `&${way}=${cursor}`}`)
        expect(page.body.length).toBeLessThanOrEqual(limit)
        seen.push(...(way === 'after' ? page.body.toReversed() : page.body))
        cursor = page.next
      }
      return way === 'after' ? seen : seen.toReversed()
    }
    for (const way of ['before', 'after'] as const)
      for (const limit of [1, 2, 7, 500]) expect((await read('', way, limit)).map(nameOf)).toEqual(all)
    const whole = await read('', 'before', 7)
    for (const [n, message] of whole.entries()) {
      const next = await consoleWorld.history(id, `limit=500&after=${message.position}`)
      expect(next.body.map(nameOf)).toEqual(all.slice(n + 1).toReversed())
      if (n === 20) break
    }
    for (const message of whole) {
      const number = Number(message.message_id?.slice(1))
      const latency = isAnswered(number) ? (number % 4 === 0 ? 2500 : 7) : null
      expect(message).toMatchObject({ latency_ms: latency, pair: latency === null ? null : {} })
    }
    const answers = all.filter((name) => name.startsWith('a'))
    for (const [query, expected] of [
      ['direction=server', answers],
      ['direction=station', all.filter((name) => name.startsWith('2'))],
      ['errors=true', answers.filter((name) => Number(name.slice(3)) % 5 === 0)],
      ['search=needle', answers.filter((name) => Number(name.slice(3)) % 5 === 0)],
      ['action=Authorize', all.filter((name) => Number(name.slice(3)) % 2 === 1)],
      ['action=Authorize&direction=server', answers.filter((name) => Number(name.slice(3)) % 2 === 1)],
    ] as const) {
      expect((await read(query, 'before', 9)).map(nameOf), query).toEqual(expected)
      expect((await read(query, 'after', 9)).map(nameOf), query).toEqual(expected)
    }
    const late = whole.find(
      ({ latency_ms, message_from }) => latency_ms === 2500 && message_from === 'server',
    )!
    const one = (at: string) => consoleWorld.call<Message>('GET', `ocpp-messages/${id}/${late.id}?at=${at}`)
    expect((await one(late.created_at)).body).toMatchObject({
      message_id: late.message_id,
      message_from: 'server',
    })
    expect((await one(new Date(Date.parse(late.created_at) + 1).toISOString())).status).toBe(404)
  })

  test('an answer that waits for its commit is journaled with the instant at which it leaves', async () => {
    const { made, link } = await consoleWorld.aStation('ocpp1.6', () => ({}))
    const say = () => link.call('DataTransfer', { vendorId: 'story', data: 'x' })
    const answersOf = async () =>
      (await consoleWorld.history(made.id, 'action=DataTransfer&direction=server')).body
    await say()
    await world.until('the first is there', async () => (await answersOf()).length === 1)
    let answered: Promise<unknown> | undefined
    await world.db.transaction().execute(async (tx) => {
      await sql`lock table frames in share mode`.execute(tx)
      answered = say()
      await delay(400)
    })
    await answered
    await world.until('the latency is the true one', async () => (await answersOf())[0]!.latency_ms! >= 350)
    expect(
      (await answersOf()).map(({ message_type_id, latency_ms }) => [message_type_id, latency_ms! < 5000]),
    ).toEqual([
      [3, true],
      [3, true],
    ])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBothDatabases } from '../../platform/general/testing.ts'
import { lockOpenOn } from '../../slices/charging/orders/store.ts'
import { World } from '../world/world.ts'

describe.each(openBothDatabases())('the unit of work of orders, on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('CARD1')
  })
  afterAll(() => world?.close())

  const fail = (code: string) =>
    sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`
  const notesOf = async (orderId: number) => {
    const rows = await world.db
      .selectFrom('order_logs')
      .select('event')
      .where('order_id', '=', orderId)
      .where('event', '=', 'noted')
      .execute()
    return rows.length
  }

  /** Notes something in the order that runs at a new station, while the first attempts fail; tells how often it was tried. */
  async function noteWhile(code: string, failures: number) {
    const station = await world.simulate('ocpp1.6')
    await station.begin({ token: 'CARD1' })
    let attempts = 0
    const work = world.server.stations.commands.orderWork.change(
      (tx) => lockOpenOn(tx, station.made.connectorId),
      async (book, [order], tx) => {
        attempts += 1
        book.log(order!.id, book.context.now, 'api', 'noted')
        if (attempts <= failures) await fail(code).execute(tx)
      },
    )
    const failed = await work.then(
      () => false,
      () => true,
    )
    const [order] = await world.ordersOf(station.id)
    await station.stop()
    return { attempts, failed, notes: await notesOf(order!.id) }
  }

  test.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
    ['a key that another transaction took first', '23505'],
  ])('work that %s ended is done anew, and written once', async (_what, code) => {
    expect(await noteWhile(code, 1)).toEqual({ attempts: 2, failed: false, notes: 1 })
  })

  test('it is given up after six attempts', async () => {
    expect(await noteWhile('40P01', 9)).toEqual({ attempts: 6, failed: true, notes: 0 })
  })

  test('what fails for another reason fails at once', async () => {
    expect(await noteWhile('P0001', 1)).toEqual({ attempts: 1, failed: true, notes: 0 })
  })

  test('of two starts at once one is sent, and the other is refused with the order that is in the way', async () => {
    const station = await world.simulate('ocpp1.6')
    const start = () => world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`)
    const [first, second] = await Promise.allSettled([start(), start()])
    const made = first.status === 'fulfilled' ? first : second
    const refused = first.status === 'fulfilled' ? second : first
    const { id } = (made as PromiseFulfilledResult<{ id: number }>).value
    expect(JSON.parse((refused as PromiseRejectedResult).reason.body)).toMatchObject({
      code: 'connector.occupied',
      details: { orderId: id },
    })
    expect(await world.ordersOf(station.id)).toMatchObject([{ id }])
    await station.stop()
  })
})

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { connectForeign, type ForeignClient } from '../world/foreign-client.ts'
import { transactionEvent } from '../world/raw-session.ts'
import { type StoryStation, World } from '../world/world.ts'

/** Five roubles a minute, beside seventeen a kilowatt-hour. */
const prices = { tariff: 1700, rate: 500 }
const sessionMs = 20 * MINUTE_MS
const sessionWh = 1000
const priceMinor = 1700 + 20 * prices.rate

describe.each(openTestDatabases())('what a station reports about its absence on $name', ({ open }) => {
  let world: World
  let cards = 0
  const card = async () => {
    cards += 1
    await world.addCard(`AWAY${cards}`)
    return `AWAY${cards}`
  }
  beforeAll(async () => {
    world = await World.open(await open())
    await world.post(`locations/${world.locationId}/pricing`, prices)
  })
  afterAll(() => world?.close())

  const before = (ms: number) => new Date(world.clock.now().getTime() - ms)
  const dayOf = (at: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' }).format(at)
  const rowsOf = async ({ id }: StoryStation) => {
    const { rows } = await sql<{
      startedAt: Date
      day: string
      warning: string | null
      driver: number | null
    }>`
      select transaction_start as "startedAt", business_day::text as day, warning, driver_id as driver
      from orders where station_id = ${id} order by transaction_start`.execute(world.db)
    return rows
  }
  const paid = { status: 'captured', capturedMinor: priceMinor }

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    const dial = (made: StoryStation) => connectForeign(world.server.url, protocol, made)

    /** A station that has been connected, and then was away for so long. */
    async function away(ms: number): Promise<StoryStation> {
      const made = await world.addStation()
      const client = await dial(made)
      await world.untilOnline(made.id)
      await leave(made, client)
      await world.forward(ms)
      return made
    }
    async function leave(made: StoryStation, client: ForeignClient): Promise<void> {
      const gone = await breaksOf(made)
      await client.close()
      await world.until('that it has left is written down', async () => (await breaksOf(made)) > gone)
    }
    async function breaksOf({ id }: StoryStation): Promise<number> {
      const { rows } = await sql`select 1 from station_events
        where station_id = ${id} and kind = 'disconnected'`.execute(world.db)
      return rows.length
    }

    /** A whole session that a station tells late, in messages that say nothing of that; what its start was answered. */
    async function tell(
      client: ForeignClient,
      token: string,
      at: Date,
      registerWh: number,
    ): Promise<unknown> {
      const end = new Date(at.getTime() + sessionMs)
      if (protocol === 'ocpp1.6') {
        const answer = await client.call('StartTransaction', {
          connectorId: 1,
          idTag: token,
          meterStart: registerWh,
          timestamp: at.toISOString(),
        })
        const { transactionId, idTagInfo } = answer as {
          transactionId: number
          idTagInfo: { status: string }
        }
        await client.call('StopTransaction', {
          transactionId,
          meterStop: registerWh + sessionWh,
          timestamp: end.toISOString(),
        })
        return idTagInfo.status
      }
      const common = { transactionId: `T-${token}` }
      const values = (value: number) => [{ value }]
      const answer = await client.call(
        ...transactionEvent('Started', { ...common, seqNo: 0, at, token, values: values(registerWh) }),
      )
      const last = values(registerWh + sessionWh)
      await client.call(...transactionEvent('Ended', { ...common, seqNo: 1, at: end, values: last }))
      return (answer.idTokenInfo as { status: string }).status
    }

    test.each([
      ['a little less than a day', DAY_MS - HOUR_MS],
      ['26 hours', 26 * HOUR_MS],
      ['nine days', 9 * DAY_MS],
    ])('after %s is of its own day, from the first frame on', async (_, ms) => {
      const made = await away(ms)
      const starts = Array.from({ length: 8 }, (_, index) => before(ms - HOUR_MS - index * 25 * MINUTE_MS))
      const tokens = await Promise.all(starts.map(card))
      const client = await dial(made)
      for (const [index, at] of starts.entries()) await tell(client, tokens[index]!, at, index * sessionWh)
      expect(await rowsOf(made)).toMatchObject(
        starts.map((startedAt) => {
          return { startedAt, day: dayOf(new Date(startedAt.getTime() + sessionMs)), warning: null }
        }),
      )
      expect(await world.paymentsOf(made.id)).toEqual(starts.map(() => paid))
      await client.close()
    })

    test('counts from its end for a day, whatever interruptions follow', async () => {
      const made = await away(30 * HOUR_MS)
      const at = before(28 * HOUR_MS)
      await leave(made, await dial(made))
      const again = await dial(made)
      await tell(again, await card(), at, 0)
      expect(await rowsOf(made)).toMatchObject([{ startedAt: at, warning: null }])
      await leave(made, again)
      await world.forward(DAY_MS - HOUR_MS)
      const soon = await dial(made)
      await tell(soon, await card(), new Date(at.getTime() + HOUR_MS), sessionWh)
      await leave(made, soon)
      await world.forward(2 * HOUR_MS)
      const late = await dial(made)
      await tell(late, await card(), new Date(at.getTime() + 2 * HOUR_MS), 2 * sessionWh)
      expect(await rowsOf(made)).toMatchObject([{ warning: null }, { warning: null }, { warning: 'clock' }])
      await late.close()
    })

    test('is not believed if the station was connected, even by a new socket', async () => {
      const made = await world.addStation()
      const client = await dial(made)
      await world.untilOnline(made.id)
      await world.forward(20 * HOUR_MS)
      await leave(made, client)
      const again = await dial(made)
      await tell(again, await card(), before(6 * HOUR_MS), 0)
      expect(await rowsOf(made)).toMatchObject([{ warning: 'clock' }])
      expect(await world.paymentsOf(made.id)).toEqual([{ status: 'created', capturedMinor: 0 }])
      await again.close()
    })

    test('is believed if the station’s node had ended unnoticed', async () => {
      const made = await away(0)
      await sql`update station_presence set node = 'killed', connection_id = 'cut', last_seen_at = ${before(0)}
        where station_id = ${made.id}`.execute(world.db)
      await sql`delete from station_events where station_id = ${made.id} and kind = 'disconnected'`.execute(
        world.db,
      )
      await world.forward(26 * HOUR_MS)
      const [first, second] = [before(25 * HOUR_MS), before(2 * HOUR_MS)]
      const client = await dial(made)
      await tell(client, await card(), first, 0)
      await world.until('its return is written down', async () => {
        const reported =
          await sql`select 1 from station_events where station_id = ${made.id} and kind = 'unwatched'`
        return (await reported.execute(world.db)).rows.length === 1
      })
      await tell(client, await card(), second, sessionWh)
      expect(await rowsOf(made)).toMatchObject([
        { startedAt: first, warning: null },
        { startedAt: second, warning: null },
      ])
      await client.close()
    })

    test('is billed although its driver charges elsewhere now', async () => {
      const made = await away(3 * HOUR_MS)
      const token = await card()
      const elsewhere = await world.simulate(protocol)
      await elsewhere.begin({ token })
      const client = await dial(made)
      expect(await tell(client, token, before(2 * HOUR_MS), 0)).toBe('Accepted')
      expect(await tell(client, token, before(30 * MINUTE_MS), sessionWh)).toBe('Accepted')
      const rows = await rowsOf(made)
      expect(rows).toMatchObject([{ warning: null }, { warning: null }])
      expect(rows[0]!.driver).not.toBeNull()
      expect(await world.paymentsOf(made.id)).toEqual([paid, paid])
      expect(await world.ordersOf(elsewhere.id)).toMatchObject([{ status: 'started' }])
      // what it begins now is another thing
      expect(await tell(client, token, before(MINUTE_MS), 2 * sessionWh)).toBe('ConcurrentTx')
      await client.close()
    })

    test('of three minutes counts, and a clock that is three minutes slow does not count as one', async () => {
      const made = await away(10 * MINUTE_MS)
      const token = await card()
      const elsewhere = await world.simulate(protocol)
      await elsewhere.begin({ token })
      const client = await dial(made)
      expect(await tell(client, token, before(4 * MINUTE_MS), 0)).toBe('Accepted')
      await world.forward(HOUR_MS)
      expect(await tell(client, token, before(3 * MINUTE_MS), sessionWh)).toBe('ConcurrentTx')
      await client.close()
    })
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBothDatabases } from '../../platform/general/testing.ts'
import { minutesAgo, transactionEvent } from '../world/raw-session.ts'
import { World } from '../world/world.ts'

type Message = [string, Record<string, unknown>]

/** The result of a session: everything of its order that a driver, a bill or a report shows. */
const facts = [
  ...[
    'status',
    'source',
    'rfid',
    'driver_id',
    'connector_id',
    'billable',
    'transaction_start',
    'transaction_finish',
  ],
  ...[
    'ev_charging_start',
    'meter_start',
    'meter_stop',
    'energy_wh',
    'charging_price_minor',
    'needs_review',
    'warning',
  ],
  ...[
    'stop_reason',
    'tariff_version_id',
    'payment_method_type',
    'segments',
    'start_told',
    'end_told',
    'awaits_card',
  ],
] as const

describe.each(openBothDatabases())('messages in any order on $name', ({ name, open }) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('OWNER')
    await world.addCard('STOPPER')
  })
  afterAll(() => world?.close())

  /** Sends messages from a new station, and gives its orders and payments. */
  async function outcomeOf(messagesOf: (transactionId: string) => Message[]) {
    const station = await world.simulate('ocpp2.0.1')
    // a message without an EVSE does not say where it happened
    await world.db
      .insertInto('connectors')
      .values({
        station_id: station.id,
        evse_number: 2,
        number: 1,
        ordinal: 2,
        type: 'CCS 2',
        current: 'DC',
        power_w: 150_000,
      })
      .execute()
    count += 1
    for (const [action, payload] of messagesOf(`T${count}`)) await station.link.call(action, payload)
    const rows = await world.db
      .selectFrom('orders')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    const waiting = await world.db
      .selectFrom('unmatched_transactions')
      .select('id')
      .where('station_id', '=', station.id)
      .where('resolved_at', 'is', null)
      .execute()
    const payments = await world.paymentsOf(station.id)
    await station.close()
    const orders = rows.map((row) =>
      Object.fromEntries(
        facts.map((key) => [key, key === 'connector_id' ? row[key] - station.made.connectorId : row[key]]),
      ),
    )
    return { orders, payments, waiting: waiting.length }
  }

  /** A session with a register every minute; when a card is shown, and which messages name the EVSE, is random. */
  const session = fc.record({
    updates: fc.integer({ min: 0, max: 4 }),
    cardAt: fc.constantFrom('Started', 'Updated', 'nowhere'),
    stopped: fc.boolean(),
    evseOf: fc.constantFrom('all', 'started'),
    plugFirst: fc.boolean(),
    registers: fc.constantFrom('all', 'end'),
  })

  function messages(drawn: typeof session extends fc.Arbitrary<infer S> ? S : never, start: Date) {
    const { updates, cardAt, stopped, evseOf, plugFirst, registers } = drawn
    const at = (minute: number) => new Date(start.getTime() + minute * 60_000)
    const values = (minute: number) => (registers === 'all' ? [{ value: 5000.4 + minute * 1000 }] : [])
    const evse = evseOf === 'all' ? undefined : null
    return (transactionId: string): Message[] => [
      transactionEvent('Started', {
        transactionId,
        seqNo: 0,
        at: at(0),
        values: values(0),
        ...(cardAt === 'Started' ? { token: 'OWNER' } : {}),
        chargingState: plugFirst ? 'EVConnected' : 'Charging',
      }),
      ...Array.from({ length: updates }, (_, i) =>
        transactionEvent('Updated', {
          transactionId,
          seqNo: i + 1,
          at: at(i + 1),
          values: values(i + 1),
          evse,
          chargingState: 'Charging',
          ...(cardAt === 'Updated' && i === 0 ? { token: 'OWNER' } : {}),
        }),
      ),
      transactionEvent('Ended', {
        transactionId,
        seqNo: updates + 1,
        at: at(updates + 1),
        evse,
        ...(stopped ? { token: 'STOPPER' } : {}),
        values: [
          ...(registers === 'end' ? [{ value: 5000.4, context: 'Transaction.Begin' }] : []),
          { value: 5000.4 + (updates + 1) * 1000, context: 'Transaction.End' },
        ],
      }),
    ]
  }

  test('any permutation of a 2.0.1 session, with repeats, is the session as it was', async () => {
    const repeats = fc.array(fc.nat(5), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(session, fc.infiniteStream(fc.nat()), repeats, async (drawn, dice, again) => {
        const sent = messages(drawn, minutesAgo(world, 8))
        const straight = await outcomeOf(sent)
        expect(straight.orders).toHaveLength(1)
        const shuffled = await outcomeOf((transactionId) => {
          const all = sent(transactionId)
          return [...all, ...again.flatMap((index) => all.slice(index, index + 1))]
            .map((one) => ({ one, place: dice.next().value as number }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ one }) => one)
        })
        expect(shuffled).toEqual(straight)
      }),
      { numRuns: name === 'postgres' ? 25 : 4 },
    )
  })
})

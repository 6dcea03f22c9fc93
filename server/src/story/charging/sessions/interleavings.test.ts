import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { openBothDatabases } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { Round, type Step, stationCount } from './interleaving-round.ts'

const station = fc.integer({ min: 0, max: stationCount - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      station,
      card: fc.integer({ min: 0, max: 4 }),
      offline: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sample' as const),
      station,
      wh: fc.integer({ min: 0, max: 9000 }),
      late: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('stop' as const), station }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('repeat' as const), station }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('operator' as const), station }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('available' as const), station }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('timers' as const),
      minutes: fc.constantFrom(0, 2, 40, 25 * 60),
    }),
  },
)

describe.each(openBothDatabases())('any interleaving on $name', ({ name, open }) => {
  let database: Database
  const clock = new StoryClock()
  let round = 0

  beforeAll(async () => {
    database = await open()
    const { db } = database
    await sql`insert into locations (id, name, country, city, street, postal_code, time_zone, created_at)
      values (1, 'Yard', '', '', '', '', 'Europe/Moscow', now())`.execute(db)
    await sql`insert into tariffs (id, name, currency, created_at) values (1, 'Usual', 'RUB', now())`.execute(
      db,
    )
    await sql`insert into tariff_versions (tariff_id, valid_from, elements, created_at)
      values (1, '2020-01-01', '[{"components":[{"dimension":"energy","priceMicro":1700000}]}]', now())`.execute(
      db,
    )
    await sql`insert into tariff_assignments (tariff_id, scope, created_at) values (1, 'network', now())`.execute(
      db,
    )
    for (const token of ['CARD1', 'CARD2', 'CARD3']) {
      await sql`with d as (insert into drivers (first_name, last_name, created_at) values ('A', ${token}, now()) returning id)
        insert into id_tokens (token, driver_id, created_at) select ${token}, id, now() from d`.execute(db)
    }
    await sql`insert into id_tokens (token, created_at) values ('FLEET', now())`.execute(db)
  })
  afterAll(() => database?.close())

  test('keeps the invariants', async () => {
    const nodes = name === 'postgres' ? 2 : 1
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        round += 1
        const world = new Round(database, clock, round, nodes)
        await world.lay()
        for (const one of steps) world.take(one)
        await world.finish()
        await world.check()
      }),
      { numRuns: name === 'postgres' ? 30 : 12 },
    )
  })
})

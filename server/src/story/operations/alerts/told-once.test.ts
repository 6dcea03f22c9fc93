import { type IncidentKind, incidentKinds } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { Alerts } from '../../../slices/operations/alerts/alerts.ts'
import type { Channels } from '../../../slices/operations/alerts/channels/channels.ts'
import { insertRule } from '../../../slices/operations/alerts/store/rule-store.ts'
import { insertManager } from '../../../slices/people/managers/store.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { changeIncident, insertIncident } from './incident-rows.ts'

let database: Database
const clock = StoryClock.atNoon()
const managers: number[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  for (const nth of [1, 2, 3])
    managers.push(
      (await insertManager(database.db, {
        email: `notified${nth}@example.com`,
        role: 'administrator',
        firstName: 'A',
        lastName: 'B',
        passwordHash: null,
        createdAt: clock.now(),
        emailVerifiedAt: clock.now(),
      }))!,
    )
})
afterAll(() => database?.close())

/** A server that only tells; what it sends is written down. */
function teller(said: string[]): Alerts {
  const write = async (who: string, lines: string) => {
    for (const line of lines.split('\n')) said.push(`${who} ${line}`)
  }
  return new Alerts({
    db: database.db,
    clock,
    timeZone: 'Europe/Moscow',
    write: async () => undefined,
    jobs: { schedule: () => undefined } as never,
    mailer: {
      link: (path: string) => `https://csms.example${path}`,
      send: (_tx: unknown, { to, values }: { to: string; values: { incidents: string } }) =>
        write(to, values.incidents),
    } as never,
    push: { tell: async () => undefined },
    channels: { tell: async () => undefined } as unknown as Channels,
  })
}

const step = fc.record({
  after_minutes: fc.integer({ min: 0, max: 30 }),
  people: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
})
const rule = fc.record({
  digest: fc.constantFrom(0, 0, 5, 20),
  hours: fc.constantFrom(
    null,
    { from_minute: 480, until_minute: 1320 },
    { from_minute: 0, until_minute: 720 },
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
})
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('look' as const), servers: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 400 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('opens' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('changes' as const),
      nth: fc.nat(5),
      state: fc.constantFrom('acknowledged' as const, 'closed' as const, 'open' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('grows' as const),
      nth: fc.nat(5),
      severity: fc.constantFrom('info' as const, 'major' as const, 'critical' as const),
    }),
  },
)

test('whatever happens in whatever order, on however many servers, nobody is notified of an incident twice', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      fc.array(happening, { minLength: 5, maxLength: 25 }),
      async (rules, happenings) => {
        await sql`truncate alert_tellings, alert_watches, alert_rules, incident_members, incidents cascade`.execute(
          db,
        )
        for (const { digest, hours, steps } of rules)
          await insertRule(
            db as Tx,
            {
              name: 'R',
              on: true,
              severity: 'info',
              kinds: [],
              locations: [],
              hours,
              urgent_severity: 'critical',
              digest_minutes: digest,
              steps: steps.map(({ after_minutes, people }) => ({
                after_minutes,
                people: people.map((nth) => ({ id: managers[nth]!, mail: true, push: false })),
                channels: [],
              })),
            },
            { ownerId: null, by: managers[0]!, at: clock.now() },
          )
        const said: string[] = []
        const opened: { id: number; kind: IncidentKind }[] = []
        for (const one of happenings) {
          if (one.what === 'look')
            await Promise.all(Array.from({ length: one.servers }, () => teller(said).run()))
          if (one.what === 'wait') clock.forward(one.minutes * MINUTE_MS)
          const kind = incidentKinds[opened.length]
          if (one.what === 'opens' && kind)
            opened.push({ id: await insertIncident(db, { kind, at: clock.now() }), kind })
          if ('nth' in one) {
            const incident = opened[one.nth]
            if (incident) await changeIncident(db, incident.id, one)
          }
        }
        // each incident has a kind of its own, which its line names
        const named = said.map((line) => line.replace(/^(\S+) [^:]*: ([^,]*),.*$/, '$1 $2'))
        expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})

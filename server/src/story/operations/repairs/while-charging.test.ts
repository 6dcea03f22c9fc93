import type { RepairRule } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { changeIncident, insertIncident } from '../alerts/incident-rows.ts'

let world: World
let nth = 0
beforeAll(async () => {
  world = await World.open(await openTestDatabase(), StoryClock.atNoon())
  await world.forward(0)
  await world.put('repairs/switch', { stopped: false, network_most: 10_000 })
})
afterAll(() => world?.close())

/** What may happen, in any order and more than once. */
const events = fc.array(
  fc.constantFrom('begins', 'ends', 'fault', 'fault again', 'mended', 'look', 'later', 'stop', 'go'),
  { minLength: 4, maxLength: 10 },
)
const commands = ['UnlockConnector', 'TriggerMessage']

/** Without a restart, after which a station needs a while before a session can begin. */
async function turnOn(repair: 'unlock' | 'trigger_status'): Promise<void> {
  const body = { name: repair, repair, after_minutes: 0, helped_minutes: 1, station_most: 20 }
  const all = await world.post<RepairRule[]>('repairs/rules', body)
  const { id } = all.find((one) => one.repair === repair)!
  await world.put(`repairs/rules/${id}`, { ...body, mode: 'on' })
}

test('whatever the order of events, retries and sessions, nothing is repaired while a session is there', async () => {
  for (const repair of ['unlock', 'trigger_status'] as const) await turnOn(repair)
  await fc.assert(
    fc.asyncProperty(events, async (happened) => {
      nth += 1
      const card = `WHILE${nth}`
      const station = await world.simulate('ocpp1.6')
      const { id } = station.made
      await world.untilOnline(id)
      await world.addCard(card)
      const sent = async () =>
        (await Promise.all(commands.map((action) => world.sentTo(id, action)))).flat().length
      const isOpen = async () => (await world.ordersOf(id)).some(({ status }) => status === 'started')
      const incidents: number[] = []
      const look = async () => {
        const charges = await isOpen()
        const before = await sent()
        // two servers, and one that does it again
        await Promise.all([world.server.repairing.run(), world.server.repairing.run()])
        await world.server.repairing.run()
        if (charges) expect([happened, (await sent()) - before]).toEqual([happened, 0])
      }
      const acts: Record<string, () => Promise<unknown>> = {
        begins: async () => {
          if (await isOpen()) return
          await world.untilOnline(id)
          await station.plugIn(1, null)
          await station.tap(1, card)
          await world.until('it charges', isOpen)
        },
        ends: async () => {
          if (!(await isOpen())) return
          await station.unplug(1)
          await world.until('it has ended', async () => !(await isOpen()))
        },
        fault: async () => {
          const stations = [{ id, locationId: world.locationId }]
          const made = await insertIncident(world.db, { kind: 'fault', stations, at: world.clock.now() })
          await sql`update incident_members set connector = 1 where incident_id = ${made}`.execute(world.db)
          incidents.push(made)
        },
        mended: async () => {
          for (const one of incidents) await changeIncident(world.db, one, { state: 'closed' })
        },
        look,
        later: async () => world.clock.forward(31 * MINUTE_MS),
        stop: () => world.put('repairs/switch', { stopped: true, network_most: 10_000 }),
        go: () => world.put('repairs/switch', { stopped: false, network_most: 10_000 }),
      }
      acts['fault again'] = acts.fault!
      for (const one of [...happened, 'fault', 'begins', 'look']) await acts[one]!()
      await acts.ends!()
      await acts.mended!()
      await acts.go!()
      await station.goOffline()
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Station, TimelineEvent } from '@stationmaster/contract'
import { simulate } from '@stationmaster/simulator'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerUrls, openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { UnansweredCommands } from '../../slices/control/commands/outcome/unanswered.ts'
import { Api, freePort, ServerProcess } from '../world/server-process.ts'
import { World } from '../world/world.ts'

/** Asks until it is so, for a minute at most. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    if (await isSo()) return
    await delay(100)
  }
  throw new Error(`waited in vain: ${what}`)
}

describe.each(openServerUrls().slice(0, 1))('commands under way when the server is killed ($name)', ({
  create,
}) => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  afterAll(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  test('end as sent with an unknown answer, and the state of their stations is requested', async () => {
    const database = await create()
    undo.push(() => database.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'unanswered-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const server = new ServerProcess(dataDir, await freePort(), database.url, { PLANS: 'off' })
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    const api = await Api.open(server.url)
    const { id: locationId } = await api.post<{ id: number }>('locations', { name: 'Yard' })
    const played = await Promise.all(
      twoVersions.map(async (protocol) => {
        const stationId = `LOST-${protocol}`
        const made = await api.post<Station & { password: string }>(`locations/${locationId}/stations`, {
          id: stationId,
          vendor_name: 'Story',
          model: 'One',
          connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
        })
        const play = () =>
          simulate({
            url: `${server.url.replace('http', 'ws')}/ocpp`,
            stationId,
            protocol,
            seed: stationId,
            password: made.password,
            plugDelayMs: null,
            connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
            retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
          })
        const station = await play()
        station.misbehave('silent')
        const connectorId = made.evses[0]!.connectors[0]!.id
        const unsent = () => undefined
        void api.post(`connectors/${connectorId}/start`, {}).catch(unsent)
        await until('the order is there', async () =>
          (await api.orders()).some((one) => one.station.id === stationId),
        )
        // commands go out one after the other: it waits behind the start, noted as well
        void api.post(`stations/${stationId}/tasks`, { task: 'unlock', evse: 1 }).catch(unsent)
        return { protocol, stationId, station, play }
      }),
    )
    await delay(500)
    await server.end('SIGKILL')
    await Promise.all(played.map(({ station }) => station.close()))
    await server.start()
    for (const { play } of played) {
      const station = await play()
      undo.push(() => station.close())
    }
    const again = await Api.open(server.url)

    for (const { protocol, stationId } of played) {
      const timeline = await again.get<TimelineEvent[]>(`stations/${stationId}/timeline`)
      const lost = timeline.filter(({ kind }) => kind === 'unanswered')
      expect(lost.map(({ word, connector }) => [word, connector]).toSorted()).toEqual([
        ['start', 1],
        ['unlock', 1],
      ])
      expect(lost.find(({ word }) => word === 'unlock')!.by).toBe('Anna Sedova')
      const order = (await again.orders()).find((one) => one.station.id === stationId)!
      const logs = async () =>
        (await again.details(order.id)).logs as { event: string; status?: string | null }[]
      expect(await logs()).toContainEqual(
        expect.objectContaining({ event: 'remote_start_tx_response', status: 'unanswered' }),
      )
      await until(`${protocol} was asked`, async () =>
        (await logs()).some(({ event }) => event === 'start_inquiry'),
      )
    }
  })
})

describe('commands of other servers on the database', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('are recorded once their servers are gone, and left alone while their servers run', async () => {
    const { id } = await world.addStation()
    const { db } = world
    const now = world.clock.now()
    const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
    const sent = (node: string, name: string, minutes: number) =>
      sql`insert into sent_commands (node, station_id, name, sent_at) values (${node}, ${id}, ${name}, ${ago(minutes)})`.execute(
        db,
      )
    const { node } = world.server.stations.commands
    const known = (name: string, state: string) =>
      sql`insert into nodes (id, run, version, state) values (${name}, 'r', '1', ${state})`.execute(db)
    await known('alive', 'up')
    await known('ending', 'draining')
    await known('dead', 'dead')
    await sent('alive', 'reset', 30)
    await sent('ending', 'reset', 30)
    await sent('dead', 'unlock', 6)
    await sent('forgotten', 'limit', 4)
    await sent(node, 'stop', 30)
    const commands = async () =>
      (await world.get<TimelineEvent[]>(`stations/${id}/timeline`))
        .filter(({ kind }) => kind === 'unanswered')
        .map(({ word }) => word)
    const log = { error: () => undefined } as never
    const unanswered = new UnansweredCommands(world.server.stations.commands, log)
    await unanswered.start()
    await unanswered.stop()
    expect((await commands()).toSorted()).toEqual(['limit', 'stop', 'unlock'])
    await new UnansweredCommands(world.server.stations.commands, log).start()
    expect(await commands()).toHaveLength(3)
  })

  test('leave no note once they are answered', async () => {
    const station = await world.simulate('ocpp2.0.1')
    await world.post(`stations/${station.made.id}/tasks`, { task: 'unlock', evse: 1 })
    await world.post(`stations/${station.made.id}/tasks`, { task: 'unlock', evse: 7 }).catch(() => undefined)
    const { rows } = await sql`select from sent_commands where station_id = ${station.made.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([])
  })
})

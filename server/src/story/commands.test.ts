import { commandSchemas, type Protocol, protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../platform/testing.ts'
import { rows16 } from './command-rows-16.ts'
import { rows201 } from './command-rows-201.ts'
import { moreRows201 } from './command-rows-201-more.ts'
import { type CommandRow, type FileHost, openFileHost, Scene } from './command-scene.ts'
import { World } from './world.ts'

const rowsOf: Record<Protocol, readonly CommandRow[]> = {
  'ocpp1.6': rows16,
  'ocpp2.0.1': [...rows201, ...moreRows201],
}

describe.each(openTestDatabases())('every command ($name)', ({ open }) => {
  let world: World
  let host: FileHost
  beforeAll(async () => {
    world = await World.open(await open())
    host = await openFileHost()
  }, 60_000)
  afterAll(async () => {
    host?.close()
    await world?.close()
  })

  describe.each(protocols)('of %s', (protocol) => {
    const rows = rowsOf[protocol]

    test('has a row here', () => {
      expect(rows.map(({ action }) => action)).toEqual(commandSchemas(protocol).map(({ action }) => action))
    })

    test.each(rows)('$action is answered, and does what it says', async ({
      before,
      payload,
      answer,
      effect,
    }) => {
      const row = rows.find((one) => one.payload === payload)!
      const scene = new Scene(world, protocol, await world.simulate(protocol), host)
      await before?.(scene)
      const sent = await scene.send(row.action, payload(scene))
      expect(sent.payload).toMatchObject(answer)
      await effect(scene, sent.payload)
      await scene.station.close()
    })
  })
})

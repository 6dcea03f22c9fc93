import { commandSchemas } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'
import { aScene } from './command-stage.ts'
import { commandRows, type FileHost, openFileHost } from './commands/index.ts'

describe.each(openTestDatabases())('every command ($name)', ({ open }) => {
  let world: World
  let host: FileHost
  beforeAll(async () => {
    world = await World.open(await open())
    host = await openFileHost()
  })
  afterAll(async () => {
    host?.close()
    await world?.close()
  })

  describe.each(twoVersions)('of %s', (protocol) => {
    const rows = commandRows[protocol]

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
      const scene = aScene(world, host, await world.simulate(protocol))
      await before?.(scene)
      const sent = await scene.send(row.action, payload(scene))
      expect(sent.payload).toMatchObject(answer)
      await effect(scene, sent.payload)
      await scene.station.close()
    })
  })
})

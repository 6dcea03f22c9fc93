import type { VirtualStation } from '@stationmaster/simulator'
import { expect } from 'vitest'
import { ConsoleWorld } from '../stations/journal/console-world.ts'
import type { StoryStation, World } from '../world/world.ts'
import { type FileHost, Scene, type Sent, type Stage } from './commands/index.ts'

/** A scene with a simulated station of its own, played through the interface. */
export function aScene(
  world: World,
  host: FileHost,
  station: VirtualStation & { made: StoryStation },
): Scene {
  const stationConsole = new ConsoleWorld(world)
  const { id, connectorId } = station.made
  const stage: Stage = {
    expect,
    now: () => world.clock.now(),
    addCard: (token) => world.addCard(token),
    start: () => world.post(`connectors/${connectorId}/start`),
    stop: () => world.post(`connectors/${connectorId}/stop`),
    frames: async (action) => (await stationConsole.history(id, `action=${action}`)).body,
    until: (what, isSo) => world.until(what, isSo),
    send: async (action, payload) => {
      const { status, body } = await stationConsole.send(id, action, payload)
      if (status !== 200) throw new Error(`${action}: ${status} ${JSON.stringify(body)}`)
      return body as unknown as Sent
    },
  }
  return new Scene(stage, station, host)
}

import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { type FileHost, Scene } from '@stationmaster/server/commands'
import type { StandingStation, World } from './world.ts'

const patienceMs = 60_000

/** A scene of the commands' table with a station of a world: what is not on trial goes through the interface. */
export function aScene(
  world: World,
  { played, record, connectorId }: StandingStation,
  host: FileHost,
): Scene {
  const { administrator } = world
  return new Scene(
    {
      expect,
      now: () => new Date(),
      addCard: (token) => world.aCard(token),
      start: () => administrator.call(contract.connectors.start, { params: { id: connectorId }, body: {} }),
      stop: () => administrator.call(contract.connectors.stop, { params: { id: connectorId } }),
      send: (action, payload) =>
        administrator.call(contract.commands.message, {
          params: { id: record.id },
          body: { action, payload },
        }),
      frames: (action) =>
        administrator.call(contract.journal.messages, {
          params: { stationId: record.id },
          query: { action },
        }),
      until: async (what, isSo) => {
        const end = Date.now() + patienceMs
        while (!(await isSo())) {
          if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
          await pause(40)
        }
      },
    },
    played,
    host,
  )
}

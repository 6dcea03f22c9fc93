import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FleetFile } from '@stationmaster/simulator'
import { valueIn } from '@stationmaster/units'
import type { Db } from '../../../platform/schema/schema.ts'
import { demoStations, drivers, models } from './locations.ts'
import { signingOf } from './past/signing.ts'
import { listDemoConnectors, listRegisters } from './store.ts'

const kinds = new Map(demoStations.map(({ id, kind }) => [id, kind]))
/** a connector with a fault, so that something needs attention */
const broken = { stationId: demoStations[9]!.id, ordinal: 2, code: 'GroundFailure' }
/** the stations of the demo; people may add more */
export const ownStations = demoStations.map(({ id }) => id)

/** The password of a demo station. It is derived from the secret, so that the fleet gets the same one at every start. */
export function demoPassword(secret: string | Uint8Array, stationId: string): string {
  return createHmac('sha256', secret).update(`demo station ${stationId}`).digest('base64url').slice(0, 27)
}

/** The demo network as the simulator's fleet file. */
export async function describeFleet(
  db: Db,
  secret: string | Uint8Array,
  offline: number,
  keepCharging: number,
): Promise<FleetFile> {
  const connectors = await listDemoConnectors(db, ownStations)
  const registers = await listRegisters(db)
  const stations = new Map<string, FleetFile['stations'][number]>()
  for (const row of connectors) {
    const model = models[valueIn(kinds, row.stationId)]
    const station = stations.get(row.stationId) ?? {
      id: row.stationId,
      password: demoPassword(secret, row.stationId),
      protocol: model.protocol,
      connectors: [],
      rssi: 6 + ((row.connectorId * 7) % 26),
      vendorName: model.vendor,
      model: model.model,
      serialNumber: `SN${row.stationId.slice(0, 8).toUpperCase()}`,
      firmwareVersion: row.firmware ?? model.firmware,
      ...signingOf(row.stationId),
    }
    const { ordinal, evse, number: connector, type, current, powerW, connectorId } = row
    const registerWh = registers.get(connectorId) ?? startRegisterWh(connectorId)
    const fault =
      broken.stationId === row.stationId && broken.ordinal === ordinal ? { fault: broken.code } : {}
    station.connectors.push({ ordinal, evse, connector, type, current, powerW, registerWh, ...fault })
    stations.set(row.stationId, station)
  }
  const all = [...stations.values()]
  return {
    stations: all.slice(0, all.length - offline),
    tokens: drivers.map((driver) => driver.token),
    keepCharging,
  }
}

/** The register of a connector before its first session of the demo; not zero, as it was used before. */
export const startRegisterWh = (connectorId: number): number =>
  1_000_000 + ((connectorId * 7_919_317) % 9_000_000)

/** A running fleet, and the address where its real state can be read. */
export interface RunningFleet {
  process: ChildProcess
  controlUrl: string
}

/** Runs the fleet in its own process, as real stations are outside of the server. */
export async function startFleet(fleet: FleetFile, dataDir: string, ocppUrl: string): Promise<RunningFleet> {
  const file = join(dataDir, 'demo-fleet.json')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(fleet), { mode: 0o600 })
  const cli = fileURLToPath(new URL('./cli.js', import.meta.resolve('@stationmaster/simulator')))
  const child = spawn(
    process.execPath,
    [cli, '--fleet', file, '--url', ocppUrl, '--control-port', '0', '--meter-every', '10'],
    // the fleet ends when this channel closes, so it always ends together with the server
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  // `stdio` asks for a pipe
  const lines = createInterface(child.stdout!)
  const controlUrl = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the simulated stations ended before they began')))
    lines.on('line', (line) => {
      const control = /control on (\S+)$/.exec(line)
      // the pattern has a group
      if (control) resolve(control[1]!)
    })
  })
  return { process: child, controlUrl }
}

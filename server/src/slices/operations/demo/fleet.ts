import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FleetFile } from '@stationmaster/simulator'
import type { Db } from '../../../platform/schema/schema.ts'
import { demoStations, drivers, models } from './locations.ts'
import { listDemoConnectors, listRegisters } from './store.ts'

const kinds = new Map(demoStations.map(({ id, kind }) => [id, kind]))
/** a connector that somebody should look at */
const broken = { stationId: demoStations[9]!.id, ordinal: 2, code: 'GroundFailure' }
/** the demo's own stations, beside which people may add theirs */
export const ownStations = demoStations.map(({ id }) => id)

/** A demo station's password: derived, so that the fleet can be told it again at every start. */
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
    const model = models[kinds.get(row.stationId)!]
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

/** What a connector's register shows before its first session of the demo: it was in use before. */
export const startRegisterWh = (connectorId: number): number =>
  1_000_000 + ((connectorId * 7_919_317) % 9_000_000)

/** A running fleet and the address at which it says how its stations really are. */
export interface RunningFleet {
  process: ChildProcess
  controlUrl: string
}

/** Runs the fleet in a process of its own, as real stations are. */
export async function startFleet(fleet: FleetFile, dataDir: string, ocppUrl: string): Promise<RunningFleet> {
  const file = join(dataDir, 'demo-fleet.json')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(fleet), { mode: 0o600 })
  const cli = fileURLToPath(new URL('./cli.js', import.meta.resolve('@stationmaster/simulator')))
  const child = spawn(
    process.execPath,
    [cli, '--fleet', file, '--url', ocppUrl, '--control-port', '0', '--meter-every', '10'],
    // the channel closes when we end, however that is, and the fleet with us
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const lines = createInterface(child.stdout!)
  const controlUrl = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the simulated stations ended before they began')))
    lines.on('line', (line) => {
      const control = /control on (\S+)$/.exec(line)
      if (control) resolve(control[1]!)
    })
  })
  return { process: child, controlUrl }
}

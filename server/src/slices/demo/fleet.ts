import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FleetFile } from '@stationmaster/simulator'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { demoStations, drivers, models } from './places.ts'

/** Where the simulator's registers stand: what the network last heard of each connector, Wh. */
export async function listRegisters(db: Db): Promise<Map<number, number>> {
  const result = await sql<{ connectorId: number; registerWh: number }>`
    select connector_id as "connectorId", max(coalesce(meter_stop, meter_start + energy_wh)) as "registerWh"
    from orders where meter_start is not null group by connector_id`.execute(db)
  return new Map(result.rows.map(({ connectorId, registerWh }) => [connectorId, Number(registerWh)]))
}

const kinds = new Map(demoStations.map(({ id, kind }) => [id, kind]))
/** a connector that somebody should look at */
const broken = { stationId: demoStations[9]!.id, ordinal: 2, code: 'GroundFailure' }
const ownStations = demoStations.map(({ id }) => id)

/** Sessions of the demo's own stations that were running when it was last switched off. */
export async function listRunning(db: Db) {
  const result = await sql<{ stationId: string; transactionId: string; registerWh: number; ordinal: number }>`
    select o.station_id as "stationId", o.transaction_id as "transactionId",
      coalesce(o.meter_start, 0) + o.energy_wh as "registerWh", c.ordinal
    from orders o join connectors c on c.id = o.connector_id
    where o.status = 'started' and o.transaction_id is not null and o.station_id = any(${ownStations}::text[])`.execute(
    db,
  )
  return result.rows
}

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
  const result = await sql<{
    id: string
    connectorId: number
    evse: number
    number: number
    ordinal: number
    type: string
    current: 'AC' | 'DC'
    powerW: number
  }>`
    select s.id, c.id as "connectorId", c.evse_number as evse, c.number, c.ordinal, c.type, c.current,
      c.power_w as "powerW"
    from stations s join connectors c on c.station_id = s.id
    where s.deleted_at is null and s.id = any(${ownStations}::text[])
    order by s.number, c.ordinal`.execute(db)
  const registers = await listRegisters(db)
  const stations = new Map<string, FleetFile['stations'][number]>()
  for (const row of result.rows) {
    const model = models[kinds.get(row.id)!]
    const station = stations.get(row.id) ?? {
      id: row.id,
      password: demoPassword(secret, row.id),
      protocol: model.protocol,
      connectors: [],
      rssi: 6 + ((row.connectorId * 7) % 26),
      vendorName: model.vendor,
      model: model.model,
      serialNumber: `SN${row.id.slice(0, 8).toUpperCase()}`,
      firmwareVersion: model.firmware,
    }
    const { ordinal, evse, number: connector, type, current, powerW, connectorId } = row
    const registerWh = registers.get(connectorId) ?? startRegisterWh(connectorId)
    const fault = broken.stationId === row.id && broken.ordinal === ordinal ? { fault: broken.code } : {}
    station.connectors.push({ ordinal, evse, connector, type, current, powerW, registerWh, ...fault })
    stations.set(row.id, station)
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

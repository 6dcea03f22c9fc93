import { parseArgs } from 'node:util'
import { type Protocol, protocols } from '@stationmaster/ocpp'
import type { FleetFile, FleetStation } from './fleet/fleet.ts'

/** The options of the command line. */
export interface CliOptions {
  help: boolean
  url: string
  stations: number
  protocol: Protocol | 'mixed'
  idTemplate: string
  password: string | null
  tokens: string[]
  charging: number
  meterSeconds: number
  controlPort: number | null
  seed: string
  fleet: string | null
  signing: boolean
  /** so many of the drivers' cars pay by a contract (ISO 15118) */
  contracts: number
  /** where the trial's responder, roots and contract provider are */
  pkiPort: number
  timeZone: string
}

export const usage = `Virtual charging stations over real sockets.

  npm run simulate -- --stations 10 --url ws://127.0.0.1:8080/ocpp --protocol mixed

  --stations N         how many stations, 1 to 20000 (1)
  --url URL            central system, without the station id (ws://127.0.0.1:8080/ocpp)
  --protocol P         ocpp1.6, ocpp2.0.1, ocpp2.1 or mixed (ocpp1.6)
  --id-template T      station ids; {n} is the number from 1 (SIM{n})
  --password P         HTTP Basic password; {id} is the station id, {n} its number (none)
  --tokens A,B         RFID cards of the drivers (SIM-TOKEN)
  --charging N         keep about N cars charging (0: as many as the hour brings)
  --meter-every S      seconds between two meter values (15)
  --control-port P     serve an HTTP API on 127.0.0.1:P (README: Control)
  --seed S             the same seed gives the same life (stationmaster)
  --time-zone Z        the wall clock by which drivers come (Europe/Moscow)
  --signing            their meters sign their registers (OCMF), each with a key of its own
  --contracts N        N cars that pay by contracts (ISO 15118), at stations of OCPP 2.x (0)
  --pki-port P         where who has made the contracts serves its roots, responder and provider (8920)
  --fleet FILE.json    stations, tokens and keepCharging from a file instead
  --help               this text
`

const mostStations = 20_000

/** Reads the command line; throws an Error with one clear line for a bad value. */
export function cliOptions(args: string[]): CliOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      url: { type: 'string', default: 'ws://127.0.0.1:8080/ocpp' },
      stations: { type: 'string', default: '1' },
      protocol: { type: 'string', default: 'ocpp1.6' },
      'id-template': { type: 'string', default: 'SIM{n}' },
      password: { type: 'string' },
      tokens: { type: 'string', default: 'SIM-TOKEN' },
      charging: { type: 'string', default: '0' },
      'meter-every': { type: 'string', default: '15' },
      'control-port': { type: 'string' },
      seed: { type: 'string', default: 'stationmaster' },
      'time-zone': { type: 'string', default: 'Europe/Moscow' },
      fleet: { type: 'string' },
      signing: { type: 'boolean', default: false },
      contracts: { type: 'string', default: '0' },
      'pki-port': { type: 'string', default: '8920' },
    },
  })
  const controlPort = values['control-port']
  return {
    help: values.help,
    url: urlOf(values.url),
    stations: integer('--stations', values.stations, 1, mostStations),
    protocol: protocolOf(values.protocol),
    idTemplate: values['id-template'],
    password: values.password ?? null,
    tokens: values.tokens.split(',').filter((token) => token !== ''),
    charging: integer('--charging', values.charging, 0, 2 * mostStations),
    meterSeconds: integer('--meter-every', values['meter-every'], 1, 86_400),
    controlPort: controlPort === undefined ? null : integer('--control-port', controlPort, 0, 65_535),
    seed: values.seed,
    fleet: values.fleet ?? null,
    signing: values.signing,
    contracts: integer('--contracts', values.contracts, 0, 1000),
    pkiPort: integer('--pki-port', values['pki-port'], 0, 65_535),
    timeZone: values['time-zone'],
  }
}

/** The stations that the command line describes: each with a fast and a slow connector. */
export function plannedFleet(options: CliOptions): FleetFile {
  const stations = Array.from({ length: options.stations }, (_, index): FleetStation => {
    const n = String(index + 1)
    const id = options.idTemplate.replaceAll('{n}', n)
    const mixed: Protocol = index % 5 === 4 ? 'ocpp2.1' : index % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1'
    return {
      id,
      ...(options.password === null
        ? {}
        : { password: options.password.replaceAll('{id}', id).replaceAll('{n}', n) }),
      protocol: options.protocol === 'mixed' ? mixed : options.protocol,
      vendorName: 'AutoEnterprise',
      model: 'AE-Duo 60',
      firmwareVersion: '1.4.2',
      ...(options.signing ? { signing: {} } : {}),
      connectors: [
        { ordinal: 1, evse: 1, connector: 1, type: 'CCS 2', current: 'DC', powerW: 60_000, registerWh: 0 },
        { ordinal: 2, evse: 2, connector: 1, type: 'Type 2', current: 'AC', powerW: 22_000, registerWh: 0 },
      ],
    }
  })
  if (new Set(stations.map(({ id }) => id)).size < stations.length) {
    throw new Error('--id-template must hold {n}, so that every station has its own id')
  }
  return { stations, tokens: options.tokens, keepCharging: options.charging }
}

/** Reads a fleet file's text; throws an Error that says what is wrong. */
export function fleetIn(text: string): FleetFile {
  const parsed: unknown = JSON.parse(text)
  const isFleet = typeof parsed === 'object' && parsed !== null && 'stations' in parsed && 'tokens' in parsed
  if (!isFleet || !Array.isArray(parsed.stations) || !Array.isArray(parsed.tokens)) {
    throw new Error('a fleet file holds { "stations": [...], "tokens": [...], "keepCharging"?: N }')
  }
  for (const station of parsed.stations as FleetStation[]) {
    protocolOf(station.protocol)
    if (!station.id || !Array.isArray(station.connectors) || station.connectors.length === 0) {
      throw new Error('every station of a fleet file has an id and connectors')
    }
  }
  return parsed as FleetFile
}

function protocolOf(text: string): Protocol
function protocolOf(text: string): Protocol | 'mixed' {
  const known = text === 'mixed' ? text : protocols.find((one) => one === text)
  if (known) return known
  throw new Error(`the protocol is ${protocols.join(', ')} or mixed, not ${text}`)
}

function urlOf(text: string): string {
  if (/^wss?:\/\/[^/]+/.test(text)) return text.replace(/\/+$/, '')
  throw new Error(`--url begins with ws:// or wss://, not ${text}`)
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`${name} is a whole number from ${least} to ${most}, not ${text}`)
}

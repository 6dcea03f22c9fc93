import type { Protocol, StationConnectOptions } from '@stationmaster/ocpp'
import { type CarOptions, carOf, someCar } from './car/car.ts'
import { Agenda } from './fleet/agenda.ts'
import { type Clock, scaledClock, systemClock } from './fleet/clock.ts'
import { randomOf } from './fleet/random.ts'
import type { RetryOptions } from './link/uplink.ts'
import type { ConnectorSpec } from './station/connector.ts'
import type { CoreOptions, StationPlate } from './station/core.ts'
import type { SigningOptions } from './station/signer.ts'

/** A virtual station. Everything but the first three has a default fit for tests. */
export interface SimulateOptions {
  /** ends before the station id, e.g. ws://127.0.0.1:8080/ocpp */
  url: string
  stationId: string
  protocol: Protocol
  password?: string
  /** for wss addresses: the authorities that it trusts beside the installed ones, and its own certificate (security profile 3); PEM */
  tls?: StationConnectOptions['tls']
  /** where it goes when its security profile is raised; the same address over TLS by default */
  secureUrl?: string
  /** one Type 2 of 22 kW by default */
  connectors?: ConnectorSpec[]
  /** the same seed gives the same cars and powers; the station id by default */
  seed?: string | number
  /** timestamps and energy follow it */
  clock?: Clock
  /** without `clock`: how much faster than real time the station's clock runs */
  timeScale?: number
  /** real time between two meter values, ms; 15 s by default */
  meterEveryMs?: number
  /** token of `charge` and `begin` when they name none */
  token?: string
  plate?: Partial<StationPlate>
  stationPowerW?: number
  rebootMs?: number
  /** real time until the driver plugs in after a remote start, ms; 0 by default; null: nobody comes */
  plugDelayMs?: number | null
  /** the car that answers a remote start: some car by default; null: a plug that draws nothing by itself */
  car?: CarOptions | null
  /** a transaction begins with the plug, before anybody has leave (2.0.1 TxStartPoint EVConnected); 1.6 only says Preparing */
  plugFirst?: boolean
  /** whether transactions go on after an urgent reset; they end with a queued stop by default */
  keepsTransactions?: boolean
  /** real time between two vendor messages, ms; none by default */
  vendorEveryMs?: number
  /** what it takes of its local list: 1,000 cards, 250 or 64 KiB in a message by default */
  listLimits?: { entries?: number; entriesPerMessage?: number; bytesPerMessage?: number }
  /** its meters sign their registers at begin and end; they do not by default */
  signing?: SigningOptions
  /** whether it reckons what sessions cost, by the tariffs that it is given; every station of 2.1 does by default */
  tariffs?: boolean
  /** whether it has a charging profile for sessions that come before others; every station of 2.1 does by default */
  priority?: boolean
  /** of its clock, by which hours in tariffs are meant; Europe/Moscow by default */
  timeZone?: string
  /**
   * cars that pay by a contract here (ISO 15118): the contract's certificate with those above it, PEM, by its number (eMAID). The station
   * does Plug & Charge; 2.x
   */
  contracts?: Readonly<Record<string, string>>
  rssi?: number
  retry?: Partial<RetryOptions>
  callTimeoutMs?: number
  /** shared by a fleet; its own by default */
  agenda?: Agenda
  /** resolve at once and keep trying, whatever the central system answers */
  patient?: boolean
}

const quickRetry: RetryOptions = { connectMs: 50, connectMostMs: 1_000, messageMs: 100, messageAttempts: 5 }

const usualPlate: StationPlate = {
  vendorName: 'AutoEnterprise',
  model: 'AE-Twin 22',
  firmwareVersion: '1.4.2',
}

/** Fills in the defaults; the callbacks come from the owner of the station. */
export function coreOptionsOf(
  options: SimulateOptions,
  callbacks: Pick<CoreOptions, 'onCommand' | 'onTransaction' | 'onSaid'>,
): CoreOptions {
  const { stationId, car } = options
  const seed = options.seed ?? stationId
  const random = randomOf(`${seed}/${stationId}`)
  const scaled = options.timeScale === undefined ? systemClock : scaledClock(options.timeScale)
  return {
    url: options.url,
    stationId,
    protocol: options.protocol,
    ...(options.password === undefined ? {} : { password: options.password }),
    ...(options.tls ? { tls: options.tls } : {}),
    ...(options.secureUrl === undefined ? {} : { secureUrl: options.secureUrl }),
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
    ...(options.stationPowerW === undefined ? {} : { stationPowerW: options.stationPowerW }),
    plate: { ...usualPlate, ...options.plate },
    connectors: options.connectors ?? [{ number: 1, type: 'Type 2', powerW: 22_000 }],
    clock: options.clock ?? scaled,
    agenda: options.agenda ?? new Agenda(),
    random,
    seed,
    retry: { ...quickRetry, ...options.retry },
    meterEveryMs: options.meterEveryMs ?? 15_000,
    rebootMs: options.rebootMs ?? 20,
    plugFirst: options.plugFirst ?? false,
    keepsTransactions: options.keepsTransactions ?? false,
    plugDelayMs: options.plugDelayMs === undefined ? 0 : options.plugDelayMs,
    nextCar: () => (car === null ? null : car ? carOf(car) : someCar(random)),
    vendorEveryMs: options.vendorEveryMs ?? 0,
    tariffs: options.protocol === 'ocpp2.1' && (options.tariffs ?? true),
    priority: options.protocol === 'ocpp2.1' && (options.priority ?? true),
    timeZone: options.timeZone ?? 'Europe/Moscow',
    rssi: options.rssi ?? 24,
    ...(options.signing ? { signing: options.signing } : {}),
    ...(options.contracts ? { contracts: options.contracts } : {}),
    listLimits: options.listLimits ?? {},
    ...callbacks,
  }
}

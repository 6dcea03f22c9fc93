import type { Protocol } from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import type { Current } from '../car/car.ts'
import type { RetryOptions } from '../link/uplink.ts'
import type { SigningOptions } from '../station/signer.ts'
import type { StationView } from '../station/snapshot.ts'
import { VirtualStation } from '../station/station.ts'
import { Agenda } from './agenda.ts'
import { type Clock, systemClock } from './clock.ts'
import { Crowd } from './crowd.ts'

/** A station as the demo writes it down; registers in Wh, power in W. */
export interface FleetStation {
  id: string
  password?: string
  protocol: Protocol
  connectors: {
    ordinal: number
    evse: number
    connector: number
    type: string
    current: Current
    powerW: number
    registerWh?: number
    /** error code of a fault that it has from the start and keeps */
    fault?: string
  }[]
  rssi?: number
  vendorName: string
  model: string
  serialNumber?: string
  firmwareVersion?: string
  /** its meters sign their registers (OCMF); they do not by default */
  signing?: SigningOptions
}

export interface FleetFile {
  stations: FleetStation[]
  tokens: string[]
  keepCharging?: number
  /** which of the tokens are contracts of cars, with their chains, PEM: they come to stations of OCPP 2.x */
  contracts?: Readonly<Record<string, string>>
}

export interface FleetOptions extends FleetFile {
  /** ends before the station id */
  url: string
  seed?: string | number
  clock?: Clock
  /** real time between two meter values, ms; 15 s by default */
  meterEveryMs?: number
  /** real time between two vendor messages of a station, ms; 0: none; 2 minutes by default */
  vendorEveryMs?: number
  /** the wall clock by which drivers live */
  timeZone?: string
  /** visits that an average connector has on an average day */
  visitsPerDay?: number
  /** faults of a connector and outages of a station's network per 1000 of them and hour */
  faultsPerThousandHours?: number
  outagesPerThousandHours?: number
  /** how many stations are switched on a second */
  startsPerSecond?: number
}

export interface FleetCounts {
  stations: number
  online: number
  charging: number
  /** messages answered, and refused or unanswered, since the start */
  answered: number
  failed: number
}

const tickMs = 50
const mostStations = 20_000

/** Many stations with a life of their own, on one timer. */
export class Fleet {
  readonly stations: ReadonlyMap<string, VirtualStation>
  private readonly agenda = new Agenda(tickMs)
  private readonly crowd: Crowd
  private answered = 0
  private failed = 0

  constructor(private readonly options: FleetOptions) {
    if (options.stations.length > mostStations)
      throw new Error(`a fleet has at most ${mostStations} stations`)
    this.stations = new Map(options.stations.map((plan) => [plan.id, this.build(plan)]))
    this.crowd = new Crowd({
      stations: [...this.stations.values()],
      tokens: options.tokens,
      contracts: new Set(Object.keys(options.contracts ?? {})),
      keepCharging: options.keepCharging ?? 0,
      seed: options.seed ?? 'fleet',
      clock: options.clock ?? systemClock,
      agenda: this.agenda,
      timeZone: options.timeZone ?? 'Europe/Moscow',
      visitsPerDay: options.visitsPerDay ?? 4,
      faultsPerThousandHours: options.faultsPerThousandHours ?? 0,
      outagesPerThousandHours: options.outagesPerThousandHours ?? 0,
    })
  }

  /** Switches the stations on, a bounded number a second, and lets drivers come. */
  start(): void {
    const waiting = [...this.stations.values()]
    const atOnce = Math.max(1, Math.ceil((this.options.startsPerSecond ?? 200) / 10))
    const switchOn = () => {
      for (const station of waiting.splice(0, atOnce)) station.turnOn()
      if (waiting.length > 0) this.agenda.after(SECOND_MS / 10, switchOn)
    }
    switchOn()
    this.crowd.start()
  }

  /** Calls everything off and hangs up. */
  async stop(): Promise<void> {
    this.agenda.close()
    await Promise.allSettled([...this.stations.values()].map((station) => station.close()))
  }

  snapshot(): StationView[] {
    return [...this.stations.values()].map((station) => station.snapshot())
  }

  counts(): FleetCounts {
    const stations = [...this.stations.values()]
    return {
      stations: stations.length,
      online: stations.filter(({ online }) => online).length,
      charging: this.crowd.charging,
      answered: this.answered,
      failed: this.failed,
    }
  }

  private build(plan: FleetStation): VirtualStation {
    const { vendorName, model, serialNumber, firmwareVersion } = plan
    const { url, seed = 'fleet', clock } = this.options
    const station = new VirtualStation(
      {
        url,
        stationId: plan.id,
        protocol: plan.protocol,
        ...(plan.password === undefined ? {} : { password: plan.password }),
        connectors: plan.connectors.map(({ ordinal, fault: _, ...connector }) => ({
          number: ordinal,
          ...connector,
        })),
        plate: {
          vendorName,
          model,
          ...(serialNumber ? { serialNumber } : {}),
          ...(firmwareVersion ? { firmwareVersion } : {}),
        },
        seed,
        ...(clock ? { clock } : {}),
        agenda: this.agenda,
        meterEveryMs: this.options.meterEveryMs ?? 15_000,
        vendorEveryMs: this.options.vendorEveryMs ?? 120_000,
        rebootMs: 4_000,
        ...(plan.signing ? { signing: plan.signing } : {}),
        ...(this.options.contracts && plan.protocol !== 'ocpp1.6'
          ? { contracts: this.options.contracts }
          : {}),
        plugDelayMs: 4_000,
        rssi: plan.rssi ?? 24,
        retry: fieldRetry,
      },
      {
        onTransaction: (happened, transaction) => this.crowd.heard(station, happened, transaction),
        onSaid: ({ reply }) => {
          if (reply) this.answered += 1
          else this.failed += 1
        },
      },
    )
    for (const { ordinal, fault } of plan.connectors) if (fault) void station.fault(ordinal, fault)
    return station
  }
}

const fieldRetry: RetryOptions = {
  connectMs: 1_000,
  connectMostMs: 60_000,
  messageMs: 10_000,
  messageAttempts: 5,
}

import type { ConnectorState } from '@stationmaster/ocpp'
import { type HistoryStation, type Random, randomOf } from '@stationmaster/simulator'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { Incoming } from '../../../control/intake/batch.ts'
import { type TimelineEntry, timelineEntry } from '../../../stations/timeline/store.ts'

export interface DemoStation extends HistoryStation {
  firmware: string
  saysWhyItBoots: boolean
  evses: readonly number[]
}

export interface Period {
  from: Date
  to: Date
}

export interface IncidentPlan extends Period {
  stations: readonly DemoStation[]
  /** when cars were plugged in at a station, by its id; no incident happens in these times */
  busy: ReadonlyMap<string, readonly Period[]>
  /** the manager who sends the commands */
  by: number
  /** stations that were switched off for good, and when; no car is plugged in after that */
  gone: ReadonlyMap<string, Date>
}

/** Events beside charging: messages of stations, and entries of the timeline for connections and people. */
export interface Incidents {
  incoming: Incoming[]
  timeline: TimelineEntry[]
}

const incidentsPerDay = 0.13
const cableMs = 40 * SECOND_MS
const errors = [
  'GroundFailure',
  'HighTemperature',
  'ConnectorLockFailure',
  'PowerMeterFailure',
  'OtherError',
] as const
const securities = [
  'TamperDetectionActivated',
  'SettingSystemTime',
  'InvalidMessages',
  'MaintenanceLoginAccepted',
] as const

/** Invents incidents of stations: lost connections, faults, reboots, maintenance, a firmware update. The same plan gives the same incidents. */
export function incidentsOf(plan: IncidentPlan): Incidents {
  const incidents: Incidents = { incoming: [], timeline: [] }
  for (const station of plan.stations) new StationPast(plan, station, incidents).run()
  incidents.incoming.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  incidents.timeline.sort((a, b) => a.at.getTime() - b.at.getTime())
  return incidents
}

type Kind = 'cut' | 'fault' | 'reboot' | 'security' | 'maintenance'

/** The past of one station. */
class StationPast {
  private readonly random: Random
  private readonly occupied: Period[]
  private readonly olderFirmware: string
  private readonly updatedAt: number

  constructor(
    private readonly plan: IncidentPlan,
    private readonly station: DemoStation,
    private readonly incidents: Incidents,
  ) {
    this.random = randomOf(`incidents ${station.id}`)
    this.occupied = [...(plan.busy.get(station.id) ?? [])]
    this.olderFirmware = station.firmware.replace(/\d+$/, (last) => String(Math.max(0, Number(last) - 1)))
    this.updatedAt = this.random.between(plan.from.getTime() + 20 * DAY_MS, plan.to.getTime() - 6 * DAY_MS)
  }

  run(): void {
    const { from, to, gone } = this.plan
    const start = from.getTime()
    this.addEntry(start, 'connected')
    this.addBoot(start + 2 * SECOND_MS, 'PowerUp')
    for (const { ref } of this.station.connectors)
      this.addStatus(start + 3 * SECOND_MS, ref.ordinal!, 'Available') // connectors of the demo have ordinals
    const left = gone.get(this.station.id)
    const end = (left ?? to).getTime()
    if (left) this.addEntry(end, 'disconnected', { word: 'lost' })
    const update = this.findFreeTime(this.updatedAt, 25 * MINUTE_MS, end)
    if (update !== null) this.update(update)
    const count = this.random.count((incidentsPerDay * (end - start)) / DAY_MS)
    for (let nth = 0; nth < count; nth += 1) this.addIncident(end)
    // the server of the demo starts now: what a station did before it connects is not known
    if (!left) this.addEntry(to.getTime(), 'unwatched')
  }

  private addIncident(end: number): void {
    const { from } = this.plan
    const chance = this.random.next()
    const [kind, lengthMs]: [Kind, number] =
      chance < 0.42
        ? ['cut', this.randomLength(3 * MINUTE_MS, 5 * HOUR_MS)]
        : chance < 0.72
          ? ['fault', this.randomLength(10 * MINUTE_MS, 9 * HOUR_MS)]
          : chance < 0.84
            ? ['reboot', 2 * MINUTE_MS]
            : chance < 0.93
              ? ['security', MINUTE_MS]
              : ['maintenance', this.randomLength(2 * HOUR_MS, 26 * HOUR_MS)]
    const at = this.findFreeTime(this.random.between(from.getTime() + DAY_MS, end - lengthMs), lengthMs, end)
    if (at !== null) this[kind](at, at + lengthMs)
  }

  private cut(from: number, to: number): void {
    this.addEntry(from, 'disconnected', { word: this.random.pick(['lost', 'lost', 'silent', 'closed']) })
    this.addEntry(to, 'connected')
    if (this.random.chance(0.45))
      this.addBoot(to + SECOND_MS, this.random.pick(['PowerUp', 'PowerUp', 'Watchdog']))
  }

  private fault(from: number, to: number): void {
    const { ref } = this.random.pick(this.station.connectors as [HistoryStation['connectors'][number]])
    // connectors of the demo have ordinals
    this.addStatus(from, ref.ordinal!, 'Faulted', this.random.pick(errors))
    this.addStatus(to, ref.ordinal!, 'Available') // its connectors have ordinals
  }

  private reboot(from: number): void {
    this.addEntry(from, 'action', { word: 'reset', data: { by: this.plan.by } })
    this.addRestart(from + 2 * SECOND_MS, 'RemoteReset')
  }

  private security(at: number): void {
    this.addEntry(at, 'security', { word: this.random.pick(securities) })
  }

  private maintenance(from: number, to: number): void {
    const { by } = this.plan
    const out = [...this.station.evses]
    this.addEntry(from, 'operation', { word: 'inoperative', data: { out, by } })
    this.addEntry(to, 'operation', { word: 'operative', data: { out: [], by } })
  }

  private update(from: number): void {
    const after = (minutes: number) => from + minutes * MINUTE_MS
    this.addEntry(from, 'action', { word: 'firmware', data: { by: this.plan.by } })
    const steps = ['Downloading', 'Downloaded', 'Installing'] as const
    for (const [index, word] of steps.entries()) this.addEntry(after(1 + index * 4), 'firmware', { word })
    const back = this.addRestart(after(12), 'FirmwareUpdate', { firmwareBefore: this.olderFirmware })
    this.addEntry(back + 20 * SECOND_MS, 'firmware', { word: 'Installed' })
  }

  private addRestart(at: number, reason: string, more: { firmwareBefore?: string } = {}): number {
    const back = at + cableMs + this.random.between(0, cableMs)
    this.addEntry(at, 'disconnected', { word: 'closed' })
    this.addEntry(back, 'connected')
    this.addBoot(back + SECOND_MS, reason, more)
    return back
  }

  private addBoot(at: number, reason: string, more: { firmwareBefore?: string } = {}): void {
    const firmware = at < this.updatedAt ? this.olderFirmware : this.station.firmware
    const word = this.station.saysWhyItBoots ? reason : null
    this.addEntry(at, 'booted', { word, data: { firmware, ...more } })
  }

  private addEntry(at: number, kind: TimelineEntry['kind'], more: Partial<TimelineEntry> = {}): void {
    this.incidents.timeline.push(timelineEntry(new Date(Math.round(at)), this.station.id, kind, more))
  }

  private addStatus(at: number, ordinal: number, state: ConnectorState, errorCode?: string): void {
    const receivedAt = new Date(Math.round(at))
    this.incidents.incoming.push({
      stationId: this.station.id,
      receivedAt,
      event: {
        type: 'connector.changed',
        at: { ordinal },
        state,
        happenedAt: receivedAt,
        ...(errorCode ? { errorCode } : {}),
      },
    })
  }

  /** A random length between two; short ones are more frequent. */
  private randomLength(leastMs: number, mostMs: number): number {
    return Math.round(leastMs * (mostMs / leastMs) ** this.random.next())
  }

  /** The first free time of a length from `earliest` on; null when there is none before `end`. */
  private findFreeTime(earliest: number, lengthMs: number, end: number): number | null {
    let at = Math.round(earliest)
    for (let again = true; again; ) {
      const other = this.occupied.find(
        ({ from, to }) => from.getTime() < at + lengthMs + MINUTE_MS && to.getTime() + MINUTE_MS > at,
      )
      again = other !== undefined
      if (other) at = other.to.getTime() + 2 * MINUTE_MS
    }
    if (at + lengthMs > end - MINUTE_MS) return null
    this.occupied.push({ from: new Date(at), to: new Date(at + lengthMs) })
    return at
  }
}

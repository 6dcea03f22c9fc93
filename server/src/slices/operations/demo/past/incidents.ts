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
  /** when cars stood at a station, by its id; in these times nothing happens to it */
  busy: ReadonlyMap<string, readonly Period[]>
  /** the manager who gives the commands */
  by: number
  /** stations that went away for good, and when; no car stands there by then */
  gone: ReadonlyMap<string, Date>
}

/** What happened beside the charging: what goes the way of every message, and what the sockets and people did. */
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

/** Makes up what happens to stations in a while: cut lines, faults, reboots, maintenance, a firmware update; always the same. */
export function incidentsOf(plan: IncidentPlan): Incidents {
  const all: Incidents = { incoming: [], timeline: [] }
  for (const station of plan.stations) new Life(plan, station, all).live()
  all.incoming.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  all.timeline.sort((a, b) => a.at.getTime() - b.at.getTime())
  return all
}

type Kind = 'cut' | 'fault' | 'reboot' | 'security' | 'maintenance'

/** The past of one station. */
class Life {
  private readonly random: Random
  private readonly taken: Period[]
  private readonly older: string
  private readonly updatedAt: number

  constructor(
    private readonly plan: IncidentPlan,
    private readonly station: DemoStation,
    private readonly all: Incidents,
  ) {
    this.random = randomOf(`incidents ${station.id}`)
    this.taken = [...(plan.busy.get(station.id) ?? [])]
    this.older = station.firmware.replace(/\d+$/, (last) => String(Math.max(0, Number(last) - 1)))
    this.updatedAt = this.random.between(plan.from.getTime() + 20 * DAY_MS, plan.to.getTime() - 6 * DAY_MS)
  }

  live(): void {
    const { from, to, gone } = this.plan
    const start = from.getTime()
    this.happens(start, 'connected')
    this.boots(start + 2 * SECOND_MS, 'PowerUp')
    for (const { ref } of this.station.connectors) this.says(start + 3 * SECOND_MS, ref.ordinal!, 'Available')
    const left = gone.get(this.station.id)
    const end = (left ?? to).getTime()
    if (left) this.happens(end, 'disconnected', { word: 'lost' })
    const update = this.slot(this.updatedAt, 25 * MINUTE_MS, end)
    if (update !== null) this.update(update)
    const count = this.random.count((incidentsPerDay * (end - start)) / DAY_MS)
    for (let nth = 0; nth < count; nth += 1) this.suffer(end)
    // the demo's own server begins to watch: what stations do before they come is not known
    if (!left) this.happens(to.getTime(), 'unwatched')
  }

  private suffer(end: number): void {
    const { from } = this.plan
    const chance = this.random.next()
    const [kind, lengthMs]: [Kind, number] =
      chance < 0.42
        ? ['cut', this.long(3 * MINUTE_MS, 5 * HOUR_MS)]
        : chance < 0.72
          ? ['fault', this.long(10 * MINUTE_MS, 9 * HOUR_MS)]
          : chance < 0.84
            ? ['reboot', 2 * MINUTE_MS]
            : chance < 0.93
              ? ['security', MINUTE_MS]
              : ['maintenance', this.long(2 * HOUR_MS, 26 * HOUR_MS)]
    const at = this.slot(this.random.between(from.getTime() + DAY_MS, end - lengthMs), lengthMs, end)
    if (at !== null) this[kind](at, at + lengthMs)
  }

  private cut(from: number, to: number): void {
    this.happens(from, 'disconnected', { word: this.random.pick(['lost', 'lost', 'silent', 'closed']) })
    this.happens(to, 'connected')
    if (this.random.chance(0.45))
      this.boots(to + SECOND_MS, this.random.pick(['PowerUp', 'PowerUp', 'Watchdog']))
  }

  private fault(from: number, to: number): void {
    const { ref } = this.random.pick(this.station.connectors as [HistoryStation['connectors'][number]])
    this.says(from, ref.ordinal!, 'Faulted', this.random.pick(errors))
    this.says(to, ref.ordinal!, 'Available')
  }

  private reboot(from: number): void {
    this.happens(from, 'action', { word: 'reset', data: { by: this.plan.by } })
    this.restarts(from + 2 * SECOND_MS, 'RemoteReset')
  }

  private security(at: number): void {
    this.happens(at, 'security', { word: this.random.pick(securities) })
  }

  private maintenance(from: number, to: number): void {
    const { by } = this.plan
    const out = [...this.station.evses]
    this.happens(from, 'operation', { word: 'inoperative', data: { out, by } })
    this.happens(to, 'operation', { word: 'operative', data: { out: [], by } })
  }

  private update(from: number): void {
    const after = (minutes: number) => from + minutes * MINUTE_MS
    this.happens(from, 'action', { word: 'firmware', data: { by: this.plan.by } })
    const steps = ['Downloading', 'Downloaded', 'Installing'] as const
    for (const [index, word] of steps.entries()) this.happens(after(1 + index * 4), 'firmware', { word })
    const back = this.restarts(after(12), 'FirmwareUpdate', { firmwareBefore: this.older })
    this.happens(back + 20 * SECOND_MS, 'firmware', { word: 'Installed' })
  }

  private restarts(at: number, reason: string, more: { firmwareBefore?: string } = {}): number {
    const back = at + cableMs + this.random.between(0, cableMs)
    this.happens(at, 'disconnected', { word: 'closed' })
    this.happens(back, 'connected')
    this.boots(back + SECOND_MS, reason, more)
    return back
  }

  private boots(at: number, reason: string, more: { firmwareBefore?: string } = {}): void {
    const firmware = at < this.updatedAt ? this.older : this.station.firmware
    const word = this.station.saysWhyItBoots ? reason : null
    this.happens(at, 'booted', { word, data: { firmware, ...more } })
  }

  private happens(at: number, kind: TimelineEntry['kind'], more: Partial<TimelineEntry> = {}): void {
    this.all.timeline.push(timelineEntry(new Date(Math.round(at)), this.station.id, kind, more))
  }

  private says(at: number, ordinal: number, state: ConnectorState, errorCode?: string): void {
    const receivedAt = new Date(Math.round(at))
    this.all.incoming.push({
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

  /** A length between two, short ones more often. */
  private long(leastMs: number, mostMs: number): number {
    return Math.round(leastMs * (mostMs / leastMs) ** this.random.next())
  }

  /** The first time from an instant on at which nothing else happens for so long, or null before `end`. */
  private slot(wished: number, lengthMs: number, end: number): number | null {
    let at = Math.round(wished)
    for (let again = true; again; ) {
      const other = this.taken.find(
        ({ from, to }) => from.getTime() < at + lengthMs + MINUTE_MS && to.getTime() + MINUTE_MS > at,
      )
      again = other !== undefined
      if (other) at = other.to.getTime() + 2 * MINUTE_MS
    }
    if (at + lengthMs > end - MINUTE_MS) return null
    this.taken.push({ from: new Date(at), to: new Date(at + lengthMs) })
    return at
  }
}

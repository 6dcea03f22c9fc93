import type { Payload } from '../link/payload.ts'
import type { Setting } from './settings.ts'

/** A watch over one variable (2.0.1 part 2, N04). */
export interface Monitor {
  id: number
  type: string
  value: number
  severity: number
  transaction: boolean
  component: Payload
  variable: Payload
  setting: Setting
  /** what a delta is counted from */
  base: number
  cancel: () => void
}

/** A stream of the values of what a monitor watches (2.1 part 2, N11). */
export interface Stream {
  monitor: Monitor
  seconds: number
  cancel: () => void
}

/** The station whose variables are watched. */
interface Watched {
  readonly monitors: ReadonlyMap<number, Monitor>
  readonly monitoringLevel: number
  events: number
  now(): Date
  note(action: string, payload: Payload): void
}

/** Tells those who watch a setting that it has crossed what they watch for. */
export function noticeChange(station: Watched, setting: Setting): void {
  const now = Number(setting.value)
  for (const monitor of station.monitors.values()) {
    if (monitor.setting.key !== setting.key) continue
    const { type, value, base } = monitor
    const crossed =
      (type === 'UpperThreshold' && now > value && base <= value) ||
      (type === 'LowerThreshold' && now < value && base >= value)
    const moved = type === 'Delta' && Math.abs(now - base) >= value
    if (crossed) tell(station, monitor, 'Alerting', setting.value)
    if (moved) tell(station, monitor, 'Delta', setting.value)
    if (type !== 'Delta' || moved) monitor.base = now
  }
}

export function tell(
  station: Watched,
  { id, severity, component, variable }: Monitor,
  trigger: string,
  actualValue: string,
): void {
  if (severity > station.monitoringLevel) return
  const at = station.now().toISOString()
  station.events += 1
  const event = {
    eventId: station.events,
    timestamp: at,
    trigger,
    actualValue,
    eventNotificationType: 'CustomMonitor',
    variableMonitoringId: id,
    component,
    variable,
  }
  station.note('NotifyEvent', { generatedAt: at, tbc: false, seqNo: 0, eventData: [event] })
}

import { type EventOf, type HandledAction, only } from '../../commands/actions.ts'
import { connectorState, emptyAnswer } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { instant, integer, list, record, text, withoutUndefined } from '../../messages/reading.ts'
import type { MonitoringBase } from '../../station-command.ts'
import type {
  MonitorKind,
  NoticedConnector,
  StationMonitor,
  VariableNotice,
  WatchedVariable,
} from '../../station-event.ts'
import { refOf } from '../station.ts'
import { componentOf, variableOf, writtenComponent, writtenName } from './names.ts'
import { keyOf, type WordsOf } from './words.ts'

export const bases: WordsOf<MonitoringBase, Messages.SetMonitoringBase['monitoringBase']> = {
  all: 'All',
  factory: 'FactoryDefault',
  built_in: 'HardWiredOnly',
}
const kinds: WordsOf<MonitorKind, Messages.SetMonitoringDataType['type']> = {
  upper: 'UpperThreshold',
  lower: 'LowerThreshold',
  delta: 'Delta',
  periodic: 'Periodic',
  clock: 'PeriodicClockAligned',
}
const causes: WordsOf<VariableNotice['cause'], Messages.EventDataType['trigger']> = {
  crossed: 'Alerting',
  changed: 'Delta',
  periodic: 'Periodic',
}

const placeOf = ({ component, name }: Pick<WatchedVariable, 'component' | 'name'>) => ({
  component: componentOf(component),
  variable: variableOf(name),
})

export const monitoringOf = (watched: WatchedVariable): Messages.SetMonitoringDataType => ({
  ...placeOf(watched),
  type: kinds[watched.kind],
  value: watched.value,
  severity: watched.severity,
  transaction: watched.charging,
})

function monitorsOf(entry: unknown): StationMonitor[] {
  const { component, variable, variableMonitoring } = record(entry)
  const place = { component: writtenComponent(component), name: writtenName(record(variable)) }
  return list(variableMonitoring).map((one) => {
    const { id, type, value, severity, transaction } = record(one)
    return {
      monitorId: Number(id),
      ...place,
      kind: keyOf(kinds, type) ?? 'delta',
      value: Number(value),
      severity: Number(severity),
      charging: transaction === true,
    }
  })
}

/** NotifyMonitoringReport: a part of the report that GetMonitoringReport requested (2.0.1 part 2, N02). */
export const notifyMonitoringReport: HandledAction = {
  treatment: 'handled',
  read: ({ requestId, tbc, monitor }): EventOf<'monitors.reported'> => ({
    type: 'monitors.reported',
    requestId: Number(requestId),
    more: tbc === true,
    monitors: list(monitor).flatMap(monitorsOf),
  }),
  write: (event): Messages.NotifyMonitoringReport => {
    const { requestId, more, monitors } = only(event, 'monitors.reported')
    const monitor = monitors.map(({ monitorId: id, ...watched }) => {
      const { component, variable, type, value, severity } = monitoringOf(watched)
      return {
        component,
        variable,
        variableMonitoring: [{ id, type, value, severity, transaction: watched.charging }],
      }
    }) as NonNullable<Messages.NotifyMonitoringReport['monitor']>
    return { requestId, generatedAt: new Date().toISOString(), seqNo: 0, tbc: more, monitor }
  },
  ...emptyAnswer,
}

/** NotifyEvent: what a station noticed of the variables that it watches (2.0.1 part 2, N07 and N08). */
export const notifyEvent: HandledAction = {
  treatment: 'handled',
  read: ({ eventData }, remarks): EventOf<'variables.noticed'> => {
    const entries = list(eventData).map((one) => ({ one: record(one), connector: connectorIn(record(one)) }))
    const connectors = entries.flatMap(({ connector }) => connector ?? [])
    return {
      type: 'variables.noticed',
      notices: entries.flatMap(({ one, connector }) => (connector ? [] : noticeOf(one, remarks))),
      ...(connectors.length > 0 ? { connectors } : {}),
    }
  },
  write: (event): Messages.NotifyEvent => {
    const { notices } = only(event, 'variables.noticed')
    const eventData = notices.map((notice, index) =>
      withoutUndefined<Messages.EventDataType>({
        ...placeOf(notice),
        eventId: index,
        timestamp: (notice.happenedAt ?? new Date()).toISOString(),
        trigger: causes[notice.cause],
        actualValue: notice.value,
        cleared: notice.cleared,
        eventNotificationType: notice.monitorId === undefined ? 'HardWiredNotification' : 'CustomMonitor',
        variableMonitoringId: notice.monitorId,
        techInfo: notice.info,
      }),
    ) as Messages.NotifyEvent['eventData']
    return { generatedAt: new Date().toISOString(), seqNo: 0, tbc: false, eventData }
  },
  ...emptyAnswer,
}

/** The status of a connector, where that is what was noticed (2.1 part 2, G01). */
function connectorIn({ component, variable, ...one }: Record<string, unknown>): NoticedConnector | undefined {
  const { name, evse } = record(component)
  const at = refOf(evse)
  const state = connectorState(one.actualValue)
  if (name !== 'Connector' || record(variable).name !== 'AvailabilityState' || !at || !state) return undefined
  return withoutUndefined<NoticedConnector>({ at, state, happenedAt: instant(one.timestamp, []) })
}

function noticeOf(one: Record<string, unknown>, remarks: string[]): VariableNotice {
  const { component, variable, actualValue, trigger, timestamp, techCode, techInfo } = one
  return withoutUndefined<VariableNotice>({
    component: writtenComponent(component),
    name: writtenName(record(variable)),
    value: text(actualValue) ?? '',
    cause: keyOf(causes, trigger) ?? 'changed',
    cleared: one.cleared === true,
    happenedAt: instant(timestamp, remarks),
    monitorId: integer(one.variableMonitoringId),
    info: [text(techCode), text(techInfo)].filter(Boolean).join(': ') || undefined,
  })
}

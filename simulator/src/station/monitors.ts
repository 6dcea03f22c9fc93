import { closeStream, openStream } from '../commands/streams.ts'
import { listed, type Payload, record } from '../link/payload.ts'
import type { Core } from './core.ts'
import { type Monitor, tell } from './monitor.ts'

const types = new Set(['UpperThreshold', 'LowerThreshold', 'Delta', 'Periodic'])
const mostMonitors = 50
/** 2.0.1 part 2, N05: severities above the level are not reported */
const allSeverities = 9

/** Answers SetVariableMonitoring. */
export function setVariableMonitoring(core: Core, { setMonitoringData }: Payload): Payload {
  return {
    setMonitoringResult: listed(setMonitoringData).map((request) => {
      const { type, severity, component, variable } = request
      const { status, id } = watch(core, request)
      return { status, ...(id === undefined ? {} : { id }), type, severity, component, variable }
    }),
  }
}

function watch(core: Core, request: Payload): { status: string; id?: number } {
  const component = record(request.component)
  const variable = record(request.variable)
  const { settings, monitors } = core
  const setting = settings.byVariable(String(component.name), String(variable.name))
  if (!setting) {
    return { status: settings.hasComponent(String(component.name)) ? 'UnknownVariable' : 'UnknownComponent' }
  }
  const type = String(request.type)
  if (!types.has(type) || setting.kind === 'text') return { status: 'UnsupportedMonitorType' }
  const given = typeof request.id === 'number' ? request.id : undefined
  if (given !== undefined && !monitors.has(given)) return { status: 'Rejected' }
  const twin = [...monitors.values()].find((one) => one.setting.key === setting.key && one.type === type)
  if (twin && twin.id !== given) return { status: 'Duplicate' }
  if (monitors.size >= mostMonitors) return { status: 'Rejected' }
  const id = given ?? Math.max(0, ...monitors.keys()) + 1
  monitors.get(id)?.cancel()
  const monitor: Monitor = {
    id,
    type,
    value: Number(request.value),
    severity: Number(request.severity),
    transaction: request.transaction === true,
    component,
    variable,
    setting,
    base: Number(setting.value),
    cancel: () => {},
  }
  monitors.set(id, monitor)
  if (request.periodicEventStream !== undefined)
    openStream(core, monitor, record(request.periodicEventStream))
  else if (type === 'Periodic') repeat(core, monitor)
  return { status: 'Accepted', id }
}

function repeat(core: Core, monitor: Monitor): void {
  monitor.cancel = core.options.agenda.after(Math.max(1, monitor.value) * 1000, () => {
    tell(core, monitor, 'Periodic', core.settings.byKey(monitor.setting.key)?.value ?? '')
    repeat(core, monitor)
  })
}

/** Answers ClearVariableMonitoring (2.0.1 part 2, N06). */
export function clearVariableMonitoring(core: Core, { id }: Payload): Payload {
  const ids = Array.isArray(id) ? id.map(Number) : []
  return {
    clearMonitoringResult: ids.map((one) => {
      core.monitors.get(one)?.cancel()
      closeStream(core, one)
      return { id: one, status: core.monitors.delete(one) ? 'Accepted' : 'NotFound' }
    }),
  }
}

/** Answers SetMonitoringBase: none is built in, so every choice but All leaves none (2.0.1 part 2, N03). */
export function setMonitoringBase(core: Core, { monitoringBase }: Payload): Payload {
  if (monitoringBase !== 'All') {
    for (const { cancel } of core.monitors.values()) cancel()
    core.monitors.clear()
  }
  return { status: 'Accepted' }
}

/** Answers SetMonitoringLevel (2.0.1 part 2, N05). */
export function setMonitoringLevel(core: Core, { severity }: Payload): Payload {
  const level = Number(severity)
  if (level < 0 || level > allSeverities) return { status: 'Rejected' }
  core.monitoringLevel = level
  return { status: 'Accepted' }
}

const criteria: Record<string, readonly string[]> = {
  ThresholdMonitoring: ['UpperThreshold', 'LowerThreshold'],
  DeltaMonitoring: ['Delta'],
  PeriodicMonitoring: ['Periodic'],
}

/** Answers GetMonitoringReport and reports the watches that are meant (2.0.1 part 2, N02). */
export function getMonitoringReport(core: Core, payload: Payload): Payload {
  const { requestId, monitoringCriteria, componentVariable } = payload
  const meantTypes = Array.isArray(monitoringCriteria)
    ? monitoringCriteria.flatMap((one) => criteria[one] ?? [])
    : null
  const places = componentVariable === undefined ? null : listed(componentVariable)
  const meant = [...core.monitors.values()].filter(
    ({ type, component, variable }) =>
      (!meantTypes || meantTypes.includes(type)) &&
      (!places || places.some((one) => names(one, String(component.name), String(variable.name)))),
  )
  if (meant.length === 0) return { status: 'EmptyResultSet' }
  // 2.1 demands to say who has set it
  const origin = core.options.protocol === 'ocpp2.1' ? { eventNotificationType: 'CustomMonitor' } : {}
  const monitor = meant.map(({ component, variable, id, transaction, value, type, severity }) => ({
    component,
    variable,
    variableMonitoring: [{ id, transaction, value, type, severity, ...origin }],
  }))
  const generatedAt = core.now().toISOString()
  core.soon(() =>
    core.note('NotifyMonitoringReport', { requestId, generatedAt, seqNo: 0, tbc: false, monitor }),
  )
  return { status: 'Accepted' }
}

/** Whether a ComponentVariable means a variable; without a variable it means all of its component. */
export function names(
  { component, variable }: Payload,
  componentName: string,
  variableName: string,
): boolean {
  const request = record(variable).name
  return record(component).name === componentName && (request === undefined || request === variableName)
}

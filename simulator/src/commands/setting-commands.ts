import type { CommandReply, ReportExtent } from '@stationmaster/ocpp'
import { listed, type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'
import { names } from '../station/monitors.ts'
import type { Setting } from '../station/settings.ts'
import { raiseProfile } from './networks.ts'

/** Answers GetConfiguration (1.6 clause 5.8): all keys, or the requested ones. */
export function getConfiguration(core: Core, { key }: Payload): Payload {
  const { settings } = core
  const requested = Array.isArray(key) ? key.map(String) : []
  const known = requested.length > 0 ? requested.flatMap((name) => settings.byKey(name) ?? []) : settings.all
  const unknownKey = requested.filter((name) => !settings.byKey(name))
  return {
    configurationKey: known.map((setting) => ({
      key: setting.key,
      readonly: setting.readonly && setting.key !== 'SecurityProfile',
      ...(setting.secret ? {} : { value: setting.value }),
    })),
    ...(unknownKey.length > 0 ? { unknownKey } : {}),
  }
}

/** Answers ChangeConfiguration (1.6 clause 5.3). */
export function changeConfiguration(core: Core, { key, value }: Payload): Payload {
  if (key === 'SecurityProfile') return { status: raiseProfile(core, String(value)) }
  const setting = core.settings.byKey(String(key))
  return { status: setting ? core.settings.set(setting, String(value)) : 'NotSupported' }
}

/** Answers GetVariables (2.0.1 part 2, B06). */
export function getVariables(core: Core, { getVariableData }: Payload): Payload {
  return {
    getVariableResult: listed(getVariableData).map((requested) => {
      const { setting, missing, ...about } = variableOf(core, requested)
      if (!setting) return { ...about, attributeStatus: missing }
      if (setting.secret) return { ...about, attributeStatus: 'Rejected' }
      return { ...about, attributeStatus: 'Accepted', attributeValue: setting.value }
    }),
  }
}

/** Answers SetVariables (2.0.1 part 2, B05). */
export function setVariables(core: Core, { setVariableData }: Payload): Payload {
  return {
    setVariableResult: listed(setVariableData).map((requested) => {
      const { setting, missing, ...about } = variableOf(core, requested)
      const attributeStatus = setting ? core.settings.set(setting, String(requested.attributeValue)) : missing
      return { ...about, attributeStatus }
    }),
  }
}

/**
 * Answers GetBaseReport and sends the whole report in one NotifyReport, or what of it can be changed (2.0.1 part 2, B07); it has
 * no summary to give.
 */
export function report(core: Core, requestId: number, extent: ReportExtent = 'full'): CommandReply {
  if (extent === 'summary') return { status: 'NotSupported' }
  const { all } = core.settings
  sendReport(core, requestId, extent === 'full' ? all : all.filter(({ readonly }) => !readonly))
  return { status: 'Accepted' }
}

/** Answers GetReport and sends the requested variables (2.0.1 part 2, B08). */
export function getReport(core: Core, { requestId, componentVariable, componentCriteria }: Payload): Payload {
  const problemsOnly =
    Array.isArray(componentCriteria) && componentCriteria.every((criterion) => criterion === 'Problem')
  const requested = componentVariable === undefined ? null : listed(componentVariable)
  const meant = core.settings.all.filter(
    ({ component, variable }) => !requested || requested.some((one) => names(one, component, variable)),
  )
  if (problemsOnly || meant.length === 0) return { status: 'EmptyResultSet' }
  sendReport(core, Number(requestId), meant)
  return { status: 'Accepted' }
}

function sendReport(core: Core, requestId: number, settings: readonly Setting[]): void {
  const report = {
    requestId,
    generatedAt: core.now().toISOString(),
    seqNo: 0,
    tbc: false,
    reportData: settings.map(reported),
  }
  core.soon(() => core.note('NotifyReport', report, true))
}

function reported({ component, instance, variable, kind, readonly, secret, value, most }: Setting): Payload {
  const dataType = kind === 'text' ? 'string' : kind
  const attribute = secret
    ? { type: 'Actual', mutability: 'WriteOnly' }
    : { type: 'Actual', value, mutability: readonly ? 'ReadOnly' : 'ReadWrite' }
  return {
    component: { name: component, ...(instance === undefined ? {} : { instance }) },
    variable: { name: variable },
    variableAttribute: [attribute],
    variableCharacteristics: {
      dataType,
      ...(most === undefined ? {} : { maxLimit: Number(most) }),
      supportsMonitoring: kind !== 'text',
    },
  }
}

function variableOf(core: Core, { component, variable, attributeType }: Payload) {
  const { name, instance } = record(component)
  const setting = core.settings.byVariable(
    String(name),
    String(record(variable).name),
    typeof instance === 'string' ? instance : undefined,
  )
  const known = core.settings.hasComponent(String(name))
  return {
    component,
    variable,
    ...(attributeType === undefined ? {} : { attributeType }),
    setting: attributeType === undefined || attributeType === 'Actual' ? setting : undefined,
    missing: setting ? 'NotSupportedAttributeType' : known ? 'UnknownVariable' : 'UnknownComponent',
  }
}

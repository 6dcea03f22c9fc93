import type { CommandReply } from '@stationmaster/ocpp'
import type { Core } from './core.ts'
import type { Setting } from './settings.ts'

type Payload = Record<string, unknown>

/** Answers GetConfiguration (1.6 clause 5.8): all keys, or those asked for. */
export function getConfiguration(core: Core, { key }: Payload): Payload {
  const { settings } = core
  const asked = Array.isArray(key) ? key.map(String) : []
  const known = asked.length > 0 ? asked.flatMap((name) => settings.byKey(name) ?? []) : settings.all
  const unknownKey = asked.filter((name) => !settings.byKey(name))
  return {
    configurationKey: known.map((setting) => ({
      key: setting.key,
      readonly: setting.readonly,
      value: setting.value,
    })),
    ...(unknownKey.length > 0 ? { unknownKey } : {}),
  }
}

/** Answers ChangeConfiguration (1.6 clause 5.3). */
export function changeConfiguration(core: Core, { key, value }: Payload): Payload {
  const setting = core.settings.byKey(String(key))
  return { status: setting ? core.settings.set(setting, String(value)) : 'NotSupported' }
}

/** Answers GetVariables (2.0.1 part 2, B06). */
export function getVariables(core: Core, { getVariableData }: Payload): Payload {
  return {
    getVariableResult: listed(getVariableData).map((asked) => {
      const { setting, missing, ...names } = variableOf(core, asked)
      return setting
        ? { ...names, attributeStatus: 'Accepted', attributeValue: setting.value }
        : { ...names, attributeStatus: missing }
    }),
  }
}

/** Answers SetVariables (2.0.1 part 2, B05). */
export function setVariables(core: Core, { setVariableData }: Payload): Payload {
  return {
    setVariableResult: listed(setVariableData).map((asked) => {
      const { setting, missing, ...names } = variableOf(core, asked)
      const attributeStatus = setting ? core.settings.set(setting, String(asked.attributeValue)) : missing
      return { ...names, attributeStatus }
    }),
  }
}

/** Answers GetBaseReport and sends the whole report in one NotifyReport (2.0.1 part 2, B07). */
export function report(core: Core, requestId: number): CommandReply {
  core.options.agenda.after(1, () => {
    const payload = {
      requestId,
      generatedAt: core.now().toISOString(),
      seqNo: 0,
      tbc: false,
      reportData: core.settings.all.map(reported),
    }
    core.uplink.link?.call('NotifyReport', payload).catch(() => null)
  })
  return { status: 'Accepted' }
}

function reported({ component, variable, kind, readonly, value }: Setting): Payload {
  const dataType = kind === 'text' ? 'string' : kind
  return {
    component: { name: component },
    variable: { name: variable },
    variableAttribute: [{ type: 'Actual', value, mutability: readonly ? 'ReadOnly' : 'ReadWrite' }],
    variableCharacteristics: { dataType, supportsMonitoring: false },
  }
}

function variableOf(core: Core, { component, variable, attributeType }: Payload) {
  const [componentName, variableName] = [nameOf(component), nameOf(variable)]
  const setting = core.settings.byVariable(componentName, variableName)
  const known = core.settings.all.some((candidate) => candidate.component === componentName)
  return {
    component,
    variable,
    ...(attributeType === undefined ? {} : { attributeType }),
    setting: attributeType === undefined || attributeType === 'Actual' ? setting : undefined,
    missing: setting ? 'NotSupportedAttributeType' : known ? 'UnknownVariable' : 'UnknownComponent',
  }
}

function nameOf(thing: unknown): string {
  return typeof thing === 'object' && thing !== null && 'name' in thing ? String(thing.name) : ''
}

function listed(value: unknown): Payload[] {
  return Array.isArray(value) ? value : []
}

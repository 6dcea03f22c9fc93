import { type EventOf, type HandledAction, only } from '../actions.ts'
import { emptyAnswer } from '../common-actions.ts'
import type * as Messages from '../generated/types201.ts'
import { list, number, record, text, withoutUndefined } from '../reading.ts'
import type { StationSetting } from '../station-event.ts'

/** NotifyReport: a part of what GetBaseReport asked for (2.0.1 part 2, B07). */
export const notifyReport: HandledAction = {
  treatment: 'handled',
  read: ({ requestId, tbc, reportData }): EventOf<'settings.reported'> => ({
    type: 'settings.reported',
    requestId: Number(requestId),
    more: tbc === true,
    settings: list(reportData).map(settingOf),
  }),
  write: (event): Messages.NotifyReport => {
    const { requestId, more, settings } = only(event, 'settings.reported')
    const reportData = settings.map(({ component, name, value, readonly }) => ({
      component: { name: component ?? '' },
      variable: { name },
      variableAttribute: [
        withoutUndefined<Messages.VariableAttributeType>({
          value,
          mutability: readonly ? 'ReadOnly' : 'ReadWrite',
        }),
      ] as [Messages.VariableAttributeType],
    })) as NonNullable<Messages.NotifyReport['reportData']>
    return { requestId, generatedAt: new Date().toISOString(), seqNo: 0, tbc: more, reportData }
  },
  ...emptyAnswer,
}

function settingOf(entry: unknown): StationSetting {
  const { component, variable, variableAttribute, variableCharacteristics } = record(entry)
  const { name, instance, evse } = record(component)
  const attributes = list(variableAttribute).map(record)
  const actual = attributes.find(({ type }) => type === undefined || type === 'Actual') ?? attributes[0]
  const { id, connectorId } = record(evse)
  const place = `${id === undefined ? '' : `@${id}`}${connectorId === undefined ? '' : `#${connectorId}`}`
  return withoutUndefined<StationSetting>({
    component: `${named(name, instance)}${place}`,
    name: named(record(variable).name, record(variable).instance),
    value: text(actual?.value),
    most: number(record(variableCharacteristics).maxLimit),
    readonly: actual?.mutability === 'ReadOnly',
  })
}

const named = (name: unknown, instance: unknown): string =>
  [text(name) ?? '', text(instance)].filter((part) => part !== undefined).join('.')

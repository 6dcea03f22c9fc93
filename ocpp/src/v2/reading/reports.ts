import { type EventOf, type HandledAction, only } from '../../commands/actions.ts'
import { emptyAnswer } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { list, number, record, text, withoutUndefined, yesOrNo } from '../../messages/reading.ts'
import type { CommandOf, ReportCriterion, ReportExtent } from '../../station-command.ts'
import type { StationSetting } from '../../station-event.ts'
import { componentOf, variableOf, writtenComponent, writtenName } from './names.ts'
import type { WordsOf } from './words.ts'

export const extents: WordsOf<ReportExtent, Messages.GetBaseReport['reportBase']> = {
  full: 'FullInventory',
  configuration: 'ConfigurationInventory',
  summary: 'SummaryInventory',
}
type Criterion = NonNullable<Messages.GetReport['componentCriteria']>[number]
const criterionWords: WordsOf<ReportCriterion, Criterion> = {
  active: 'Active',
  available: 'Available',
  enabled: 'Enabled',
  problem: 'Problem',
}

/** GetReport (2.0.1 part 2, B08); nothing that is chosen leaves the choice to the station. */
export const reportOf = ({ requestId, criteria, component, name }: CommandOf<'report'>): Messages.GetReport =>
  withoutUndefined<Messages.GetReport>({
    requestId,
    componentCriteria:
      criteria.length === 0
        ? undefined
        : (criteria.map((one) => criterionWords[one]) as Messages.GetReport['componentCriteria']),
    componentVariable:
      component === undefined
        ? undefined
        : [
            {
              component: componentOf(component),
              ...(name === undefined ? {} : { variable: variableOf(name) }),
            },
          ],
  })

/** NotifyReport: a part of the report that GetBaseReport requested (2.0.1 part 2, B07). */
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
  const attributes = list(variableAttribute).map(record)
  const actual = attributes.find(({ type }) => type === undefined || type === 'Actual') ?? attributes[0]
  const { maxLimit, unit, supportsMonitoring } = record(variableCharacteristics)
  return withoutUndefined<StationSetting>({
    component: writtenComponent(component),
    name: writtenName(record(variable)),
    value: text(actual?.value),
    most: number(maxLimit),
    unit: text(unit),
    watchable: yesOrNo(supportsMonitoring),
    readonly: actual?.mutability === 'ReadOnly',
  })
}

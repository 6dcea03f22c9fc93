import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { componentOf, variableOf } from '../reading/names.ts'
import { extents, reportOf } from '../reading/reports.ts'

/** Commands that read or change the variables of a station's components. */
export const settings = {
  settings: ({ requestId, extent }) =>
    typedCall<Messages.GetBaseReport>('GetBaseReport', {
      requestId,
      reportBase: extents[extent ?? 'full'],
    }),
  report: (command) => typedCall<Messages.GetReport>('GetReport', reportOf(command)),
  connection_timeout: () => ({
    action: 'GetVariables',
    payload: {
      getVariableData: [{ component: { name: 'TxCtrlr' }, variable: { name: 'EVConnectionTimeOut' } }],
    },
  }),
  configure: ({ component, name, value }) =>
    component === undefined
      ? { unsupported: 'OCPP 2 needs the component of a variable' }
      : setVariable(componentOf(component), variableOf(name), value),
  password: ({ password }) => setVariable({ name: 'SecurityCtrlr' }, { name: 'BasicAuthPassword' }, password),
} satisfies Partial<CommandWriters>

const setVariable = (component: object, variable: object, attributeValue: string) => ({
  action: 'SetVariables',
  payload: { setVariableData: [{ component, variable, attributeValue }] },
})

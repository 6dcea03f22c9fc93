import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { messageOf } from '../reading/displays.ts'

/** Commands about what a station's display shows. */
export const displays = {
  displays: () => ({
    action: 'GetVariables',
    payload: {
      getVariableData: [
        { component: { name: 'DisplayMessageCtrlr' }, variable: { name: 'Available' } },
        { component: { name: 'TariffCostCtrlr' }, variable: { name: 'Available', instance: 'Cost' } },
      ],
    },
  }),
  show_text: ({ shown }) =>
    typedCall<Messages.SetDisplayMessage>('SetDisplayMessage', { message: messageOf(shown) }),
  hide_text: ({ textId }) => typedCall<Messages.ClearDisplayMessage>('ClearDisplayMessage', { id: textId }),
  texts: ({ requestId }) => typedCall<Messages.GetDisplayMessages>('GetDisplayMessages', { requestId }),
  show_cost: ({ transactionId, costMinor }) =>
    typedCall<Messages.CostUpdated>('CostUpdated', { transactionId, totalCost: costMinor / 100 }),
} satisfies Partial<CommandWriters>

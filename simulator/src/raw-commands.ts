import { type CommandReply, StationCallFailed } from '@stationmaster/ocpp'
import type { Core } from './core.ts'
import { cancelReservation, reserve } from './reservation.ts'
import { changeConfiguration, getConfiguration, getVariables, setVariables } from './setting-commands.ts'

type Payload = Record<string, unknown>
type RawAnswer = (core: Core, payload: Payload) => Payload

const answers: Record<string, RawAnswer> = {
  GetConfiguration: getConfiguration,
  ChangeConfiguration: changeConfiguration,
  GetVariables: getVariables,
  SetVariables: setVariables,
  ReserveNow: reserve,
  CancelReservation: cancelReservation,
  ClearCache: () => ({ status: 'Accepted' }),
  GetLocalListVersion: (core) => (core.traits.namesTransactions ? { versionNumber: 0 } : { listVersion: 0 }),
  SendLocalList: (core) => ({ status: core.traits.namesTransactions ? 'Failed' : 'NotSupported' }),
  DataTransfer: (_core, { vendorId }) => ({
    status: vendorId === 'autoenterprise' ? 'Accepted' : 'UnknownVendorId',
  }),
  /** an empty answer says that there is no file (1.6 clause 6.26) */
  GetDiagnostics: () => ({}),
  CostUpdated: () => ({}),
  GetLog: () => ({ status: 'Rejected' }),
  GetTransactionStatus: transactionStatus,
  UpdateFirmware: updateFirmware,
}

/** Answers an action as it stands; throws StationCallFailed NotImplemented for those that it does not know. */
export function answerRaw(core: Core, action: string, payload: Payload): CommandReply {
  const handle = answers[action]
  if (!handle) throw new StationCallFailed('NotImplemented', `${action} is unknown to this station`)
  const reply = handle(core, payload)
  return { status: typeof reply.status === 'string' ? reply.status : 'Accepted', payload: reply }
}

function transactionStatus(core: Core, { transactionId }: Payload): Payload {
  const messagesInQueue = core.outbox.length > 0
  if (typeof transactionId !== 'string') return { messagesInQueue }
  const ongoingIndicator = core.connectors.some(({ transaction }) => transaction?.id === transactionId)
  return { ongoingIndicator, messagesInQueue }
}

const STEP_MS = 2_000

/** Tells the steps of an update and installs nothing. */
function updateFirmware(core: Core, { requestId }: Payload): Payload {
  const steps = ['Downloading', 'Downloaded', 'Installing', 'Installed']
  for (const [index, status] of steps.entries()) {
    core.options.agenda.after(STEP_MS * (index + 1), () => {
      void core.say({
        type: 'firmware.changed',
        status,
        ...(typeof requestId === 'number' ? { requestId } : {}),
      })
    })
  }
  return core.traits.namesTransactions ? { status: 'Accepted' } : {}
}

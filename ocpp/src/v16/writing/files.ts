import type { CommandWriters } from '../../commands/actions.ts'
import { signatureOf } from '../../commands/common-actions.ts'

/** Commands about files: a log that the station uploads, firmware that it fetches. */
export const files = {
  log: ({ kind, location, requestId }) =>
    kind === 'diagnostics'
      ? { action: 'GetDiagnostics', payload: { location } }
      : {
          action: 'GetLog',
          payload: { logType: 'SecurityLog', requestId, log: { remoteLocation: location } },
        },
  firmware: ({ location, requestId, retrieveAt, signed }) => {
    const at = retrieveAt.toISOString()
    if (!signed) return { action: 'UpdateFirmware', payload: { location, retrieveDate: at } }
    const firmware = { location, retrieveDateTime: at, ...signatureOf(signed) }
    return { action: 'SignedUpdateFirmware', payload: { requestId, firmware } }
  },
} satisfies Partial<CommandWriters>

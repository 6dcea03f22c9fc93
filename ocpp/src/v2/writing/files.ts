import type { CommandWriters } from '../../commands/actions.ts'
import { signatureOf } from '../../commands/common-actions.ts'

/** Commands about files: a log that the station uploads, firmware that it fetches. */
export const files = {
  log: ({ kind, location, requestId }) => ({
    action: 'GetLog',
    payload: {
      logType: kind === 'security' ? 'SecurityLog' : 'DiagnosticsLog',
      requestId,
      log: { remoteLocation: location },
    },
  }),
  firmware: ({ location, requestId, retrieveAt, signed }) => {
    const firmware = { location, retrieveDateTime: retrieveAt.toISOString(), ...signatureOf(signed) }
    return { action: 'UpdateFirmware', payload: { requestId, firmware } }
  },
} satisfies Partial<CommandWriters>

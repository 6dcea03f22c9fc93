import { commonTemplates, type Templates } from '../../commands/templates.ts'
import type { SingleCommand } from '../../station-command.ts'

const autonomy = (on: boolean): SingleCommand => ({
  type: 'configure',
  name: 'AllowOfflineTxForUnknownId',
  value: String(on),
})

export const templates: Templates = {
  ...commonTemplates,
  setLogging: { type: 'configure', name: 'LogLevel', value: 'debug' },
  switchServers: { type: 'configure', name: 'CentralSystemURL', value: 'wss://csms.example/ocpp' },
  autonomyOn: autonomy(true),
  autonomyOff: autonomy(false),
}

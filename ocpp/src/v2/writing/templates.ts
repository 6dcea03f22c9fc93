import { commonTemplates, type Templates } from '../../commands/templates.ts'
import type { SingleCommand } from '../../station-command.ts'
import { type NamedVersion, networkProfile } from '../security.ts'

const autonomy = (on: boolean): SingleCommand => ({
  type: 'configure',
  component: 'AuthCtrlr',
  name: 'OfflineTxForUnknownIdEnabled',
  value: String(on),
})

export const templatesOf = (version: NamedVersion): Templates => ({
  ...commonTemplates,
  setLogging: { type: 'configure', component: 'LogCtrlr', name: 'LogLevel', value: 'debug' },
  switchServers: networkProfile(version, 1, { url: 'wss://csms.example/ocpp', securityProfile: 2 }),
  autonomyOn: autonomy(true),
  autonomyOff: autonomy(false),
})

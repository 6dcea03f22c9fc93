import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types16.ts'
import { passwordDigits } from '../security.ts'

/** Commands that read or change the station's configuration keys. */
export const settings = {
  settings: () => typedCall<Messages.GetConfiguration>('GetConfiguration', {}),
  connection_timeout: () => ({ action: 'GetConfiguration', payload: { key: ['ConnectionTimeOut'] } }),
  configure: ({ name, value }) => changeConfiguration(name, value),
  password: ({ password }) => changeConfiguration('AuthorizationKey', passwordDigits(password)),
} satisfies Partial<CommandWriters>

const changeConfiguration = (key: string, value: string) => ({
  action: 'ChangeConfiguration',
  payload: { key, value },
})

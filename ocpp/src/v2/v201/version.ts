import type { Version } from '../../commands/actions.ts'
import { definitionsText } from '../../generated/schemas201.ts'
import { validators } from '../../generated/validators201.ts'
import { version2 } from '../version.ts'

/** OCPP 2.0.1 edition 3. */
export const v201: Version = {
  ...version2('OCPP20'),
  protocol: 'ocpp2.0.1',
  refusesResults: false,
  definitionsText,
  get messages() {
    return validators()
  },
}

import type { CommandParts } from '../commands/parts.ts'
import type { AgreeParts } from '../services/agree.ts'

export interface PayParts extends CommandParts, Omit<AgreeParts, 'live'> {
  /** how long a reservation may be canceled for nothing */
  reservationFreeSeconds: number
}

import type { CommandParts } from '../../control/commands/parts.ts'
import type { AgreeParts } from '../../money/services/sold/agree.ts'

export interface PayParts extends CommandParts, Omit<AgreeParts, 'live'> {
  /** how long a reservation can be canceled free of charge */
  reservationFreeSeconds: number
}

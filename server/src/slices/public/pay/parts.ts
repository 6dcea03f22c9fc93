import type { CommandParts } from '../../control/commands/parts.ts'
import type { AgreeParts } from '../../money/services/sold/agree.ts'
import type { Notices } from '../notices/notices.ts'

export interface PayParts extends CommandParts, Omit<AgreeParts, 'live'> {
  /** how long a reservation can be canceled free of charge */
  reservationFreeSeconds: number
  notices: Pick<Notices, 'publicKey' | 'subscribe'>
}

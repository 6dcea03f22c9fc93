import { randomUUID } from 'node:crypto'
import type { StationReply, TerminalPayment } from '@stationmaster/ocpp'
import type { Core } from '../station/core.ts'

/** A payment at the station's terminal; what is left out is that of a payment which was settled now, for the last transaction. */
export type ReportedPayment = Partial<TerminalPayment> & Pick<TerminalPayment, 'amountMinor'>

/** Reports what came of a payment at the terminal, now or when the connection is back. */
export function reportPayment(core: Core, payment: ReportedPayment): Promise<StationReply | null> {
  const last = core.transactions.at(-1)
  const paidByTerminal = last?.token?.type === 'DirectPayment' ? last.token.token : undefined
  const at = core.advance()
  return core.tell('stop', () => ({
    type: 'payment.settled',
    reference: paidByTerminal ?? randomUUID(),
    status: 'settled',
    happenedAt: at,
    ...(last?.id ? { transactionId: last.id } : {}),
    ...payment,
  }))
}

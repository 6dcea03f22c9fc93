import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { insertLogs } from '../../charging/orders/store.ts'
import type { Commander, CommandParts } from '../../control/commands/parts.ts'
import { updateSettlementNoted } from '../../money/payments/cards/at-station/settlement-store.ts'

/**
 * Records that a person has looked at what a station's own terminal has taken; it moves no money. Throws
 * settlement_at_station.not_found when there is nothing to look at.
 */
export async function noteTerminalPayment(
  { db, clock }: Pick<CommandParts, 'db' | 'clock'>,
  { caller, remoteAddress }: Commander,
  id: number,
  note: string,
): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const noted = await updateSettlementNoted(tx, caller, id, at)
    if (!noted) throw new Failure('settlement_at_station.not_found')
    const { orderId, amountMinor } = noted
    const fields = { text: `${caller.email}: ${note}`, value: amountMinor }
    if (orderId !== null)
      await insertLogs(tx, [{ orderId, at, kind: 'api', event: 'settlement_noted', fields }])
    await audit(tx, {
      caller,
      action: 'settlement.note',
      subjectType: 'station_settlement',
      subjectId: id,
      after: { amountMinor, note },
      at,
      ...(remoteAddress ? { remoteAddress } : {}),
    })
  })
}

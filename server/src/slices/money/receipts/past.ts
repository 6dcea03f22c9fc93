import { dayOf } from '@stationmaster/units'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { insertLogs } from '../../charging/orders/store.ts'
import { type ReceiptDue, receiptsOf } from './rules.ts'
import * as store from './store.ts'

/** What moved of an order's money, or of a driver's balance, at an instant of a past that is laid out; in minor units. */
export type PastMovement = { at: Date } & (
  | (store.Sale & { moneyMinor: number })
  | { orderId: null; driverId: number; advanceMinor: number }
)

type Due = ReceiptDue & Pick<store.PastReceipt, 'orderId' | 'purpose' | 'driverId'> & { at: Date }

/** a fiscal drive that is nobody's */
const drive = '9999078900009999'

/** Keeps the receipts of movements as a till would have registered them at once, with their lines of the chronologies. */
export async function insertPast(
  tx: Tx,
  { till, timeZone }: { till: string; timeZone: string },
  movements: readonly PastMovement[],
): Promise<void> {
  const inOrder = movements.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const due = inOrder.flatMap((one): Due[] =>
    one.orderId === null
      ? [{ ...ofBalance(one), at: one.at }]
      : receiptsOf(one).map((receipt) => ({ ...ofOrder(one), ...receipt, at: one.at })),
  )
  const counted = [...groupBy(due, nameOf).values()].flatMap((own) =>
    own.map((one, index) => ({ ...one, number: index + 1 })),
  )
  const receipts = counted
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(
      ({ at, ...receipt }, index): store.PastReceipt => ({
        ...receipt,
        till,
        state: 'done',
        dueAt: null,
        paymentId: null,
        refundKey: null,
        businessDay: dayOf(at, timeZone),
        createdAt: at,
        registeredAt: at,
        documentNumber: String(index + 1),
        driveNumber: drive,
        fiscalSign: signOf(index + 1),
      }),
    )
  await store.insertPastReceipts(tx, receipts)
  await insertLogs(
    tx,
    receipts.flatMap(({ orderId, kind, amountMinor, createdAt, documentNumber }) => {
      if (orderId === null) return []
      const fields = { value: amountMinor, text: `№ ${documentNumber}` }
      return [{ orderId, at: createdAt, kind: 'payment' as const, event: `receipt_${kind}`, fields }]
    }),
  )
}

const ofOrder = ({ orderId, purpose, driverId }: store.Sale) => ({ orderId, purpose, driverId })

const ofBalance = ({ driverId, advanceMinor }: { driverId: number; advanceMinor: number }) => ({
  orderId: null,
  purpose: null,
  driverId,
  kind: 'income' as const,
  settlement: 'advance' as const,
  amountMinor: advanceMinor,
})

const nameOf = ({ orderId, purpose, driverId }: Due) =>
  orderId === null ? `driver ${driverId}` : `${orderId} ${purpose}`

/** Ten digits, others for each document. */
const signOf = (document: number): string =>
  String((document * 2_654_435_761) % 10_000_000_000).padStart(10, '0')

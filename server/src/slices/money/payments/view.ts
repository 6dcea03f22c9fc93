import type { OrderPayment } from '@stationmaster/contract'
import { type Caller, onlyReads } from '../../../platform/http/caller.ts'
import { bookedOf, soldOf } from '../providers/payment/payment.ts'
import { type PaymentParts, pendingOf } from './actions.ts'
import { chargeOfDebt, leftAtProvider } from './cards/at-provider.ts'
import { listBooked } from './debts/booked-debt-store.ts'
import { type GivenBack, listGivenBack } from './refunds/refund-store.ts'
import { mayBook, mayChargeBack, mayRefund, refundableOf } from './rules.ts'
import { findPayment, type Payment } from './store.ts'

/** What was paid for one purpose of an order, as a caller sees it; null while nothing is. */
export async function viewPayment(
  { db, paymentService }: Pick<PaymentParts, 'db' | 'paymentService'>,
  caller: Caller,
  orderId: number,
  purpose: Payment['purpose'],
): Promise<OrderPayment | null> {
  const [payment, givenBack, files, paid] = await Promise.all([
    findPayment(db, orderId, purpose),
    listGivenBack(db, orderId, purpose),
    paymentService.listFiles(db, orderId, purpose),
    paymentService.listFiles(db, orderId, 'charging'),
  ])
  if (!payment) return null
  const chargeable = chargeOfDebt(payment.debtMinor, files, paid, paymentService.connected) !== undefined
  return viewOf(payment, givenBack, caller, {
    atProviderMinor: leftAtProvider(files),
    chargeable,
    connected: paymentService.connected !== null,
  })
}

/** What was handed over of an order's debts, oldest first. */
export async function viewBooked(
  { db }: Pick<PaymentParts, 'db'>,
  caller: Caller,
  orderId: number,
): Promise<OrderPayment[]> {
  const payments = await listBooked(db, orderId)
  const nothingThere = { atProviderMinor: 0, chargeable: false, connected: false }
  return Promise.all(
    payments.map(async (one) =>
      viewOf(one, await listGivenBack(db, orderId, one.purpose), caller, nothingThere),
    ),
  )
}

interface AtProvider {
  /** what it still has of the payment */
  atProviderMinor: number
  /** something is held, or a card is saved there */
  chargeable: boolean
  /** somebody takes money here */
  connected: boolean
}

function viewOf(
  payment: Payment,
  givenBack: readonly GivenBack[],
  caller: Caller,
  { atProviderMinor, chargeable, connected }: AtProvider,
): OrderPayment {
  const pendingMinor = pendingOf(givenBack)
  const refunds = mayRefund(payment, pendingMinor, atProviderMinor)
  const refundableMinor = refundableOf(payment, pendingMinor)
  const soldId = soldOf(payment.purpose)
  const booked = bookedOf(payment.purpose)
  const administers = caller.role === 'administrator'
  const acts = !onlyReads(caller)
  const seesShares = administers || !acts
  return {
    order_id: payment.orderId,
    purpose: soldId === null ? (booked?.of ?? (payment.purpose as 'charging' | 'parking')) : 'service',
    service_id: soldId,
    booking_id: booked?.id ?? null,
    status: payment.status,
    method_type: payment.methodType,
    provider: payment.provider || null,
    market_shop_id: payment.marketShopId || null,
    document_number: payment.documentNumber,
    business_day: payment.businessDay,
    captured_amount: payment.capturedMinor,
    refunded_amount: payment.refundedMinor,
    charged_back_amount: payment.chargedBackMinor,
    debt_amount: payment.debtMinor,
    refundable_amount: refundableMinor,
    agent_fee: seesShares ? payment.agentFeeMinor : null,
    bank_commission: seesShares ? payment.bankCommissionMinor : null,
    given_back: givenBack.map(({ id, kind, amountMinor, reason, state, refusal, createdAt, createdBy }) => ({
      id,
      kind,
      reason,
      state,
      refusal,
      amount: amountMinor,
      created_at: createdAt.toISOString(),
      created_by: createdBy,
    })),
    can: {
      book: acts && payment.purpose === 'charging' && mayBook(payment, pendingMinor),
      refund: administers && refunds,
      charge_back: administers && mayChargeBack(payment, pendingMinor),
      charge_debt: administers && payment.debtMinor > 0 && chargeable,
      book_debt: acts && payment.debtMinor > 0,
      link_debt: acts && payment.debtMinor > 0 && connected,
      waive_debt: administers && payment.debtMinor > 0,
    },
    cannot: {
      refund: administers && refundableMinor > 0 && !refunds ? 'provider_missing' : null,
      charge_debt: administers && payment.debtMinor > 0 && !chargeable ? 'no_method' : null,
    },
  }
}

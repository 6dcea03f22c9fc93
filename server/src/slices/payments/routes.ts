import { contract, type OrderPayment } from '@stationmaster/contract'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { seesOrder } from '../orders/store.ts'
import { book, chargeBack, type PaymentParts, pendingOf, refund } from './actions.ts'
import { leftAtProvider } from './at-provider.ts'
import { type GivenBack, listGivenBack } from './refund-store.ts'
import { mayBook, mayChargeBack, mayRefund, refundableOf } from './rules.ts'
import { findPayment, type Payment } from './store.ts'

/** What was paid for a session, and what people do with it. */
export function paymentRoutes(rest: Rest, parts: PaymentParts): void {
  const { db } = parts

  const paidFor = async (
    caller: Caller,
    orderId: number,
    purpose: Payment['purpose'],
  ): Promise<OrderPayment | null> => {
    const [payment, givenBack, files] = await Promise.all([
      findPayment(db, orderId, purpose),
      listGivenBack(db, orderId, purpose),
      parts.desk.listFiles(db, orderId, purpose),
    ])
    return payment ? viewOf(payment, givenBack, caller, leftAtProvider(files)) : null
  }

  const view = async (caller: Caller, orderId: number) => {
    if (!(await seesOrder(db, caller, orderId))) throw new Failure('order.not_found')
    const [payment, idle] = await Promise.all([
      paidFor(caller, orderId, 'charging'),
      paidFor(caller, orderId, 'parking'),
    ])
    return { payment, idle }
  }

  route(rest, contract.payments.get, ({ params, caller }) => view(caller, params.id))
  route(rest, contract.payments.book, async ({ params, body, caller, remoteAddress }) => {
    await book(parts, { caller, remoteAddress }, params.id, body)
    return view(caller, params.id)
  })
  route(rest, contract.payments.refund, async ({ params, body, caller, remoteAddress }) => {
    const wish = { purpose: body.purpose, amountMinor: body.amount, reason: body.reason }
    await refund(parts, { caller, remoteAddress }, params.id, wish)
    return view(caller, params.id)
  })
  route(rest, contract.payments.chargeBack, async ({ params, body, caller, remoteAddress }) => {
    const wish = { purpose: body.purpose, amountMinor: body.amount, reason: body.reason }
    await chargeBack(parts, { caller, remoteAddress }, params.id, wish)
    return view(caller, params.id)
  })
}

function viewOf(
  payment: Payment,
  givenBack: readonly GivenBack[],
  caller: Caller,
  atProviderMinor: number,
): OrderPayment {
  const pendingMinor = pendingOf(givenBack)
  const administers = caller.role === 'administrator'
  return {
    order_id: payment.orderId,
    purpose: payment.purpose,
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
    refundable_amount: refundableOf(payment, pendingMinor),
    agent_fee: administers ? payment.agentFeeMinor : null,
    bank_commission: administers ? payment.bankCommissionMinor : null,
    given_back: givenBack.map(({ id, kind, amountMinor, reason, state, refusal, createdAt, createdBy }) => ({
      ...{ id, kind, reason, state, refusal },
      amount: amountMinor,
      created_at: createdAt.toISOString(),
      created_by: createdBy,
    })),
    can: {
      book: payment.purpose === 'charging' && mayBook(payment, pendingMinor),
      refund: administers && mayRefund(payment, pendingMinor, atProviderMinor),
      charge_back: administers && mayChargeBack(payment, pendingMinor),
    },
  }
}

import { contract, type givenBackBody } from '@stationmaster/contract'
import type { z } from 'zod'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { seesOrder } from '../orders/store.ts'
import { type Payable, servicePurpose } from '../providers/payment.ts'
import { book, chargeBack, type PaymentParts, refund } from './actions.ts'
import { viewPayment } from './view.ts'

/** What was paid for a session, and what people do with it. */
export function paymentRoutes(rest: Rest, parts: PaymentParts): void {
  const { db } = parts

  const view = async (caller: Caller, orderId: number) => {
    if (!(await seesOrder(db, caller, orderId))) throw new Failure('order.not_found')
    const [payment, idle] = await Promise.all([
      viewPayment(parts, caller, orderId, 'charging'),
      viewPayment(parts, caller, orderId, 'parking'),
    ])
    return { payment, idle }
  }

  route(rest, contract.payments.get, ({ params, caller }) => view(caller, params.id))
  route(rest, contract.payments.book, async ({ params, body, caller, remoteAddress }) => {
    await book(parts, { caller, remoteAddress }, params.id, body)
    return view(caller, params.id)
  })
  route(rest, contract.payments.refund, async ({ params, body, caller, remoteAddress }) => {
    const wish = { purpose: purposeOf(body), amountMinor: body.amount, reason: body.reason }
    await refund(parts, { caller, remoteAddress }, params.id, wish)
    return view(caller, params.id)
  })
  route(rest, contract.payments.chargeBack, async ({ params, body, caller, remoteAddress }) => {
    const wish = { purpose: purposeOf(body), amountMinor: body.amount, reason: body.reason }
    await chargeBack(parts, { caller, remoteAddress }, params.id, wish)
    return view(caller, params.id)
  })
}

const purposeOf = ({ purpose, service_id }: z.output<typeof givenBackBody>): Payable =>
  purpose === 'service' ? servicePurpose(service_id!) : purpose

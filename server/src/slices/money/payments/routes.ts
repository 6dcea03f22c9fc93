import { contract, type givenBackBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { languageOf } from '../../../platform/general/language.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { seesOrder } from '../../charging/orders/store.ts'
import { bookedPurpose, type Payable, servicePurpose } from '../providers/payment/payment.ts'
import { book, chargeBack, type PaymentParts, refund } from './actions.ts'
import { listSettlements } from './cards/at-station/settlement-store.ts'
import {
  cancelRefunds,
  reachRefunds,
  startRefunds,
  viewRefundRun,
  viewRunPayments,
} from './refunds/refund-runs.ts'
import { viewBooked, viewPayment } from './view.ts'

/** What was paid for a session, and what people do with it. */
export function paymentRoutes(rest: Rest, parts: PaymentParts): void {
  const { db } = parts

  const view = async (caller: Caller, orderId: number) => {
    if (!(await seesOrder(db, caller, orderId))) throw new Failure('order.not_found')
    const [payment, idle, booked, settlements] = await Promise.all([
      viewPayment(parts, caller, orderId, 'charging'),
      viewPayment(parts, caller, orderId, 'parking'),
      viewBooked(parts, caller, orderId),
      listSettlements(db, orderId),
    ])
    return { payment, idle, booked, settlements }
  }

  route(rest, contract.payments.get, ({ params, caller }) => view(caller, params.id))
  route(rest, contract.payments.book, async ({ params, body, caller, remoteAddress }) => {
    await book(parts, { caller, remoteAddress }, params.id, body)
    return view(caller, params.id)
  })
  route(rest, contract.payments.refund, async ({ params, body, caller, remoteAddress }) => {
    const request = { purpose: purposeOf(body), amountMinor: body.amount, reason: body.reason }
    await refund(parts, { caller, remoteAddress }, params.id, request)
    return view(caller, params.id)
  })
  route(rest, contract.payments.chargeBack, async ({ params, body, caller, remoteAddress }) => {
    const request = { purpose: purposeOf(body), amountMinor: body.amount, reason: body.reason }
    await chargeBack(parts, { caller, remoteAddress }, params.id, request)
    return view(caller, params.id)
  })
}

function purposeOf({ purpose, service_id, booking_id }: z.output<typeof givenBackBody>): Payable {
  // the contract asks for the number of a service
  if (purpose === 'service') return servicePurpose(service_id!)
  return booking_id ? bookedPurpose(purpose, booking_id) : purpose
}

/** Refunds of many orders at once: looked at, begun, followed, canceled. */
export function refundRunRoutes(rest: Rest, parts: PaymentParts & { jobs: Jobs }): void {
  const { db } = parts
  const { refundRuns } = contract
  route(rest, refundRuns.reach, ({ body, caller }) => reachRefunds(db, caller, body.selection))
  route(rest, refundRuns.start, async ({ body, caller, remoteAddress }) =>
    viewRefundRun(db, await startRefunds(parts, { caller, remoteAddress }, body)),
  )
  route(rest, refundRuns.get, ({ params }) => viewRefundRun(db, params.id))
  route(rest, refundRuns.payments, ({ params, request }) =>
    viewRunPayments(db, params.id, languageOf(request.headers['accept-language'])),
  )
  route(rest, refundRuns.cancel, async ({ params, caller, remoteAddress }) => {
    await cancelRefunds(parts, { caller, remoteAddress }, params.id)
    return viewRefundRun(db, params.id)
  })
}

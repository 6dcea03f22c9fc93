import { type Language, type OrderServices, type SoldService, services } from '@stationmaster/contract'
import { languageOf } from '../../../../platform/general/language.ts'
import { type Caller, onlyReads } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { maskedEmail } from '../../../charging/drivers/masking.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { findOrder, seesOrder } from '../../../charging/orders/store.ts'
import { viewPayment } from '../../payments/view.ts'
import { servicePurpose } from '../../providers/payment/payment.ts'
import type { PaymentService } from '../../providers/payment-service.ts'
import { type PlanGate, unsoldFor } from '../actions.ts'
import { findPayer } from '../codes.ts'
import { maySell, type Way, wayOf } from '../rules.ts'
import { loadServices } from '../view.ts'
import { type AgreeParts, agreementTo, mailServiceCode } from './agree.ts'
import { sell } from './sell.ts'
import { listSold, type SoldRow } from './sold-store.ts'

export const soldView = (sold: SoldRow, language: Language): SoldService => ({
  id: sold.id,
  name: sold.names[language],
  icon: sold.icon,
  price: sold.priceMinor,
  state: sold.state,
  refusal: sold.refusal,
  created_at: sold.createdAt.toISOString(),
})

const nothing = { offered: [], way: null }

/** What may be sold with an order now, and how it would be paid. */
export async function loadOffer(
  parts: PlanGate & { db: Db; paymentService: PaymentService },
  order: Order,
  language: Language,
): Promise<Pick<OrderServices, 'offered'> & { way: Way | null }> {
  const { db, paymentService } = parts
  if (!maySell(order) || (await unsoldFor(parts, db, order.locationId))) return nothing
  const [services, files] = await Promise.all([
    loadServices(db, [order.locationId], language),
    paymentService.listFiles(db, order.id, 'charging'),
  ])
  return { offered: services.get(order.locationId) ?? [], way: wayOf(order, files, paymentService.connected) }
}

/** What was sold with an order, and what may be sold with it now. */
async function viewServices(
  parts: AgreeParts,
  caller: Caller,
  id: number,
  language: Language,
): Promise<OrderServices> {
  const { db } = parts
  const order = (await seesOrder(db, caller, id)) ? await findOrder(db, id) : undefined
  if (!order) throw new Failure('order.not_found')
  const [{ offered, way }, sold] = await Promise.all([
    onlyReads(caller) ? nothing : loadOffer(parts, order, language),
    listSold(db, id),
  ])
  const payments = sold.map((one) => viewPayment(parts, caller, id, servicePurpose(one.id)))
  const paid = await Promise.all(payments)
  const payer = way && way.by !== 'sbp' ? await findPayer(db, order) : undefined
  return {
    offered,
    way: way?.by ?? null,
    proof_email: payer ? maskedEmail(payer.email) : null,
    sold: sold.map((one, index) => ({
      ...soldView(one, language),
      sold_by: one.soldBy,
      payment: paid[index] ?? null,
    })),
  }
}

/** What operators sell with an order. */
export function orderServiceRoutes(rest: Rest, parts: AgreeParts): void {
  const { db } = parts

  route(rest, services.ofOrder, ({ params, caller, request }) =>
    viewServices(parts, caller, params.id, languageOf(request.headers['accept-language'])),
  )
  route(rest, services.sell, async ({ params, body, caller, remoteAddress, request }) => {
    if (!(await seesOrder(db, caller, params.id))) throw new Failure('order.not_found')
    const { pays, provider, market_shop_id, document_number, code } = body
    const bought = { orderId: params.id, serviceId: body.service_id, priceMinor: body.price }
    await sell(parts, {
      ...bought,
      by: { caller, remoteAddress },
      requestKey: null,
      returnUrl: '',
      agree: await agreementTo(parts, bought, {
        code,
        card: null,
        otherwise: 'service.no_way',
        remoteAddress,
      }),
      booked:
        pays === 'order'
          ? null
          : {
              methodType: pays,
              provider: (pays === 'terminal' && provider) || '',
              marketShopId: (pays === 'terminal' && market_shop_id) || '',
              documentNumber: document_number ?? null,
            },
    })
    return viewServices(parts, caller, params.id, languageOf(request.headers['accept-language']))
  })
  route(rest, services.code, async ({ params, body, caller, request }) => {
    if (!(await seesOrder(db, caller, params.id))) throw new Failure('order.not_found')
    const bought = { orderId: params.id, serviceId: body.service_id, priceMinor: body.price }
    await mailServiceCode(parts, bought, languageOf(request.headers['accept-language']))
  })
}

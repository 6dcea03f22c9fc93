import { contract, type PayPage } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import { limitByLink } from '../../../platform/http/secret-calls.ts'
import { say } from '../../charging/feedback/actions.ts'
import { findOrder } from '../../charging/orders/store.ts'
import { readPlan, saveNeed } from '../../control/energy/needs/needs.ts'
import type { AccountThrottles } from '../../people/managers/signing-in/throttles.ts'
import { addLink } from './links.ts'
import { cancelOrder, offerOrder } from './offer.ts'
import { readPage } from './page.ts'
import type { PayParts } from './parts.ts'
import { receiptFile, signedFile } from './receipt/file.ts'
import { buy, mailCodeFor, takeBack } from './services.ts'
import { readCurve } from './session/curve.ts'
import { cancelByDriver, startByDriver, stopByDriver } from './session/drive.ts'
import { startFor } from './start.ts'
import { findLinked, type LinkedOrder } from './store.ts'
import { mailCode } from './ways/balance.ts'
import { checkCard } from './ways/check-card.ts'
import { linkForDebt, payDebt } from './ways/debts.ts'
import { payFor } from './ways/pay-for.ts'

type PayRoutesParts = PayParts & { throttles: AccountThrottles; publicKey(): Promise<string | null> }

/** Orders that the staff start or offer to drivers, and the page where drivers pay for them and follow them. */
export function payRoutes(rest: Rest, parts: PayRoutesParts): void {
  staffRoutes(rest, parts)
  const links = linksOf(rest, parts)
  paymentRoutes(rest, parts, links)
  serviceRoutes(rest, parts, links)
  driveRoutes(rest, parts, links)
  needRoutes(rest, parts, links)
  noticeRoutes(rest, parts, links)
  feedbackRoutes(rest, parts, links)
}

/** What the staff do for drivers. */
function staffRoutes(rest: Rest, parts: PayRoutesParts): void {
  route(rest, contract.connectors.start, ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return startFor(parts, { caller, remoteAddress, language }, params.id, body)
  })
  route(rest, contract.pay.offer, ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return offerOrder(parts, { caller, remoteAddress, language }, params.id, body)
  })
  route(rest, contract.pay.link, ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return addLink(parts, { caller, remoteAddress, language }, params.id, body.email ?? null)
  })
  route(rest, contract.pay.debtLink, ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return linkForDebt(parts, { caller, remoteAddress, language }, params.id, body)
  })
  route(rest, contract.pay.cancel, async ({ params, body, caller, remoteAddress }) => {
    await cancelOrder(parts, { caller, remoteAddress }, params.id, body.reason)
    return { order_id: params.id }
  })
}

type Links = ReturnType<typeof linksOf>

/** What a driver's link names, and the page that it shows. */
function linksOf(rest: Rest, parts: PayRoutesParts) {
  const { db, clock, throttles } = parts
  const boundLink = limitByLink(rest.app)

  /** The order of a link. Guesses are limited, but a right link always works. */
  const linkedOf = async ({
    params: { token },
    request,
  }: Pick<Received<{ token: string }, unknown, unknown>, 'params' | 'request'>): Promise<LinkedOrder> => {
    const find = () => findLinked(db, token)
    const linked = await throttles.opened(request, clock.now(), find, 'payment.not_found')
    await boundLink(request as FastifyRequest<{ Params: { token: string } }>)
    return linked
  }
  /** The order of a link that may do more than pay a debt. */
  const orderOf = async (received: Parameters<typeof linkedOf>[0]): Promise<number> => {
    const { orderId, forDebt } = await linkedOf(received)
    if (forDebt) throw new Failure('payment.not_found')
    return orderId
  }
  const readerOf = ({
    params,
    remoteAddress,
    request,
  }: Pick<Received<{ token: string }, unknown, unknown>, 'params' | 'remoteAddress' | 'request'>) => ({
    token: params.token,
    remoteAddress,
    language: languageOf(request.headers['accept-language']),
  })
  /** The driver who is logged in. A token that is no driver's is one of the staff, who look at the page like anybody. */
  const loggedInOf = async (request: FastifyRequest): Promise<number | null> => {
    try {
      return (await rest.driverOf(request))?.id ?? null
    } catch (error) {
      if (error instanceof Failure && error.code === 'auth.required') return null
      throw error
    }
  }
  const show = async (
    linked: LinkedOrder,
    { request }: Pick<Received<unknown, unknown, unknown>, 'request'>,
  ): Promise<PayPage> => {
    const loggedIn = await loggedInOf(request)
    return readPage(parts, linked, { language: languageOf(request.headers['accept-language']), loggedIn })
  }
  const page = (
    orderId: number,
    received: Pick<Received<unknown, unknown, unknown>, 'request'>,
  ): Promise<PayPage> => show({ orderId, forDebt: false }, received)

  return { linkedOf, orderOf, readerOf, loggedInOf, show, page }
}

/** The page of a link, and the ways to pay on it. */
function paymentRoutes(
  rest: Rest,
  parts: PayRoutesParts,
  { linkedOf, orderOf, readerOf, loggedInOf, show, page }: Links,
): void {
  route(rest, contract.pay.page, async (received) => {
    const linked = await linkedOf(received)
    // the page asks again in a moment, so a slow provider keeps nobody waiting
    void parts.paymentService.readWaiting({ orderId: linked.orderId })
    return show(linked, received)
  })
  route(rest, contract.pay.curve, async (received) => readCurve(parts.db, await orderOf(received)))
  route(rest, contract.pay.receipt, async (received) => {
    const id = await orderOf(received)
    return receiptFile(parts, { id, language: received.query.language ?? readerOf(received).language })
  })
  route(rest, contract.pay.signedValues, async (received) => signedFile(parts, await orderOf(received)))
  route(rest, contract.pay.payDebt, async (received) => {
    const linked = await linkedOf(received)
    await payDebt(parts, linked, readerOf(received), received.body)
    return show(linked, received)
  })
  route(rest, contract.pay.payment, async (received) => {
    const orderId = await orderOf(received)
    const loggedIn = await loggedInOf(received.request)
    await payFor(parts, orderId, { ...readerOf(received), loggedIn }, received.body)
    return page(orderId, received)
  })
  route(rest, contract.pay.balanceCode, async (received) => {
    const orderId = await orderOf(received)
    await mailCode(parts, orderId, readerOf(received))
    return page(orderId, received)
  })

  route(rest, contract.pay.checkCard, async (received) => {
    const orderId = await orderOf(received)
    await checkCard(parts, orderId, readerOf(received), received.body)
    return page(orderId, received)
  })
}

/** Services that the driver buys with the session. */
function serviceRoutes(rest: Rest, parts: PayRoutesParts, { orderOf, readerOf, page }: Links): void {
  route(rest, contract.pay.buy, async (received) => {
    const orderId = await orderOf(received)
    await buy(parts, orderId, readerOf(received), received.body)
    return page(orderId, received)
  })
  route(rest, contract.pay.serviceCode, async (received) => {
    const orderId = await orderOf(received)
    await mailCodeFor(parts, orderId, received.body, readerOf(received).language)
    return page(orderId, received)
  })
  route(rest, contract.pay.takeBack, async (received) => {
    const orderId = await orderOf(received)
    await takeBack(parts, orderId, received.params.id)
    return page(orderId, received)
  })
}

/** The driver starts, stops or gives up the session. */
function driveRoutes(rest: Rest, parts: PayRoutesParts, { orderOf, page }: Links): void {
  route(rest, contract.pay.giveUp, async (received) => {
    const orderId = await orderOf(received)
    await cancelByDriver(parts, orderId)
    return page(orderId, received)
  })
  route(rest, contract.pay.start, async (received) => {
    const orderId = await orderOf(received)
    await startByDriver(parts, orderId)
    return page(orderId, received)
  })
  route(rest, contract.pay.stop, async (received) => {
    const orderId = await orderOf(received)
    await stopByDriver(parts, orderId)
    return page(orderId, received)
  })
}

/** What the driver needs where the location shares its current out. */
function needRoutes(rest: Rest, parts: PayRoutesParts, { orderOf }: Links): void {
  route(rest, contract.payNeed.plan, async (received) => readPlan(parts, await orderOf(received)))
  route(rest, contract.payNeed.save, async (received) =>
    saveNeed(parts, await orderOf(received), received.body.need),
  )
}

/** Notices of the session, to the browser that has the page. */
function noticeRoutes(rest: Rest, { notices }: PayRoutesParts, { orderOf, readerOf }: Links): void {
  route(rest, contract.pay.notify, async (received) => {
    const orderId = await orderOf(received)
    const { endpoint, p256dh, auth } = received.body
    const { language } = readerOf(received)
    const keys = { publicKey: p256dh, authSecret: auth }
    const of = { of: { orderId }, userAgent: '' }
    return { id: await notices.subscribe({ ...of, ...keys, endpoint, language }) }
  })
}

/** What the driver says of the session. */
function feedbackRoutes(rest: Rest, parts: PayRoutesParts, { orderOf, page }: Links): void {
  const addFeedback = async (
    orderId: number,
    feedback: { rating: number | null; comment: string },
  ): Promise<void> => {
    // the link of the page names an order that exists
    await say(parts, (await findOrder(parts.db, orderId))!, feedback)
  }
  route(rest, contract.pay.review, async (received) => {
    const orderId = await orderOf(received)
    await addFeedback(orderId, received.body)
    return page(orderId, received)
  })
  route(rest, contract.pay.report, async (received) => {
    const orderId = await orderOf(received)
    await addFeedback(orderId, { rating: null, comment: received.body.comment })
    return page(orderId, received)
  })
}

import { contract, type PayPage } from '@stationmaster/contract'
import { Failure } from '../../platform/failure.ts'
import { type Received, type Rest, route } from '../../platform/http.ts'
import { languageOf } from '../../platform/language.ts'
import type { AccountThrottles } from '../managers/throttles.ts'
import { mailCode } from './balance.ts'
import { cancelByDriver, startByDriver, stopByDriver } from './drive.ts'
import { addLink, cancelOrder, offerOrder, type PayParts } from './offer.ts'
import { readPage } from './page.ts'
import { payFor } from './pay-for.ts'
import { findLinked } from './store.ts'

/** Orders that operators take for drivers, and the page by which drivers pay for them and see them. */
export function payRoutes(
  rest: Rest,
  parts: PayParts & { throttles: AccountThrottles; publicKey(): Promise<string | null> },
): void {
  const { db, clock, throttles } = parts

  route(rest, contract.pay.offer, ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return offerOrder(parts, { caller, remoteAddress, language }, params.id, body)
  })
  route(rest, contract.pay.link, async ({ params, body, caller, remoteAddress, request }) => {
    const language = languageOf(request.headers['accept-language'])
    return { link: await addLink(parts, { caller, remoteAddress, language }, params.id, body.email ?? null) }
  })
  route(rest, contract.pay.cancel, async ({ params, body, caller, remoteAddress }) => {
    await cancelOrder(parts, { caller, remoteAddress }, params.id, body.reason)
    return { order_id: params.id }
  })

  /** The order of a link; whoever guesses at links is soon refused. */
  const orderOf = async ({
    params,
    remoteAddress,
  }: Pick<Received<{ token: string }, unknown, unknown>, 'params' | 'remoteAddress'>): Promise<number> => {
    const attempt = await throttles.useToken(remoteAddress, clock.now())
    const orderId = await findLinked(db, params.token)
    if (orderId === undefined) throw new Failure('payment.not_found')
    await attempt.forgive()
    return orderId
  }
  const after = async (orderId: number, done: Promise<unknown>): Promise<PayPage> => {
    await done
    return readPage(parts, orderId)
  }

  route(rest, contract.pay.page, async (received) => readPage(parts, await orderOf(received)))
  route(rest, contract.pay.payment, async (received) => {
    const orderId = await orderOf(received)
    return after(orderId, payFor(parts, orderId, received.params.token, received.body))
  })
  route(rest, contract.pay.balanceCode, async (received) => {
    const orderId = await orderOf(received)
    const language = languageOf(received.request.headers['accept-language'])
    return after(orderId, mailCode(parts, orderId, { token: received.params.token, language }))
  })

  route(rest, contract.pay.giveUp, async (received) => {
    const orderId = await orderOf(received)
    return after(orderId, cancelByDriver(parts, orderId))
  })
  route(rest, contract.pay.start, async (received) => {
    const orderId = await orderOf(received)
    return after(orderId, startByDriver(parts, orderId))
  })
  route(rest, contract.pay.stop, async (received) => {
    const orderId = await orderOf(received)
    return after(orderId, stopByDriver(parts, orderId))
  })
}

import type { DriverCard, DriverTopUp, driverMoney } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction, isRace } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { takeAttempt } from '../../../platform/secrets/attempt-store.ts'
import { lockDriver } from '../../charging/drivers/store.ts'
import { checkedMinor, checkStateOf } from '../../money/payments/cards/card-check.ts'
import { findSavedCard, removeSavedCard } from '../../money/providers/cards/saved-card-store.ts'
import {
  type DriverPayment,
  findByDriverKey,
  findLastOf,
  findTopUp,
} from '../../money/providers/payment/driver-payment-store.ts'
import type { PaidWith } from '../../money/providers/port.ts'
import { cardOf } from '../pay/ways/pay-for.ts'
import type { AccountParts } from './parts.ts'
import { readAccount } from './profile.ts'

type TopUpBody = z.output<typeof driverMoney.topUp.body>
type CardBody = z.output<typeof driverMoney.saveCard.body>

/** how often a driver may try cards, and may try to pay in */
const cardTries = { limit: 5, windowMs: 15 * MINUTE_MS }
const payTries = { limit: 10, windowMs: 15 * MINUTE_MS }

/** The saved card of a driver and how the check of a new one stands. */
export async function readCard(parts: AccountParts, driverId: number): Promise<DriverCard> {
  const { db, paymentService, publicKey } = parts
  // the app asks again in a moment, so a slow provider keeps nobody waiting
  void paymentService.readWaiting({ driverId })
  const [account, cardKey, last] = await Promise.all([
    readAccount(db, driverId),
    publicKey(),
    findLastOf(db, driverId, 'check'),
  ])
  const state = checkStateOf(last)
  return {
    saved: account.saved_card,
    card_key: cardKey,
    methods: paymentService.connected === null ? [] : [...paymentService.provider.caps.methods],
    check_amount: checkedMinor,
    check: state && {
      state,
      decline: state === 'refused' ? (last?.declineCode ?? 'declined') : null,
      url: last?.action?.url ?? null,
    },
  }
}

/** Checks a card and saves it; throws payment.under_way, payment.driver_blocked, payment.no_provider, request.too_many. */
export async function saveCard(parts: AccountParts, driverId: number, card: CardBody): Promise<DriverCard> {
  const { db, clock, paymentService, mailer } = parts
  await take(parts, `cards of driver ${driverId}`, cardTries)
  await leaveBank(parts, driverId, 'check')
  const id = await inRepeatableTransaction(
    db,
    async (tx) => {
      await lockPayer(tx, driverId)
      await refuseOpen(tx, driverId, 'check')
      await audit(tx, entryOf('driver.check_card', driverId, clock.now()))
      return paymentService.pay(tx, {
        driverId,
        purpose: 'check',
        method: 'card',
        amountMinor: checkedMinor,
        description: `Card check, driver ${driverId}`,
        returnUrl: mailer.link('/driver'),
        paidWith: cardOf(card),
        keepsCard: true,
      })
    },
    isRace,
  )
  await paymentService.carryOut(id)
  return readCard(parts, driverId)
}

/**
 * Forgets the saved card. Charging cards that it pays stay so and begin nothing: the driver, unlike the network, cannot turn them
 * into cards on account.
 */
export async function removeCard(
  { db, clock, paymentService }: AccountParts,
  driverId: number,
): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    const removed = await removeSavedCard(tx, driverId)
    if (!removed) return
    await paymentService.forget(tx, removed)
    await audit(tx, entryOf('driver.remove_own_card', driverId, clock.now()))
  })
}

/** Pays into the balance; the same key again answers the payment that it made. Throws as `saveCard`, and payment.no_saved_card. */
export async function topUp(parts: AccountParts, driverId: number, body: TopUpBody): Promise<DriverTopUp> {
  const { db, clock, paymentService, mailer } = parts
  const made = await findByDriverKey(db, driverId, body.key)
  if (made) return viewOf(made)
  await take(parts, `top-ups of driver ${driverId}`, payTries)
  await leaveBank(parts, driverId, 'top_up')
  const id = await inRepeatableTransaction(
    db,
    async (tx) => {
      await lockPayer(tx, driverId)
      const twin = await findByDriverKey(tx, driverId, body.key)
      if (twin) return twin.id
      await refuseOpen(tx, driverId, 'top_up')
      await audit(tx, {
        ...entryOf('driver.pay_in', driverId, clock.now()),
        after: { amount: body.amount, method: body.method },
      })
      return paymentService.pay(tx, {
        driverId,
        driverKey: body.key,
        purpose: 'top_up',
        method: body.method === 'sbp' ? 'sbp' : 'card',
        amountMinor: body.amount,
        description: `Balance of driver ${driverId}`,
        returnUrl: mailer.link('/driver'),
        paidWith: await paidWithOf(tx, parts, driverId, body),
        keepsCard: body.method === 'card' && body.save_card === true,
      })
    },
    isRace,
  )
  await paymentService.carryOut(id)
  return readTopUp(parts, driverId, id)
}

/** How a payment into the balance stands; throws payment.not_found where it is another's, as where there is none. */
export async function readTopUp(parts: AccountParts, driverId: number, id: number): Promise<DriverTopUp> {
  const { db, paymentService } = parts
  void paymentService.readWaiting({ driverId })
  const payment = await findTopUp(db, driverId, id)
  if (!payment) throw new Failure('payment.not_found')
  return viewOf(payment)
}

const states: Record<DriverPayment['state'], DriverTopUp['state']> = {
  created: 'under_way',
  pending: 'under_way',
  action: 'action',
  held: 'under_way',
  captured: 'paid',
  canceled: 'canceled',
  failed: 'refused',
}

const viewOf = (payment: DriverPayment): DriverTopUp => ({
  id: payment.id,
  amount: payment.amountMinor,
  method: payment.method,
  state: states[payment.state],
  action: payment.action,
  decline: payment.state === 'failed' ? (payment.declineCode ?? 'declined') : null,
  created_at: payment.createdAt.toISOString(),
})

async function take({ db, clock }: AccountParts, what: string, bound: typeof cardTries): Promise<void> {
  const seconds = await takeAttempt(db, what, bound, clock.now())
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
}

/** Cancels an attempt that the driver has left at the bank. */
async function leaveBank(
  { db, paymentService }: AccountParts,
  driverId: number,
  purpose: DriverPayment['purpose'],
): Promise<void> {
  const last = await findLastOf(db, driverId, purpose)
  if (last?.state !== 'action') return
  await inRepeatableTransaction(db, (tx) =>
    paymentService.request(tx, last.id, { kind: 'cancel', amountMinor: 0 }),
  )
  await paymentService.carryOut(last.id)
}

async function lockPayer(tx: Tx, driverId: number): Promise<void> {
  if ((await lockDriver(tx, driverId))?.blocked_at) throw new Failure('payment.driver_blocked')
}

async function refuseOpen(tx: Tx, driverId: number, purpose: DriverPayment['purpose']): Promise<void> {
  const last = await findLastOf(tx, driverId, purpose)
  if (last && ['created', 'pending', 'action', 'held'].includes(last.state))
    throw new Failure('payment.under_way')
}

async function paidWithOf(
  tx: Tx,
  { paymentService }: AccountParts,
  driverId: number,
  body: TopUpBody,
): Promise<PaidWith> {
  if (body.method === 'card') return cardOf(body)
  if (body.method !== 'saved_card') return {}
  const methodRef = await findSavedCard(tx, driverId, paymentService.connected)
  if (methodRef === undefined) throw new Failure('payment.no_saved_card')
  return { methodRef }
}

const entryOf = (action: string, driverId: number, at: Date) => ({
  caller: null,
  action,
  subjectType: 'driver',
  subjectId: driverId,
  at,
})

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inRepeatableTransaction, inTransaction } from '../../../platform/database/transaction.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { carryOutAt } from './carry-out.ts'
import type { PaymentServiceParts } from './parts.ts'
import {
  againAfter,
  answered,
  hasEnded,
  keyLives,
  moot,
  newOperation,
  nextOf,
  type Operation,
  type OperationRequest,
  type RequestRefusal,
  readBack,
  refusalOf,
  refused,
  type Step,
  sentAt,
  stuck,
} from './payment/operation.ts'
import { hasMoved, isUndecided, merge, type PaymentPurpose, type ProviderPayment } from './payment/payment.ts'
import { type PaymentProvider, type PaymentSnapshot, ProviderRefusal, type ReceivedNotice } from './port.ts'
import * as store from './store.ts'

const job = 'payment'
const readJob = 'payment-read'
const forgetJob = 'payment-method-forget'
const mostAtOnce = 100
/** while a driver has something to do the payment is read this often, though a notice should have come */
const readEveryMs = 30 * SECOND_MS
/** the same while the driver looks at the payment page */
const lookMs = 5 * SECOND_MS
/** how long somebody who pays a debt may stay at the bank: until then it counts as being paid */
const leftMs = 15 * MINUTE_MS
/** a hold that ends within this time is looked at */
const holdMarginMs = 24 * HOUR_MS

interface Claimed {
  payment: store.KeptPayment
  operation: Operation
}

interface Written {
  payment: store.KeptPayment
  tell: (() => void) | undefined
}

/**
 * Moves money at the provider. A request is kept in the caller's own transaction and is sent after its commit: by the job that commits
 * with it, or by the job that sends what is due. It always has the same key.
 */
export class PaymentService {
  private readonly parts: PaymentServiceParts

  constructor(parts: PaymentServiceParts) {
    this.parts = parts
    const { jobs } = parts
    jobs.work<{ paymentId: number }>(job, ({ paymentId }) => this.carryOut(paymentId))
    jobs.work<{ paymentId: number }>(readJob, ({ paymentId }) => this.read(paymentId))
    jobs.work<store.SavedMethod>(forgetJob, (saved) => this.removeMethod(saved))
    jobs.schedule('payments-due', '* * * * *', () => this.carryOutDue())
    jobs.schedule('payments-unread', '* * * * *', () => this.readUnread())
    jobs.schedule('payments-left', '* * * * *', () => this.releaseAbandoned())
  }

  /** Who takes the money; throws payment.no_provider where nobody does. */
  get provider(): PaymentProvider {
    if (!this.parts.provider) throw new Failure('payment.no_provider')
    return this.parts.provider
  }

  /** Requests a payment: a hold if the method has holds, else the money itself. Resolves to its id. */
  async pay(tx: Tx, input: store.WantedPayment): Promise<number> {
    const { id: provider, shopId: marketShopId } = this.provider
    const id = await store.insertPayment(tx, { ...input, provider, marketShopId }, this.parts.clock.now())
    await this.keep(tx, id, [], { kind: 'authorize', amountMinor: input.amountMinor })
    return id
  }

  /** Requests a capture, a cancel or a refund of a payment; resolves to why that is not possible, or to null. */
  async request(tx: Tx, paymentId: number, request: OperationRequest): Promise<RequestRefusal | null> {
    const file = await store.lockPayment(tx, paymentId)
    if (!file) return 'ended'
    const refusal = refusalOf(file.payment, file.operations, request)
    if (refusal === null) await this.keep(tx, paymentId, file.operations, request)
    return refusal
  }

  /** Requests an amount without the driver, with the method of an earlier payment. */
  async chargeAgain(tx: Tx, paymentId: number, amountMinor: number, purpose: PaymentPurpose): Promise<void> {
    // payments are never deleted
    const { payment } = (await store.lockPayment(tx, paymentId))!
    const { orderId, method, methodRef, description, returnUrl } = payment
    if (methodRef === null || orderId === null) throw new Failure('payment.no_provider')
    await this.pay(tx, {
      orderId,
      purpose,
      method,
      amountMinor,
      description,
      returnUrl,
      paidWith: { methodRef },
    })
  }

  /** Removes a saved method at its provider, after the transaction that removed it here. */
  async forget(tx: Tx, saved: store.SavedMethod): Promise<void> {
    await this.parts.jobs.send(tx, forgetJob, saved)
  }

  private async removeMethod({ provider, methodRef }: store.SavedMethod): Promise<void> {
    const connected = this.parts.provider
    if (connected?.id === provider) await connected.removeMethod({ key: `forget:${methodRef}`, methodRef })
  }

  /** Who takes the money; null: nobody does. */
  get connected(): string | null {
    return this.parts.provider?.id ?? null
  }

  /** Where the terms of the provider's business accounts are; null: there are none. */
  get agreementUrl(): string | null {
    return this.parts.provider?.vendors?.agreementUrl ?? null
  }

  /** The payments of an order for one purpose at the connected provider, each with its operations, oldest first. */
  async listFiles(db: Db, orderId: number, purpose: PaymentPurpose): Promise<store.OrderFile[]> {
    const files = await store.listFiles(db, [orderId], purpose)
    return files.filter(({ payment }) => payment.provider === this.parts.provider?.id)
  }

  /** The same for several orders, by order. */
  async listFilesOf(
    db: Db,
    orderIds: readonly number[],
    purpose: PaymentPurpose,
  ): Promise<Map<number, store.OrderFile[]>> {
    const files = await store.listFiles(db, orderIds, purpose)
    return groupBy(
      files.filter(({ payment }) => payment.provider === this.connected),
      ({ payment }) => payment.orderId,
    )
  }

  /** Reads an order's undecided payments at their provider, if that provider is connected. */
  async readUndecided(orderId: number, purpose: PaymentPurpose): Promise<void> {
    for (const { payment } of await this.listFiles(this.parts.db, orderId, purpose))
      if (isUndecided(payment))
        await this.read(payment.id).catch((error) => this.parts.report(error, { paymentId: payment.id }))
  }

  /**
   * Reads payments that wait for the driver at the bank, each every five seconds at most: a provider's notice may be late
   * or lost, and the driver who has confirmed is back already. Never rejects: what cannot be read is reported.
   */
  async readWaiting(of: { orderId: number } | { driverId: number }): Promise<void> {
    const { db, clock, report } = this.parts
    const now = clock.now()
    try {
      for (const id of await store.claimWaiting(db, of, new Date(now.getTime() - lookMs), now))
        await this.read(id)
    } catch (error) {
      report(error, of)
    }
  }

  /** The payments of orders for one purpose (null: for any), wherever they were made, locked after their orders, by order. */
  async lockFiles(
    tx: Tx,
    orderIds: readonly number[],
    purpose: PaymentPurpose | null,
  ): Promise<Map<number, store.OrderFile[]>> {
    return groupBy(await store.listFiles(tx, orderIds, purpose, true), ({ payment }) => payment.orderId)
  }

  private async keep(
    tx: Tx,
    id: number,
    before: readonly Operation[],
    request: OperationRequest,
  ): Promise<void> {
    await store.insertOperation(tx, newOperation(id, before, request, this.parts.clock.now()))
    await this.parts.jobs.send(tx, job, { paymentId: id })
  }

  /** Carries out a payment's due operations one after the other; it may be called at any time. */
  async carryOut(paymentId: number): Promise<void> {
    while (await this.carryOutNext(paymentId)) {}
  }

  /** Carries out operations that nobody has sent yet, and sends again those that were not answered. */
  async carryOutDue(): Promise<void> {
    const { db, clock } = this.parts
    for (const id of await store.listDuePayments(db, clock.now(), mostAtOnce)) await this.carryOut(id)
  }

  /** True when there may be more to do at once. */
  private async carryOutNext(paymentId: number): Promise<boolean> {
    const { provider, clock } = this.parts
    const claimed = await this.claim(paymentId)
    if (!claimed || !provider) return false
    const { operation } = claimed
    if (operation.state !== 'sent') return true
    if (operation.attempts > 1 && (await this.wasDone(provider, claimed))) return true
    if (keyLives(operation, provider.caps.keyTtlSeconds, clock.now())) return this.send(provider, claimed)
    await this.finish(operation, (step) => ({ ...step, operation: stuck(step.operation) }))
    return false
  }

  /** Claims a payment's due operation, so that nobody else sends it until its time is over. */
  private claim(paymentId: number): Promise<Claimed | null> {
    const { provider, clock, callMs } = this.parts
    return this.change(paymentId, (step) => {
      const now = clock.now()
      const { dueAt } = step.operation
      if (step.payment.provider !== provider?.id || dueAt === null || dueAt > now) return null
      return moot(step) ?? { ...step, operation: sentAt(step.operation, callMs, now) }
    })
  }

  /** Reads the result of an operation that was sent before; true: the payment's state shows it. */
  private async wasDone(provider: PaymentProvider, { payment, operation }: Claimed): Promise<boolean> {
    if (payment.paymentRef === null) return false
    let snapshot: PaymentSnapshot
    try {
      snapshot = await provider.get(payment.paymentRef)
    } catch (error) {
      this.parts.report(error, operation)
      return false
    }
    const after = await this.finish(operation, (step) => readBack(step, snapshot))
    return after?.operation.state !== 'sent'
  }

  private async send(provider: PaymentProvider, { payment, operation }: Claimed): Promise<boolean> {
    let decide: (step: Step) => Step
    try {
      const { payment: snapshot, refundRef } = await carryOutAt(provider, payment, operation)
      decide = (step) => answered(step, snapshot, refundRef)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) {
        // the provider has not answered clearly: the payment is read, and the operation is sent again with its key
        this.parts.report(error, operation)
        return false
      }
      decide = (step) => refused(step, error.code)
    }
    const after = await this.finish(operation, decide)
    // a capture or cancel that is refused may have been done already
    if (after?.operation.state === 'refused' && after.operation.kind !== 'authorize')
      await this.read(payment.id).catch((error) => this.parts.report(error, operation))
    return after !== null && after.operation.state !== 'sent'
  }

  /** Decides on an operation that went out, unless it was ended meanwhile. */
  private finish({ key, paymentId }: Operation, decide: (step: Step) => Step): Promise<Claimed | null> {
    return this.change(paymentId, (step) => (step.operation.key === key ? decide(step) : null))
  }

  /** Locks a payment with its next operation, decides, and writes what has changed. */
  private async change(paymentId: number, decide: (step: Step) => Step | null): Promise<Claimed | null> {
    const changed = await inRepeatableTransaction(this.parts.db, async (tx) => {
      const file = await store.lockPayment(tx, paymentId)
      const operation = file && nextOf(file.operations)
      const after = operation && decide({ payment: file.payment, operation })
      return after ? { ...(await this.write(tx, file, after)), operation: after.operation } : null
    })
    changed?.tell?.()
    return changed
  }

  private async write(
    tx: Tx,
    { payment: before, operations }: store.PaymentFile,
    { payment: moved, operation }: { payment: ProviderPayment; operation?: Operation | undefined },
  ): Promise<Written> {
    const now = this.parts.clock.now()
    // the first call's card and link are deleted once the provider has answered: anybody with the link could use it
    const sent = moved.state === 'created' ? {} : { paidWith: null, returnUrl: '' }
    const after = { ...before, ...moved, ...sent }
    if (operation && !operations.includes(operation)) await store.updateOperation(tx, operation)
    if (moved !== before) await store.updatePayment(tx, after, now)
    const again = operation && againAfter(after, operations, operation, now)
    if (again) await store.insertOperation(tx, again)
    const ended = operation && !again && hasEnded(operation) ? operation : null
    const tell =
      ended || hasMoved(before, after) ? await this.parts.moved(tx, after, before, ended) : undefined
    return { payment: after, tell }
  }

  /** Reads a payment at its provider; an operation without an answer ends if the payment's state shows its result. */
  async read(paymentId: number): Promise<void> {
    const { db, provider, clock } = this.parts
    const ref = await store.findPaymentRef(db, paymentId)
    if (!provider || ref?.provider !== provider.id) return
    const snapshot = await provider.get(ref.paymentRef)
    const written = await inRepeatableTransaction(db, async (tx) => {
      const file = await store.lockPayment(tx, paymentId)
      if (!file) return undefined
      const { payment, operations } = file
      const operation = nextOf(operations)
      const after = operation
        ? readBack({ payment, operation }, snapshot)
        : { payment: merge(payment, snapshot) }
      await store.recordRead(tx, paymentId, clock.now())
      return this.write(tx, file, after)
    })
    written?.tell?.()
  }

  /** Decides again what follows from a payment's present state; what is already booked stays as it is. */
  async decideAgain(paymentId: number): Promise<void> {
    const tell = await inRepeatableTransaction(this.parts.db, async (tx) => {
      const file = await store.lockPayment(tx, paymentId)
      return file && this.parts.moved(tx, file.payment, file.payment, null)
    })
    tell?.()
  }

  /** Accepts a notice from the provider: throws ProviderRefusal when it is not authentic; a repeated notice changes nothing. */
  async hear(providerId: string, received: Omit<ReceivedNotice, 'now'>): Promise<void> {
    const { db, clock, jobs, provider } = this.parts
    if (provider?.id !== providerId) throw new Failure('payment.no_provider')
    const now = clock.now()
    const notices = await provider.parseNotice({ ...received, now })
    await inTransaction(db, async (tx) => {
      for (const { noticeId, paymentRef } of notices) {
        if (!(await store.recordNotice(tx, providerId, noticeId, now))) continue
        const paymentId = await store.findPaymentId(tx, providerId, paymentRef)
        if (paymentId !== undefined) await jobs.send(tx, readJob, { paymentId })
      }
    })
  }

  /** Reads payments that may have moved without a notice: undecided ones, and holds that are about to expire. */
  async readUnread(): Promise<void> {
    const { db, clock, report } = this.parts
    const now = clock.now().getTime()
    const ids = await store.listUnread(
      db,
      new Date(now - readEveryMs),
      new Date(now + holdMarginMs),
      mostAtOnce,
    )
    for (const id of ids)
      await this.read(id)
        .then(() => this.keepFromEnding(id))
        .catch((error) => report(error, { paymentId: id }))
  }

  /** Cancels attempts to pay a debt that the driver has left unfinished at the bank, so that the debt can be paid again. */
  async releaseAbandoned(): Promise<void> {
    const { db, clock } = this.parts
    const before = new Date(clock.now().getTime() - leftMs)
    for (const id of await store.listLeft(db, before, mostAtOnce)) {
      await inRepeatableTransaction(db, (tx) => this.request(tx, id, { kind: 'cancel', amountMinor: 0 }))
      await this.carryOut(id)
    }
  }

  /** Captures a hold that is about to expire; the part that is too much goes back once the order has ended. */
  private async keepFromEnding(paymentId: number): Promise<void> {
    const { db, clock } = this.parts
    const isRequested = await inTransaction(db, async (tx) => {
      const file = await store.lockPayment(tx, paymentId)
      if (!file) return false
      const { payment, operations } = file
      const request = { kind: 'capture', amountMinor: payment.heldMinor, reason: 'hold_ends' } as const
      const ends =
        payment.holdExpiresAt !== null &&
        payment.holdExpiresAt.getTime() < clock.now().getTime() + holdMarginMs
      if (!ends || payment.purpose === 'check' || refusalOf(payment, operations, request) !== null)
        return false
      await this.keep(tx, paymentId, operations, request)
      return true
    })
    if (isRequested) await this.carryOut(paymentId)
  }
}

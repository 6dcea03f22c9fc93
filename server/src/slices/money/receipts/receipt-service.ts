import type { LiveSignal } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { insertLogs } from '../../charging/orders/store.ts'
import { keyLives } from '../providers/payment/operation.ts'
import type { PaymentPurpose } from '../providers/payment/payment.ts'
import { ProviderRefusal } from '../providers/port.ts'
import { findLocationOf } from '../providers/store.ts'
import { contentOf, knowSellers } from './content.ts'
import { insertPast, type PastMovement } from './past.ts'
import type { ReceiptContent, Till, TillAnswer } from './port.ts'
import { keyOf, nextAttempt, type ReceiptDue, receiptsOf } from './rules.ts'
import * as store from './store.ts'

export interface ReceiptParts {
  db: Db
  clock: Clock
  jobs: Jobs
  /** null: no receipts are made */
  till: Till | null
  /** of the network: days begin by its clocks */
  timeZone: string
  /** how long a call to the till may take */
  callMs: number
  publish(signal: LiveSignal): void
  /** what the till did not answer */
  report(error: unknown, about: object): void
}

/** What moved at the provider in the same transaction. */
export interface MoneyMoved {
  orderId: number
  purpose: PaymentPurpose
  amountMinor: number
  /** the payment there, and the key of the refund that ended with it */
  at?: { paymentId: number; refundKey: string | null }
}

const job = 'receipts'

/** What a receipt begins with. */
type Unsent = Pick<store.NewReceipt, 'businessDay' | 'till' | 'state' | 'dueAt' | 'createdAt'>

/**
 * Makes a fiscal receipt of each movement of a driver's money. It is kept in the transaction of the movement and goes out after it
 * under a key that the till knows it by, again until the till has said what came of it.
 */
export class ReceiptService {
  #isSilent = false

  constructor(private readonly parts: ReceiptParts) {
    parts.jobs.work(job, () => this.sendDue())
    parts.jobs.schedule('receipts-due', '* * * * *', () => this.sendDue())
  }

  /** What registers receipts; null: nobody does. */
  get till(): string | null {
    return this.parts.till?.id ?? null
  }

  /** Whether receipts are made only for those who say where to send them. */
  get needsCustomer(): boolean {
    return this.parts.till?.needsCustomer ?? false
  }

  /**
   * Runs what moves the money of locked orders, and keeps the receipts of what it moved: of what they are sold for, and of
   * `money` at the provider.
   */
  async recordMoves<T>(
    tx: Tx,
    orderIds: readonly number[],
    move: () => Promise<T>,
    money?: MoneyMoved,
  ): Promise<T> {
    if (!this.parts.till || this.#isSilent) return move()
    const before = await store.loadSales(tx, orderIds)
    const result = await move()
    const after = await store.loadSales(tx, orderIds)
    await this.keep(tx, movedBetween(before, after, money))
    return result
  }

  /** Keeps the receipt of what a driver paid to their balance; below zero: of what was noted wrongly. */
  async recordTopUp(tx: Tx, driverId: number, amountMinor: number): Promise<void> {
    if (!this.parts.till || this.#isSilent || amountMinor === 0) return
    const kind = amountMinor > 0 ? 'income' : 'income_return'
    const number = (await store.countAdvances(tx, driverId)) + 1
    const of = { orderId: null, purpose: null, driverId, number, paymentId: null, refundKey: null }
    await this.insert(tx, [{ ...of, kind, settlement: 'advance', amountMinor: Math.abs(amountMinor) }])
  }

  /**
   * Runs what lays out a past, of which no receipts are sent: those of the movements that it resolves with stand as registered
   * afterwards. Nobody else may move money meanwhile.
   */
  async layingOut(work: () => Promise<PastMovement[]>): Promise<void> {
    const { db, till, timeZone } = this.parts
    this.#isSilent = true
    try {
      const movements = await work()
      if (till) await inTransaction(db, (tx) => insertPast(tx, { till: till.id, timeZone }, movements))
    } finally {
      this.#isSilent = false
    }
  }

  private async keep(tx: Tx, moved: readonly Moved[]): Promise<void> {
    const due = moved
      .map((one) => ({ ...one, receipts: receiptsOf(one) }))
      .filter((one) => one.receipts.length > 0)
    if (due.length === 0) return
    const counts = await store.countReceipts(
      tx,
      due.map(({ orderId }) => orderId),
    )
    await this.insert(
      tx,
      due.flatMap(({ orderId, purpose, driverId, at, receipts }) => {
        const last = counts.get(`${orderId} ${purpose}`) ?? 0
        const { paymentId = null, refundKey = null } = at ?? {}
        const of = { orderId, purpose, driverId, paymentId, refundKey }
        return receipts.map((one, i) => ({ ...of, number: last + i + 1, ...one }))
      }),
    )
  }

  private async insert(
    tx: Tx,
    list: readonly (ReceiptDue & Omit<store.NewReceipt, keyof ReceiptDue | keyof Unsent>)[],
  ): Promise<void> {
    const { clock, jobs, timeZone, till } = this.parts
    const now = clock.now()
    const unsent: Unsent = {
      businessDay: dayOf(now, timeZone),
      // without a till nothing is recorded
      till: till!.id,
      state: 'waiting',
      dueAt: now,
      createdAt: now,
    }
    await store.insertReceipts(
      tx,
      list.map((one) => ({ ...one, ...unsent })),
    )
    await jobs.send(tx, job, {})
  }

  /** Sends what is due, one after the other; anybody may call it at any time. */
  async sendDue(): Promise<void> {
    await this.releaseWithSeller()
    while (await this.sendNext()) {}
  }

  /** Has sent what waited until it was entered who sells. */
  private async releaseWithSeller(): Promise<void> {
    const { db, clock, till } = this.parts
    if (!till) return
    await inTransaction(db, async (tx) => {
      const days = await store.listDaysWithoutSeller(tx, till.id)
      if (days.length === 0) return
      const sellerOn = await knowSellers(tx)
      const known = days.filter((day) => sellerOn(day) !== undefined)
      await store.releaseWithSeller(tx, till.id, known, clock.now())
    })
  }

  /** False when nothing is due. */
  private async sendNext(): Promise<boolean> {
    const { till } = this.parts
    const claimed = till && (await this.claim(till))
    if (!claimed) return false
    if (claimed.content === null) return true
    const { receipt, content } = claimed
    try {
      const answer =
        receipt.tillRef === null
          ? await till.register({ key: keyOf(receipt), content })
          : await till.read(receipt.tillRef)
      await this.finish(receipt, (one) => registered(one, answer))
    } catch (error) {
      if (error instanceof ProviderRefusal) await this.finish(receipt, (one) => refused(one, error.message))
      // no clear word of the till's: it is read, or sent again with its key
      else this.parts.report(error, { receipt: receipt.id })
    }
    return true
  }

  /** Takes what is due first, until its call and a pause are over; without a content where it cannot be sent. */
  private claim(till: Till): Promise<{ receipt: store.KeptReceipt; content: ReceiptContent | null } | null> {
    const { db, clock, callMs } = this.parts
    return inTransaction(db, async (tx) => {
      const now = clock.now()
      const due = await store.claimDue(tx, till.id, now)
      if (!due) return null
      const attempts = due.attempts + 1
      const dueAt = nextAttempt(attempts, callMs, now)
      const isKnown = due.tillRef !== null || keyLives(due, till.keyTtlSeconds, now)
      if (dueAt === null || !isKnown) {
        await this.write(tx, { ...due, state: 'stuck', dueAt: null })
        return { receipt: due, content: null }
      }
      const seller = due.content === null && (await knowSellers(tx))(due.businessDay)
      if (seller === undefined) {
        await store.updateReceipt(tx, { ...due, state: 'waiting', dueAt: null, refusal: store.noSeller })
        return { receipt: due, content: null }
      }
      const content = seller ? await contentOf(tx, due, seller) : due.content
      if (!content) {
        await this.write(tx, refused(due, store.saleUnknown))
        return { receipt: due, content: null }
      }
      const firstSentAt = due.firstSentAt ?? now
      const sent: store.KeptReceipt = { ...due, state: 'sent', attempts, dueAt, content, firstSentAt }
      await store.updateReceipt(tx, sent)
      return { receipt: sent, content }
    })
  }

  /** Notes what came of a receipt, unless that is known already. */
  private async finish(
    { id, round }: store.KeptReceipt,
    decide: (receipt: store.KeptReceipt) => store.KeptReceipt,
  ): Promise<void> {
    const { db, publish } = this.parts
    const changed = await inTransaction(db, async (tx) => {
      const receipt = await store.lockReceipt(tx, id)
      if (!receipt || receipt.mark || receipt.round !== round) return null
      const decided = decide(receipt)
      if (decided.state === receipt.state) {
        await store.updateReceipt(tx, decided)
        return null
      }
      await this.write(tx, decided)
      const { orderId } = receipt
      return orderId === null ? null : { id: orderId, locationId: await findLocationOf(tx, orderId) }
    })
    if (changed) publish({ topic: 'order', ...changed })
  }

  private async write(tx: Tx, receipt: store.KeptReceipt): Promise<void> {
    await store.updateReceipt(tx, receipt)
    const { orderId, kind, amountMinor, state, refusal, mark } = receipt
    if (orderId === null) return
    const event = state === 'done' ? `receipt_${kind}` : 'receipt_failed'
    const fields = { value: amountMinor, text: mark ? `№ ${mark.documentNumber}` : refusal }
    await insertLogs(tx, [{ orderId, at: this.parts.clock.now(), kind: 'payment', event, fields }])
  }

  /**
   * Has a receipt sent again that a person looked at: what the till refused as another one, with what is entered now. Throws
   * receipt.not_found, receipt.not_waiting.
   */
  async sendAgain(tx: Tx, id: number): Promise<store.KeptReceipt> {
    const { clock, jobs, till } = this.parts
    const receipt = await store.lockReceipt(tx, id)
    if (!receipt) throw new Failure('receipt.not_found')
    const isRefused = receipt.state === 'refused'
    if (!till || (!isRefused && receipt.state !== 'stuck')) throw new Failure('receipt.not_waiting')
    const restarted = isRefused ? { round: receipt.round + 1, content: null, tillRef: null } : {}
    await store.updateReceipt(tx, {
      ...receipt,
      ...restarted,
      state: 'waiting',
      attempts: 0,
      dueAt: clock.now(),
      refusal: null,
      firstSentAt: null,
    })
    await jobs.send(tx, job, {})
    return receipt
  }
}

const refused = (receipt: store.KeptReceipt, refusal: string): store.KeptReceipt => ({
  ...receipt,
  state: 'refused',
  dueAt: null,
  refusal,
})

/** The receipt after a word of the till's. */
const registered = (receipt: store.KeptReceipt, { ref, mark }: TillAnswer): store.KeptReceipt =>
  mark
    ? { ...receipt, state: 'done', dueAt: null, refusal: null, tillRef: ref, mark }
    : { ...receipt, tillRef: ref ?? receipt.tillRef }

interface Moved extends store.Sale {
  moneyMinor: number
  at?: MoneyMoved['at'] | undefined
}

const nameOf = ({ orderId, purpose }: Pick<Moved, 'orderId' | 'purpose'>) => `${orderId} ${purpose}`

/** What moved of each order and purpose. */
function movedBetween(
  before: readonly store.Sale[],
  after: readonly store.Sale[],
  money: MoneyMoved | undefined,
): Moved[] {
  const sales = new Map(before.map((one) => [nameOf(one), one.saleMinor]))
  const moved = new Map(
    after.map((one): [string, Moved] => [
      nameOf(one),
      { ...one, saleMinor: one.saleMinor - (sales.get(nameOf(one)) ?? 0), moneyMinor: 0 },
    ]),
  )
  if (!money) return [...moved.values()]
  const none = { orderId: money.orderId, purpose: money.purpose, driverId: null, saleMinor: 0 }
  const of = moved.get(nameOf(money)) ?? none
  return [...moved.set(nameOf(money), { ...of, moneyMinor: money.amountMinor, at: money.at }).values()]
}

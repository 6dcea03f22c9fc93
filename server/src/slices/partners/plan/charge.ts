import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { type PaymentSnapshot, ProviderRefusal, planRefOf } from '../../money/providers/port.ts'
import { listOwnedStations } from '../../stations/stations/lists/owned-store.ts'
import { endPlan, type Tell } from './follow.ts'
import {
  findInvoice,
  findOpenInvoice,
  type Invoice,
  insertInvoice,
  listDueInvoices,
  updateInvoice,
} from './invoices/invoice-store.ts'
import { amountOf, payInvoice, refuse } from './outcome.ts'
import type { PlanParts } from './parts.ts'
import { ended, isCovered, renewalBill } from './rules.ts'
import { findAccount, findMethod, listDueSubscriptions, lockSubscription } from './store.ts'

const job = 'plan-charge'
const mostAtOnce = 100
/** how often an undecided charge is read again */
const againMs = MINUTE_MS

const keyOf = ({ id, attempt }: Invoice): string => `plan:${id}:${attempt}`
const refOf = ({ id, attempt }: Invoice): string => planRefOf(id, attempt)

/** The result of a call to the provider: the state of the payment, or why there is none. */
type Outcome = PaymentSnapshot | { declineCode: string }

/**
 * Charges what plans cost. An invoice is stored before its charge is sent, with a key for each attempt, so that a repeated call
 * charges once. Each step is a transaction that checks again what is still open.
 */
export class PlanCharges {
  constructor(private readonly parts: PlanParts) {
    const { jobs } = parts
    jobs.work<{ invoiceId: number }>(job, ({ invoiceId }) => this.charge(invoiceId))
    jobs.schedule('plan-due', '* * * * *', () => this.runDue())
  }

  /** Schedules the charge of an invoice for when the transaction has committed. */
  schedule(tx: Tx, invoiceId: number): Promise<void> {
    return this.parts.jobs.send(tx, job, { invoiceId })
  }

  /** Renews the subscriptions that are due, and continues open invoices. */
  async runDue(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    for (const id of await listDueSubscriptions(db, now, mostAtOnce)) await this.renew(id)
    for (const id of await listDueInvoices(db, now, mostAtOnce)) await this.charge(id)
  }

  /** Begins the next period of a subscription with an invoice, or ends it where it is canceled or no station sells any more. */
  private async renew(id: number): Promise<void> {
    const { clock } = this.parts
    await this.together(async (tx) => {
      const now = clock.now()
      const one = await lockSubscription(tx, id)
      if (one.state !== 'active' || one.dueAt === null || one.dueAt > now) return []
      if (await findOpenInvoice(tx, id)) return []
      const owned = await listOwnedStations(tx, one.managerId)
      const account = await findAccount(tx, one.managerId)
      const count = owned.filter(isCovered).length
      const bill = one.cancels ? null : renewalBill(one, count, account?.country ?? 'DE')
      if (!bill) return endPlan(tx, this.parts, ended(one))
      await this.schedule(tx, await insertInvoice(tx, id, bill, now))
      return []
    })
  }

  /** Charges an invoice, or reads the result of its charge; may be called at any time. */
  async charge(invoiceId: number): Promise<void> {
    const invoice = await this.claim(invoiceId)
    if (!invoice) return
    let outcome: Outcome
    try {
      outcome = await this.send(invoice)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) {
        // the result is unknown: the call is repeated with the same key
        this.parts.report(error, { invoiceId })
        return
      }
      outcome = { declineCode: error.code }
    }
    await this.decide(invoice, outcome)
  }

  /** Claims an open invoice that is due, so that no other server sends it for a time; null: there is nothing to send. */
  private claim(invoiceId: number): Promise<Invoice | null> {
    const { clock, callMs, paymentService } = this.parts
    let claimed: Invoice | null = null
    return this.together(async (tx) => {
      claimed = null
      const now = clock.now()
      const found = await this.findDue(tx, invoiceId, now)
      if (!found) return []
      const { one, invoice } = found
      if (amountOf(invoice) === 0) return payInvoice(tx, this.parts, one, invoice)
      const method = await findMethod(tx, one.managerId)
      const first = invoice.sentAt === null
      if (first && (!method || method.provider !== paymentService.connected))
        return refuse(tx, this.parts, one, invoice, 'no_payment_method')
      claimed = {
        ...invoice,
        ...(first && method
          ? {
              provider: method.provider,
              marketShopId: paymentService.provider.shopId,
              methodRef: method.methodRef,
            }
          : {}),
        sentAt: invoice.sentAt ?? now,
        dueAt: new Date(now.getTime() + callMs + 5 * SECOND_MS),
      }
      await updateInvoice(tx, claimed)
      return []
    }).then(() => claimed)
  }

  private async findDue(tx: Tx, invoiceId: number, now: Date) {
    const found = await findInvoice(tx, invoiceId)
    if (!found) return null
    const one = await lockSubscription(tx, found.subscriptionId)
    const invoice = await findOpenInvoice(tx, one.id)
    return invoice?.id === invoiceId && invoice.dueAt !== null && invoice.dueAt <= now
      ? { one, invoice }
      : null
  }

  private async send(invoice: Invoice): Promise<Outcome> {
    const { clock, paymentService, mailer } = this.parts
    const { provider } = paymentService
    if (invoice.paymentRef !== null) return provider.get(invoice.paymentRef)
    // a claimed invoice has the time when it is sent
    const sentAt = invoice.sentAt!.getTime()
    if (clock.now().getTime() - sentAt > provider.caps.keyTtlSeconds * SECOND_MS) {
      const around = await provider.list(new Date(sentAt - HOUR_MS), clock.now(), [])
      const made = around.find(({ orderRef }) => orderRef === refOf(invoice))
      return made?.snapshot ?? { declineCode: 'never_arrived' }
    }
    return provider.authorize({
      key: keyOf(invoice),
      orderRef: refOf(invoice),
      amountMinor: amountOf(invoice),
      method: 'card',
      captures: true,
      description: 'Stationmaster Pro',
      // a claimed invoice names the method that is charged
      paidWith: { methodRef: invoice.methodRef! },
      returnUrl: mailer.link('/settings/payments'),
    })
  }

  private async decide({ id, attempt }: Invoice, outcome: Outcome): Promise<void> {
    const { clock } = this.parts
    await this.together(async (tx) => {
      const kept = await findInvoice(tx, id)
      // an invoice is never deleted
      const one = await lockSubscription(tx, kept!.subscriptionId)
      const open = await findOpenInvoice(tx, one.id)
      if (open?.id !== id || open.attempt !== attempt) return []
      if (!('state' in outcome)) return refuse(tx, this.parts, one, open, outcome.declineCode)
      const invoice = { ...open, paymentRef: outcome.paymentRef }
      if (outcome.state === 'captured') return payInvoice(tx, this.parts, one, invoice)
      // nobody is there to answer a question of the bank
      if (['failed', 'canceled', 'action'].includes(outcome.state))
        return refuse(tx, this.parts, one, invoice, outcome.declineCode ?? outcome.state)
      await updateInvoice(tx, { ...invoice, dueAt: new Date(clock.now().getTime() + againMs) })
      return []
    })
  }

  /** Runs work in a transaction, and publishes its signals once that has committed. */
  private async together(work: (tx: Tx) => Promise<Tell[]>): Promise<void> {
    for (const publish of await inRepeatableTransaction(this.parts.db, work)) publish()
  }
}

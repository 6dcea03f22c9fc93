import { createHash } from 'node:crypto'
import type { BusinessBody, cardBody, Payout } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { ProviderRefusal, ProviderUnknown, type Vendors } from '../../money/providers/port.ts'
import { findOpenInvoice, updateInvoice } from './invoices/invoice-store.ts'
import type { PlanParts } from './parts.ts'
import { findAccount, findSubscription, replaceMethod, updateBank, upsertAccount } from './store.ts'

export type From = { caller: Caller; remoteAddress: string }

/** The same input has the same key, so that a form that is sent again after no answer takes effect once. */
const keyOf = (what: string, { caller }: From, content: object): string =>
  `${what}:${caller.id}:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`

async function callProvider<T>(
  call: Promise<T>,
  refusal: 'plan.card_refused' | 'plan.account_refused',
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new Failure(refusal, { code: error.code })
    if (error instanceof ProviderUnknown) throw new Failure('payment.provider_away')
    throw error
  }
}

/**
 * Saves a card at the provider to pay the plan with; a renewal that was refused is tried with it at once.
 * Throws plan.card_refused.
 */
export async function saveMethod(
  parts: PlanParts,
  from: From,
  { credit_card: card }: z.output<typeof cardBody>,
): Promise<void> {
  const { db, clock, paymentService, mailer } = parts
  const { provider } = paymentService
  const paidWith = {
    card: {
      encryptedCardNumber: card.encrypted_card_number,
      encryptedSecurityCode: card.encrypted_security_code,
      expirationMonth: card.expiration_month,
      expirationYear: card.expiration_year,
    },
  }
  const request = {
    key: keyOf('plan-card', from, card),
    paidWith,
    returnUrl: mailer.link('/settings/payments'),
  }
  const saved = await callProvider(provider.saveMethod(request), 'plan.card_refused')
  if (saved.action !== null) throw new Failure('plan.card_refused', { code: 'bank_asks' })
  const { methodRef, card: shown } = saved
  const kept = {
    provider: provider.id,
    methodRef,
    brand: shown?.brand ?? null,
    last4: shown?.last4 ?? null,
  }
  await inRepeatableTransaction(db, async (tx) => {
    const now = clock.now()
    const before = await replaceMethod(tx, from.caller.id, kept, now)
    if (before && before.methodRef !== methodRef) await paymentService.forget(tx, before)
    await retryNow(tx, from.caller.id, now)
    const { brand, last4 } = kept
    await auditPlan(tx, from, 'plan.method', { brand, last4 }, now)
  })
}

async function retryNow(tx: Tx, managerId: number, now: Date): Promise<void> {
  const one = await findSubscription(tx, managerId, true)
  const open = one?.state === 'past_due' ? await findOpenInvoice(tx, one.id) : undefined
  if (open && open.sentAt === null) await updateInvoice(tx, { ...open, dueAt: now })
}

/**
 * Opens the caller's business account at the provider, with consent to its terms where it has some, or changes it. Throws
 * plan.account_refused, plan.no_accounts.
 */
export async function saveBusiness(parts: PlanParts, from: From, body: BusinessBody): Promise<void> {
  const { db, clock, paymentService } = parts
  const { agreed, ...business } = body
  const vendors = vendorsOf(parts)
  const provider = paymentService.provider.id
  const before = await findAccount(db, from.caller.id)
  const vendorRef = before?.provider === provider ? before.vendorRef : null
  const mustAgree = vendorRef === null && vendors.agreementUrl !== null
  if (mustAgree && !agreed)
    throw new Failure('request.invalid', [{ path: 'agreed', message: 'The terms have to be agreed to.' }])
  const { remoteAddress } = from
  const consent = mustAgree ? { day: dayOf(clock.now(), parts.timeZone), remoteAddress } : null
  const key = keyOf('plan-business', from, { vendorRef, business, consent })
  const saved = await callProvider(
    vendors.saveVendor({ key, vendorRef, business, consent }),
    'plan.account_refused',
  )
  const { country, city, zip, address } = business
  const isCompany = 'taxId' in business
  const name = isCompany ? business.name : `${business.firstName} ${business.lastName}`
  const taxId = isCompany ? business.taxId : business.vendorPrincipal.personalIdentificationNumber
  await inRepeatableTransaction(db, async (tx) => {
    const now = clock.now()
    const account = { provider, vendorRef: saved.vendorRef, name, taxId, country, city, zip, address }
    await upsertAccount(tx, from.caller.id, account, now)
    const about = consent ? { name, country, agreed: vendors.agreementUrl } : { name, country }
    await auditPlan(tx, from, 'plan.business', about, now)
  })
}

/** Sends the provider the bank account for payouts; only the bank's name is stored here. Throws plan.business_missing. */
export async function saveBank(parts: PlanParts, from: From, payout: Payout): Promise<void> {
  const { db, clock, paymentService } = parts
  const account = await findAccount(db, from.caller.id)
  if (account?.provider !== paymentService.provider.id) throw new Failure('plan.business_missing')
  const { vendorRef } = account
  const key = keyOf('plan-bank', from, { vendorRef, payout })
  await callProvider(vendorsOf(parts).savePayout({ key, vendorRef, payout }), 'plan.account_refused')
  await inRepeatableTransaction(db, async (tx) => {
    const { bankName, baseCurrency: currency } = payout
    await updateBank(tx, from.caller.id, { bankName, currency })
    await auditPlan(tx, from, 'plan.bank', { bankName, currency }, clock.now())
  })
}

function vendorsOf({ paymentService }: PlanParts): Vendors {
  const { vendors } = paymentService.provider
  if (!vendors) throw new Failure('plan.no_accounts')
  return vendors
}

const auditPlan = (tx: Tx, from: From, action: string, after: object, at: Date): Promise<void> =>
  audit(tx, { ...from, action, subjectType: 'manager', subjectId: from.caller.id, after, at })

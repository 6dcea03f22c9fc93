import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../platform/schema/schema.ts'
import { inForce, sharesOf } from '../../money/contracts/rules.ts'
import { listTerms } from '../../money/contracts/store.ts'
import { loadRates } from '../../money/contracts/terms-store.ts'
import { transfersOf } from '../../money/ledger/rules.ts'
import { post } from '../../money/ledger/store.ts'
import { endPlan, switchStations, type Tell, tellOwner } from './follow.ts'
import { type Invoice, updateInvoice, updatePaid } from './invoices/invoice-store.ts'
import type { PlanParts } from './parts.ts'
import { covers, paid, refused, type Subscription } from './rules.ts'
import { findAccount, updateSubscription } from './store.ts'

export const amountOf = ({ priceMinor, creditMinor }: Invoice): number => priceMinor - creditMinor

/** Closes an invoice as paid: the subscription continues, its stations are monetized, and the ledger gets a posting. */
export async function payInvoice(
  tx: Tx,
  parts: PlanParts,
  one: Subscription,
  invoice: Invoice,
): Promise<Tell[]> {
  const { clock, timeZone } = parts
  const now = clock.now()
  const businessDay = dayOf(now, timeZone)
  const account = await findAccount(tx, one.managerId)
  const seller = inForce(await listTerms(tx, 'legal_details'), businessDay)
  await updateInvoice(tx, invoice)
  await updatePaid(
    tx,
    invoice.id,
    {
      seller: {
        name: seller?.name ?? '',
        inn: seller?.inn ?? null,
        address: seller?.address ?? '',
        vat_bp: seller?.vatBp ?? null,
      },
      buyer: {
        name: account?.name ?? '',
        tax_id: account?.taxId ?? '',
        country: account?.country ?? '',
        city: account?.city ?? '',
        zip: account?.zip ?? '',
        address: account?.address ?? '',
      },
    },
    { year: Number(businessDay.slice(0, 4)), now },
  )
  await updateSubscription(tx, paid(one, invoice), now)
  await postPayment(tx, invoice, now, businessDay)
  return invoice.stations
    ? switchStations(tx, parts, one.managerId, { earning: invoice.stations, freed: invoice.freed })
    : []
}

/** Posts the charge of an invoice to the ledger, with the commission of the bank. */
async function postPayment(tx: Tx, invoice: Invoice, at: Date, businessDay: string): Promise<void> {
  const amountMinor = amountOf(invoice)
  if (amountMinor <= 0) return
  const provider = invoice.provider ?? ''
  const marketShopId = invoice.marketShopId ?? ''
  const payment = { methodType: 'card', provider, capturedMinor: amountMinor, givenBackMinor: 0 } as const
  const terms = { ownerId: null, fees: new Map(), rates: await loadRates(tx) }
  const { bankCommissionMinor } = sharesOf(payment, terms, businessDay)
  await post(tx, [
    {
      cause: `plan:${invoice.id}`,
      kind: 'subscribed',
      at,
      businessDay,
      orderId: null,
      locationId: null,
      ownerId: null,
      methodType: null,
      provider,
      marketShopId,
      orderCount: 0,
      energyWh: 0,
      transfers: transfersOf({
        type: 'subscribed',
        provider,
        marketShopId,
        amountMinor,
        bankCommissionMinor,
      }),
    },
  ])
}

/** Records that a charge was refused: a renewal is tried again later, any other invoice becomes void and changes nothing. */
export async function refuse(
  tx: Tx,
  parts: PlanParts,
  one: Subscription,
  invoice: Invoice,
  declineCode: string,
): Promise<Tell[]> {
  const now = parts.clock.now()
  const next = refused(one, invoice.kind, now)
  const again = next.state === 'past_due'
  await updateInvoice(
    tx,
    again
      ? { ...invoice, attempt: invoice.attempt + 1, sentAt: null, paymentRef: null, dueAt: next.dueAt }
      : { ...invoice, state: 'void', dueAt: null },
    declineCode,
  )
  if (next.state === 'ended' && covers(one)) return endPlan(tx, parts, next)
  await updateSubscription(tx, next, now)
  if (again) await tellOwner(tx, parts, one.managerId, 'planRefused', async () => ({}))
  return []
}

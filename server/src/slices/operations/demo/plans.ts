import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { DAY_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findOpenInvoice, insertInvoice } from '../../partners/plan/invoices/invoice-store.ts'
import { payInvoice, refuse } from '../../partners/plan/outcome.ts'
import type { PlanParts } from '../../partners/plan/parts.ts'
import { periodEndOf, renewalBill, startBill } from '../../partners/plan/rules.ts'
import type { KeptMethod } from '../../partners/plan/store.ts'
import {
  findSubscription,
  insertSubscription,
  replaceMethod,
  updateBank,
  upsertAccount,
} from '../../partners/plan/store.ts'
import { findManagerByEmail } from '../../people/managers/store.ts'
import { listOwnedStations } from '../../stations/stations/lists/owned-store.ts'
import { owners } from './locations.ts'
import { getManagerOf } from './store.ts'

/** A plan of an owner in the past: when it began and with which card of the sandbox it is paid. */
export interface PastPlan {
  managerId: number
  daysAgo: number
  card: 'approved' | 'no_money'
  business: { name: string; taxId: string; city: string; zip: string; address: string; bankName: string }
}

/** Test cards of the sandbox, in parts: the server holds a whole card number only while it encrypts it. */
const cards = {
  approved: { parts: ['4242', '4242', '4242', '4242'], brand: 'Visa', last4: '4242' },
  no_money: { parts: ['4000', '0000', '0000', '9995'], brand: 'Visa', last4: '9995' },
} as const

/** Plays the payments of owners' plans: each period is charged, or refused from the second one on. */
export async function payPlans(db: Db, plans: PlanParts, pasts: readonly PastPlan[]): Promise<void> {
  for (const past of pasts) {
    const method = await keepCard(plans, past)
    await inTransaction(db, (tx) => playPlan(tx, plans, past, method))
  }
}

/** Saves a card at the provider, so that later periods are really charged. Without a provider, only the card's name is kept. */
async function keepCard(
  { paymentService, mailer, clock }: PlanParts,
  { managerId, card }: PastPlan,
): Promise<Omit<KeptMethod, 'id'>> {
  const { parts, ...shown } = cards[card]
  const unkept = { provider: 'sandbox', methodRef: `demo-${managerId}`, ...shown }
  if (paymentService.connected !== 'sandbox') return unkept
  try {
    // the sandbox has a key
    const key = (await paymentService.provider.publicKey())!
    const sealed = (text: string) =>
      publicEncrypt(
        {
          key: createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
          padding: constants.RSA_PKCS1_OAEP_PADDING,
          oaepHash: 'sha256',
        },
        Buffer.from(text),
      ).toString('base64')
    const { methodRef } = await paymentService.provider.saveMethod({
      key: `demo-card-${managerId}`,
      returnUrl: mailer.link('/settings/payments'),
      paidWith: {
        card: {
          encryptedCardNumber: sealed(parts.join('')),
          encryptedSecurityCode: sealed('123'),
          expirationMonth: 12,
          expirationYear: clock.now().getUTCFullYear() + 3,
        },
      },
    })
    return { ...unkept, methodRef }
  } catch {
    return unkept
  }
}

async function playPlan(
  tx: Tx,
  plans: PlanParts,
  { managerId, daysAgo, card, business }: PastPlan,
  method: Omit<KeptMethod, 'id'>,
): Promise<void> {
  const now = plans.clock.now()
  const begun = new Date(now.getTime() - daysAgo * DAY_MS)
  const at = (then: Date): PlanParts => ({ ...plans, clock: { now: () => then } })
  const { bankName, ...account } = business
  const stations = (await listOwnedStations(tx, managerId)).flatMap(({ id, monetized }) =>
    monetized ? [id] : [],
  )
  await replaceMethod(tx, managerId, method, begun)
  await upsertAccount(
    tx,
    managerId,
    { provider: 'sandbox', vendorRef: `demo-${managerId}`, country: 'RU', ...account },
    begun,
  )
  await updateBank(tx, managerId, { bankName, currency: 'EUR' })
  const bill = startBill({ frequency: 'monthly', stations, freed: [] }, 'RU', 0, begun)
  const id = await insertSubscription(tx, {
    managerId,
    frequency: 'monthly',
    quantity: stations.length,
    anchoredAt: begun,
    periodStart: begun,
    periodEnd: periodEndOf(begun, begun, 'monthly'),
    creditMinor: 0,
    switchedOff: [],
  })
  await insertInvoice(tx, id, bill, begun)
  for (;;) {
    // it was inserted above
    const one = (await findSubscription(tx, managerId, true))!
    const due = one.dueAt ?? begun
    if (due > now) return
    // an active subscription with stations is renewed
    if (one.state === 'active') await insertInvoice(tx, id, renewalBill(one, stations.length, 'RU')!, due)
    // a subscription that is due has an open invoice
    const invoice = (await findOpenInvoice(tx, id))!
    const charged = {
      ...invoice,
      provider: method.provider,
      marketShopId: 'sandbox',
      methodRef: method.methodRef,
    }
    if (card === 'approved' || invoice.kind === 'start')
      await payInvoice(tx, at(due), one, { ...charged, sentAt: due, paymentRef: `demo-${invoice.id}` })
    else await refuse(tx, at(due), one, charged, 'insufficient_funds')
  }
}

/** The manager of the demo pays for the third month; the payment of the other owner for the second month is refused. */
export async function pastPlans(db: Db): Promise<PastPlan[]> {
  const manager = await getManagerOf(db, 'manager')
  const [, other] = await Promise.all(owners.map(({ email }) => findManagerByEmail(db, email)))
  return [
    {
      managerId: manager.id,
      daysAgo: 80,
      card: 'approved',
      business: {
        name: 'ООО «Тихий ход»',
        taxId: '9900000017',
        city: 'Москва',
        zip: '125047',
        address: 'Лесная ул., 7',
        bankName: 'Первый банк',
      },
    },
    {
      // the demo has two owners
      managerId: other!.id,
      daysAgo: 33,
      card: 'no_money',
      business: {
        name: 'Павел Коваль',
        taxId: '9900000024',
        city: 'Калининград',
        zip: '236022',
        address: 'Театральная ул., 30',
        bankName: 'Первый банк',
      },
    },
  ]
}

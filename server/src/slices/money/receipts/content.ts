import { writing } from '@stationmaster/units'
import type { Tx } from '../../../platform/schema/schema.ts'
import { findManager } from '../../people/managers/store.ts'
import { inForce } from '../contracts/rules.ts'
import { type LegalTerms, listTerms } from '../contracts/store.ts'
import { soldOf } from '../providers/payment/payment.ts'
import { findMoneyRefs, type MoneyRefs } from '../providers/store.ts'
import type { ReceiptContent } from './port.ts'
import { type Part, partsOf, vatIn } from './rules.ts'
import { findContact, findServiceName, findSold, findTaxBefore, type Receipt, type Sold } from './store.ts'

export type Seller = LegalTerms & { inn: string }

/** Who the network is on each day; undefined: its legal details are not entered, or have no INN. */
export async function knowSellers(tx: Tx): Promise<(day: string) => Seller | undefined> {
  const details = await listTerms(tx, 'legal_details')
  return (day) => {
    const legal = inForce(details, day)
    return legal?.inn ? { ...legal, inn: legal.inn } : undefined
  }
}

/** What a receipt is sent as, in Russian as the law wants it; undefined: nobody knows any more what was sold. */
export async function contentOf(
  tx: Tx,
  receipt: Receipt,
  legal: Seller,
): Promise<ReceiptContent | undefined> {
  const { kind, settlement, amountMinor: totalMinor, businessDay, orderId, driverId } = receipt
  const { name, inn, taxSystem, address } = legal
  const sold = orderId === null ? undefined : await findSold(tx, orderId)
  const before = kind === 'income_return' && sold ? await findTaxBefore(tx, receipt) : undefined
  const vatBp = before === undefined ? legal.vatBp : before
  const supplier = sold ? await supplierOf(tx, sold, businessDay) : null
  const known = sold && (await soldParts(tx, receipt, sold))
  if (orderId !== null && !known) return undefined
  const parts = known ? partsOf(totalMinor, known) : [advance(totalMinor)]
  return {
    kind,
    settlement,
    totalMinor,
    seller: { name, inn, taxSystem, address },
    lines: parts.map((part) => ({ ...part, vatBp, vatMinor: vatIn(part.amountMinor, vatBp), supplier })),
    customer: customerOf(sold ?? (driverId === null ? undefined : await findContact(tx, driverId))),
    money: await moneyOf(tx, receipt),
  }
}

/** How the till's provider calls the money; null: the till is nobody's who took any of it. */
async function moneyOf(
  tx: Tx,
  { till, orderId, purpose, paymentId, refundKey }: Receipt,
): Promise<MoneyRefs | null> {
  if (orderId === null || purpose === null) return null
  return (await findMoneyRefs(tx, till, { orderId, purpose, paymentId, refundKey })) ?? null
}

const advance = (amountMinor: number): Part => ({ name: 'Пополнение баланса', amountMinor })

async function soldParts(
  tx: Tx,
  { purpose }: Receipt,
  { stationNumber, energyWh, ...sold }: Sold,
): Promise<Part[] | undefined> {
  const soldId = purpose && soldOf(purpose)
  if (soldId) {
    const name = await findServiceName(tx, soldId)
    return name === undefined ? undefined : [{ name, amountMinor: 0 }]
  }
  if (purpose === 'parking') return [{ name: `Простой, станция ${stationNumber}`, amountMinor: 0 }]
  const energy = energyWh > 0 ? `, ${writing.number(energyWh / 1000, 'ru', 3)} кВт·ч` : ''
  const reservation = { name: `Бронирование, станция ${stationNumber}`, amountMinor: sold.reservationMinor }
  const charging = {
    name: `Зарядка электромобиля, станция ${stationNumber}${energy}`,
    amountMinor: sold.chargingMinor,
  }
  // a reservation that nobody charged after
  return sold.chargingMinor === 0 && sold.reservationMinor > 0 ? [reservation] : [charging, reservation]
}

/** The owner who sells the service, if we are that owner's agent. */
async function supplierOf(
  tx: Tx,
  { ownerId }: Sold,
  day: string,
): Promise<ReceiptContent['lines'][number]['supplier']> {
  if (ownerId === null) return null
  const contracts = (await listTerms(tx, 'contracts')).filter((one) => one.ownerId === ownerId)
  const agreed = inForce(contracts, day)
  if (!agreed?.inn) return null
  const owner = await findManager(tx, ownerId)
  const name = [owner?.first_name, owner?.last_name].filter(Boolean).join(' ') || (owner?.email ?? '')
  return { name, inn: agreed.inn }
}

function customerOf(
  contact: { email: string | null; phone: string | null } | undefined,
): ReceiptContent['customer'] {
  if (contact?.email) return { email: contact.email }
  return contact?.phone ? { phone: contact.phone } : null
}

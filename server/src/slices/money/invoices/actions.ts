import { dayOf, firstDayOf, lastDayOf, monthOf, previousMonth } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findFleet, listFleetIds, lockFleet } from '../../charging/drivers/fleets/store.ts'
import { vatBpUnder } from '../../charging/drivers/terms/contract.ts'
import { listContracts } from '../../charging/drivers/terms/contract-store.ts'
import { inForce } from '../contracts/rules.ts'
import { listTerms } from '../contracts/store.ts'
import { transfersOf } from '../ledger/rules.ts'
import { post } from '../ledger/store.ts'
import { type DriverLine, linesOf, totalOf } from './rules.ts'
import { findInvoice, insertInvoice, listInvoicesOf, sumDrivers, updatePaid } from './store.ts'

export interface InvoiceParts {
  db: Db
  clock: Clock
  /** of the network: months end by its clocks */
  timeZone: string
}

interface By {
  caller: Caller
  remoteAddress: string
}

/** When it is issued, and who does it; null: the server itself. */
interface Issuing {
  at: Date
  timeZone: string
  by: By | null
}

const audited = { subjectType: 'fleet_invoice' } as const

/**
 * Issues the invoice of a month that is over, once; resolves with its id. Months are invoiced in order: nothing may be invoiced before
 * a month that is invoiced already. Throws fleet.not_found, fleet_invoice.nothing.
 */
export const issueInvoice = (
  { db, clock, timeZone }: InvoiceParts,
  by: By,
  of: { fleetId: number; month: string },
): Promise<number> => issue(db, { at: clock.now(), timeZone, by }, of)

/**
 * Issues the invoices of the month before this one that are still to be issued; may run twice, and in several servers at once. A month
 * in which a fleet has used nothing has none. Sessions that were closed after their month's invoice stand in the next one.
 */
export async function issueDueInvoices(db: Db, at: Date, timeZone: string): Promise<void> {
  const month = previousMonth(monthOf(dayOf(at, timeZone)))
  for (const fleetId of await listFleetIds(db))
    await issue(db, { at, timeZone, by: null }, { fleetId, month }).catch(unlessNothing)
}

function unlessNothing(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'fleet_invoice.nothing')) throw error
}

async function issue(
  db: Db,
  { at, timeZone, by }: Issuing,
  { fleetId, month }: { fleetId: number; month: string },
): Promise<number> {
  const today = dayOf(at, timeZone)
  const work = () =>
    inRepeatableTransaction(db, async (tx) => {
      if (!(await lockFleet(tx, fleetId))) throw new Failure('fleet.not_found')
      const invoices = await listInvoicesOf(tx, fleetId)
      const there = invoices.find((one) => one.month === month)
      if (there) return there.id
      const isTooSoon = month >= today.slice(0, 7) || invoices.some((one) => one.month > month)
      const billed = invoices.flatMap((one) => one.lines)
      const lines = isTooSoon ? [] : linesOf(await sumDrivers(tx, fleetId, month), billed)
      if (lines.length === 0) throw new Failure('fleet_invoice.nothing')
      const id = await insertInvoice(tx, {
        ...(await drawnUp(tx, fleetId, month, lines)),
        at,
        year: Number(today.slice(0, 4)),
        managerId: by?.caller.id ?? null,
      })
      const after = { fleetId, month, ...totalOf(lines) }
      await audit(tx, {
        ...audited,
        caller: by?.caller ?? null,
        remoteAddress: by?.remoteAddress ?? null,
        action: 'fleet_invoice.issue',
        subjectId: id,
        after,
        at,
      })
      return id
    })
  // of two invoices at once the second one takes the next number
  return work().catch((error: unknown) =>
    isDuplicate(error, 'fleet_invoices_year_number_key') ? work() : Promise.reject(error),
  )
}

/** An invoice of these lines between the fleet and the network as they are at the end of the month. */
async function drawnUp(tx: Tx, fleetId: number, month: string, lines: DriverLine[]) {
  const [fleet, details] = await Promise.all([findFleet(tx, fleetId, month), listTerms(tx, 'legal_details')])
  if (!fleet) throw new Failure('fleet.not_found')
  const legal = inForce(details, lastDayOf(month))
  const seller = { name: legal?.name ?? '', inn: legal?.inn ?? null, address: legal?.address ?? '' }
  const [contract] = (await listContracts(tx, [fleetId])).filter(
    ({ validFrom, validTo }) =>
      validFrom <= lastDayOf(month) && (validTo === null || validTo >= firstDayOf(month)),
  )
  const vatKind = contract?.vat ?? null
  const { name, taxNumber, address, contractNumber } = fleet
  return {
    fleetId,
    month,
    lines,
    amountMinor: totalOf(lines).amountMinor,
    vatBp: vatBpUnder(vatKind, legal?.vatBp ?? null),
    vatKind,
    parties: { seller, buyer: { name, taxNumber, address, contractNumber } },
  }
}

/** Marks an invoice as paid to our bank account, once, in the ledger. Throws fleet_invoice.not_found, fleet_invoice.paid. */
export async function payInvoice(
  { db, clock }: InvoiceParts,
  { caller, remoteAddress }: By,
  id: number,
  { paidOn, documentNumber }: { paidOn: string; documentNumber: string },
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const invoice = await findInvoice(tx, id)
    if (!invoice) throw new Failure('fleet_invoice.not_found')
    const isNew = await updatePaid(tx, id, { paidOn, documentNumber, at, managerId: caller.id })
    if (!isNew) throw new Failure('fleet_invoice.paid')
    const { fleetId, amountMinor } = invoice
    await post(tx, [
      {
        cause: `fleet_invoice:${id}:paid`,
        kind: 'top_up',
        at,
        businessDay: paidOn,
        orderId: null,
        locationId: null,
        ownerId: null,
        methodType: null,
        provider: '',
        marketShopId: '',
        orderCount: 0,
        energyWh: 0,
        transfers: transfersOf({ type: 'invoice_paid', fleetId, amountMinor }),
      },
    ])
    const after = { amountMinor, paidOn, documentNumber }
    await audit(tx, {
      ...audited,
      caller,
      remoteAddress,
      action: 'fleet_invoice.pay',
      subjectId: id,
      after,
      at,
    })
  })
}

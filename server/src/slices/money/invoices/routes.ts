import { contract, type FleetInvoice, type Language } from '@stationmaster/contract'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { taxIn } from '../contracts/tax.ts'
import { type InvoiceParts, issueInvoice, payInvoice } from './actions.ts'
import { fleetInvoicePdf, numberOf, vatOf } from './pdf.ts'
import { totalOf } from './rules.ts'
import { type FleetInvoiceRow, findInvoice, listInvoices } from './store.ts'

/** The content of a link to an invoice. */
interface InvoiceLink {
  id: number
  caller: Caller
  language: Language
}

/** Invoices of fleets, for administrators. */
export function fleetInvoiceRoutes(
  rest: Rest,
  parts: InvoiceParts & { currency: string; downloads: DownloadLinks },
): void {
  const { db, downloads } = parts
  const { fleetInvoices } = contract

  const get = async (id: number): Promise<FleetInvoiceRow> => {
    const row = await findInvoice(db, id)
    if (!row) throw new Failure('fleet_invoice.not_found')
    return row
  }

  route(rest, fleetInvoices.list, async ({ query }) => {
    const { rows, total } = await listInvoices(db, query)
    return { items: rows.map(viewOf), total }
  })

  route(rest, fleetInvoices.issue, async ({ params, body, caller, remoteAddress }) => {
    const month = { fleetId: params.id, month: body.month }
    return viewOf(await get(await issueInvoice(parts, { caller, remoteAddress }, month)))
  })

  route(rest, fleetInvoices.pay, async ({ params: { id }, body, caller, remoteAddress }) => {
    const payment = { paidOn: body.paid_on, documentNumber: body.document_number }
    await payInvoice(parts, { caller, remoteAddress }, id, payment)
    return viewOf(await get(id))
  })

  route(rest, fleetInvoices.download, async ({ params: { id }, body, caller }) => {
    await get(id)
    const link: InvoiceLink = { id, caller, ...body }
    return { url: downloads.offer('fleet-invoice', link) }
  })
  downloads.serve('fleet-invoice', async (what) => {
    const { id, language } = what as InvoiceLink
    const invoice = await get(id)
    const body = await fleetInvoicePdf(invoice, language, parts)
    return { name: `${numberOf(invoice)}.pdf`, type: 'application/pdf', body }
  })
}

function viewOf(row: FleetInvoiceRow): FleetInvoice {
  const { sessions, energyWh } = totalOf(row.lines)
  const percent = vatOf(row)
  return {
    id: row.id,
    fleet_id: row.fleetId,
    fleet_name: row.fleetName,
    month: row.month,
    number: numberOf(row),
    amount: row.amountMinor,
    vat: percent === null ? null : taxIn(row.amountMinor, percent),
    vat_percent: percent,
    sessions,
    energy: energyWh,
    issued_at: row.issuedAt.toISOString(),
    paid_on: row.paidOn,
    document_number: row.documentNumber,
    can: { pay: row.paidOn === null },
  }
}

import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { VatKind } from '../../charging/drivers/terms/contract.ts'
import type { DriverLine } from './rules.ts'

/** Who an invoice is between, as they were when it was issued. */
export interface InvoiceParties {
  seller: { name: string; inn: string | null; address: string }
  buyer: { name: string; taxNumber: string; address: string; contractNumber: string }
}

export interface FleetInvoiceRow {
  id: number
  fleetId: number
  /** its name today */
  fleetName: string
  month: string
  year: number
  number: number
  amountMinor: number
  vatBp: number | null
  /** why it has no VAT or has it; null: as the network's legal details say */
  vatKind: VatKind | null
  lines: DriverLine[]
  parties: InvoiceParties
  issuedAt: Date
  paidOn: string | null
  documentNumber: string | null
}

const selected = sql`i.id, i.fleet_id as "fleetId", f.name as "fleetName", i.month, i.year, i.number,
  i.amount_minor as "amountMinor", i.vat_bp as "vatBp", i.vat_kind as "vatKind", i.lines, i.parties, i.issued_at as "issuedAt",
  i.paid_on as "paidOn", i.document_number as "documentNumber"
  from fleet_invoices i join fleet_view f on f.id = i.fleet_id`

/** A page of invoices, the newest first; of one fleet where it is named. */
export async function listInvoices(
  db: Db,
  { limit, offset, fleet }: { limit: number; offset: number; fleet?: number | undefined },
): Promise<{ rows: FleetInvoiceRow[]; total: number }> {
  const found = fleet === undefined ? sql`true` : sql`i.fleet_id = ${fleet}`
  const [page, count] = await Promise.all([
    sql<FleetInvoiceRow>`select ${selected} where ${found}
      order by i.issued_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from fleet_invoices i where ${found}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findInvoice(db: Db, id: number): Promise<FleetInvoiceRow | undefined> {
  const { rows } = await sql<FleetInvoiceRow>`select ${selected} where i.id = ${id}`.execute(db)
  return rows[0]
}

/** The invoices of a fleet; the caller has locked the fleet, so that none is issued meanwhile. */
export async function listInvoicesOf(tx: Tx, fleetId: number): Promise<FleetInvoiceRow[]> {
  const { rows } =
    await sql<FleetInvoiceRow>`select ${selected} where i.fleet_id = ${fleetId} order by i.month`.execute(tx)
  return rows
}

/** What the sessions of a fleet's drivers have come to by the end of a month (YYYY-MM), by driver. */
export async function sumDrivers(db: Db, fleetId: number, month: string): Promise<DriverLine[]> {
  const { rows } = await sql<DriverLine>`
    select o.driver_id as "driverId", coalesce(trim(min(d.first_name) || ' ' || min(d.last_name)), '') as name,
      sum(l.order_count)::bigint as sessions, sum(l.energy_wh)::bigint as "energyWh",
      sum(l.amount_minor)::bigint as "amountMinor"
    from fleet_line_view l left join order_view o on o.id = l.order_id left join driver_view d on d.id = o.driver_id
    where l.account = ${`fleet_balance:${fleetId}`} and l.kind <> 'top_up'
      and l.business_day < ${`${month}-01`}::date + interval '1 month'
    group by o.driver_id order by 2, 1`.execute(db)
  return rows
}

type NewInvoice = Pick<
  FleetInvoiceRow,
  'fleetId' | 'month' | 'amountMinor' | 'vatBp' | 'vatKind' | 'lines' | 'parties'
> & {
  at: Date
  year: number
  /** null: the server itself */
  managerId: number | null
}

/** Adds an invoice with the next number of its year. Two at once violate the key fleet_invoices_year_number_key. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<number> {
  const { fleetId, month, amountMinor, vatBp, vatKind, lines, parties, at, year, managerId } = invoice
  const { rows } = await sql<{ id: number }>`
    insert into fleet_invoices (fleet_id, month, year, number, amount_minor, vat_bp, vat_kind, lines, parties, issued_at, issued_by)
    select ${fleetId}, ${month}, ${year}, coalesce(max(number), 0) + 1, ${amountMinor}, ${vatBp}::int, ${vatKind},
      ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(parties)}::jsonb, ${at}, ${managerId}
    from fleet_invoices where year = ${year} returning id`.execute(tx)
  return first(rows).id
}

/** Marks an invoice as paid; false: it is already. */
export async function updatePaid(
  tx: Tx,
  id: number,
  paid: { paidOn: string; documentNumber: string; at: Date; managerId: number },
): Promise<boolean> {
  const { rows } =
    await sql`update fleet_invoices set paid_on = ${paid.paidOn}::date, document_number = ${paid.documentNumber},
      paid_at = ${paid.at}, paid_by = ${paid.managerId}
    where id = ${id} and paid_on is null returning id`.execute(tx)
  return rows.length > 0
}

import type { TaxSystem } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** What every row of the tables has besides its own. */
interface Entered {
  id: number
  validFrom: string
  createdAt: Date
  createdBy: string | null
}

export interface ContractTerms {
  ownerId: number
  number: string
  inn: string | null
  agentFeeBp: number
  validFrom: string
}

export interface RateTerms {
  provider: string
  methodType: 'card' | 'sbp' | 'terminal'
  rateBp: number
  validFrom: string
}

export interface LegalTerms {
  name: string
  inn: string | null
  address: string
  vatBp: number | null
  taxSystem: TaxSystem
  validFrom: string
}

export interface DebtRule {
  refuses: boolean
  fromMinor: number
  validFrom: string
}

export interface IdleTerms {
  /** null: of every location without terms of its own */
  locationId: number | null
  graceMinutes: number
  blockMinutes: number
  blockMinor: number
  capMinor: number | null
  nightFrom: number | null
  nightTo: number | null
  validFrom: string
}

export interface Terms {
  contracts: ContractTerms
  bank_rates: RateTerms
  legal_details: LegalTerms
  debt_rules: DebtRule
  idle_terms: IdleTerms
}
export type TermsTable = keyof Terms
export type TermsRow<T extends TermsTable> = Terms[T] &
  Entered & { ownerName: string | null; locationName: string | null }

const columns = {
  contracts: {
    ownerId: 'owner_id',
    number: 'number',
    inn: 'inn',
    agentFeeBp: 'agent_fee_bp',
    validFrom: 'valid_from',
  },
  bank_rates: { provider: 'provider', methodType: 'method_type', rateBp: 'rate_bp', validFrom: 'valid_from' },
  legal_details: {
    name: 'name',
    inn: 'inn',
    address: 'address',
    vatBp: 'vat_bp',
    taxSystem: 'tax_system',
    validFrom: 'valid_from',
  },
  debt_rules: { refuses: 'refuses', fromMinor: 'from_minor', validFrom: 'valid_from' },
  idle_terms: {
    locationId: 'location_id',
    graceMinutes: 'grace_minutes',
    blockMinutes: 'block_minutes',
    blockMinor: 'block_minor',
    capMinor: 'cap_minor',
    nightFrom: 'night_from',
    nightTo: 'night_to',
    validFrom: 'valid_from',
  },
} as const satisfies { [T in TermsTable]: Record<keyof Terms[T], string> }

/** What rows that take one another's place have in common. */
const groups = {
  contracts: sql`o.last_name, o.first_name, t.owner_id`,
  bank_rates: sql`t.provider, t.method_type`,
  legal_details: sql`t.valid_from desc`,
  debt_rules: sql`t.valid_from desc`,
  idle_terms: sql`l.name nulls first, t.location_id`,
} as const

const nameOf = (person: string) =>
  sql.raw(`coalesce(nullif(trim(${person}.first_name || ' ' || ${person}.last_name), ''), ${person}.email)`)

const selected = <T extends TermsTable>(table: T, where = sql`true`) => sql<TermsRow<T>>`
  select t.id, t.created_at as "createdAt", ${nameOf('m')} as "createdBy", ${nameOf('o')} as "ownerName",
    l.name as "locationName",
    ${sql.raw(
      Object.entries(columns[table])
        .map(([name, column]) => `t.${column} as "${name}"`)
        .join(', '),
    )}
  from ${sql.table(table)} t left join manager_view m on m.id = t.created_by
  left join manager_view o on ${table === 'contracts' ? sql`o.id = t.owner_id` : sql`false`}
  left join location_view l on ${table === 'idle_terms' ? sql`l.id = t.location_id` : sql`false`}
  where ${where} order by ${groups[table]}, t.valid_from desc`

/** Everything that was entered, what replaces one another together and the newest first. */
export async function listTerms<T extends TermsTable>(db: Db, table: T): Promise<TermsRow<T>[]> {
  return (await selected(table).execute(db)).rows
}

export async function findTerms<T extends TermsTable>(
  db: Db,
  table: T,
  id: number,
): Promise<TermsRow<T> | undefined> {
  return (await selected(table, sql`t.id = ${id}`).execute(db)).rows[0]
}

export async function lockTerms(tx: Tx, table: TermsTable, id: number): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

const pairsOf = (table: TermsTable, terms: object) =>
  Object.entries(columns[table]).map(([name, column]) => ({
    column: sql.ref(column),
    value: (terms as Record<string, unknown>)[name] ?? null,
  }))

export async function insertTerms<T extends TermsTable>(
  tx: Tx,
  table: T,
  terms: Terms[T],
  by: { managerId: number; at: Date },
): Promise<number> {
  const pairs = pairsOf(table, terms)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(pairs.map(({ column }) => column))}, created_at, created_by)
    values (${sql.join(pairs.map(({ value }) => value))}, ${by.at}, ${by.managerId}) returning id`.execute(tx)
  return first(rows).id
}

export async function updateTerms<T extends TermsTable>(
  tx: Tx,
  table: T,
  id: number,
  terms: Terms[T],
): Promise<void> {
  const set = pairsOf(table, terms).map(({ column, value }) => sql`${column} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
}

/** The providers that have a commission for payments at terminals. */
export async function listTerminalProviders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select distinct provider from bank_rates where method_type = 'terminal'`.execute(db)
  return rows.map(({ provider }) => provider)
}

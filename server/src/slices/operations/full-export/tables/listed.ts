import type { Schema } from '../../../../platform/schema/schema.ts'

export type Table = keyof Schema & string
type Column<T extends Table> = keyof Schema[T] & string

/**
 * How a row belongs to a location: by a column of its own, by its station, connector or order, by its owner, or by the row of
 * another table that a column names.
 */
export type Belonging =
  | 'self'
  | 'location'
  | 'station'
  | 'connector'
  | 'order'
  | 'owner'
  | readonly [column: string, table: Table]

/** A table of which rows are written. */
export interface Written<T extends Table = Table> {
  /** its files in the export */
  name: string
  /** what a row is */
  what: string
  /** which rows an owner's export holds, where one of these holds; without it there are none */
  own?: readonly Belonging[]
  /** columns that an owner's export lacks, as the back office shows them to nobody else */
  ownersLack?: readonly Column<T>[]
  /** columns that leave only sealed under SECRET_KEY, each with the reason */
  secret?: Partial<Record<Column<T>, string>>
  /** columns that say how a server is at this moment, which is no business of the next one: empty in the export */
  passing?: readonly Column<T>[]
  /** rows without their secrets are of no use */
  withSecretsOnly?: true
  /** a file for each day or month of `at` */
  by?: 'day' | 'month'
  /** where no primary key says it: by what the rows are ordered */
  order?: readonly Column<T>[]
  /** of entries of the ledger up to one number, so that all parts tell of the same entries: the column of that number */
  entry?: Column<T>
}

/** Of each table: how its rows are written, or why they are not. */
export type Listing<T extends Table = Table> = Written<T> | { left: string }

export type ListingOf<Names extends Table> = { readonly [T in Names]: Listing<T> }

export const isWritten = (listing: Listing): listing is Written => 'name' in listing

/** Why tables stay behind that only hold what a server knows of itself at this moment. */
export const left = {
  login: 'a log-in or a device of one server: people log in again at the next',
  code: 'a code or link that is good for minutes or used once',
  queue: 'work under way: whoever reads the export must not do it a second time',
  server: 'how one server or one database is, not the network',
  cache: 'kept for speed, and asked for again',
  file: 'a file on its way to a person, gone in days',
} as const

export const hashed = 'the hash of a secret'
export const sealed = 'a secret, sealed under SECRET_KEY'

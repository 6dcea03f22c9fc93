import type { Kind, Read } from '../neutral.ts'
import type { Json } from '../reading/values.ts'

/** A row of a table of another system, by its columns. */
export type Row = Readonly<Record<string, Json>>

/** A row as it is kept until it is applied. */
export interface Staged {
  of: string
  key: string
  body: Row
}

/** A table of another system that is read. */
export interface SourceTable {
  /** as it is called there */
  name: string
  /** its rows are read in the order of this column, which names each */
  by: string
  /** columns that are kept; all others are passed over, secrets among them */
  columns: readonly string[]
  /** the value that a column must have, where most rows are of no use */
  only?: readonly [column: string, value: string]
  /** the rows that are kept of one; [] to pass over it */
  stage(row: Row): Staged[]
}

/** Finds kept rows of other tables. */
export interface Look {
  /** by their keys */
  byKey(of: string, keys: readonly (string | null)[]): Promise<ReadonlyMap<string, Row>>
  /** below parents: their keys begin with that of the parent; in order */
  below(of: string, parents: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>>
}

/** What mappings need to know of this network. */
export interface Here {
  currency: string
}

export type KindReader<K extends Kind> = {
  /** the kept rows that it begins from */
  of: string
  read(rows: readonly Staged[], look: Look, here: Here): Promise<Read<K>[]>
}

/** Another system: its tables, and what its rows mean. */
export interface Source {
  /** what an address of it begins with; null: it is read from files alone */
  protocols: readonly string[] | null
  /** how its files are written */
  files: 'mysqldump' | 'pgdump' | 'json' | 'csv'
  tables: readonly SourceTable[]
  kinds: { readonly [K in Kind]?: KindReader<K> }
}

/** The key of something below something else. */
export const under = (parent: string, own: string): string => `${parent}\u0001${own}`

/** The key of a number, in the order of numbers. */
export const numbered = (value: Json): string => String(value ?? '').padStart(12, '0')

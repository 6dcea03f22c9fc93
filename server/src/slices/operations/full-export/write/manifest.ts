import type { Scope } from '../scope.ts'
import type { Table } from '../tables/listed.ts'
import { writtenTables } from '../tables/tables.ts'
import type { Note } from './notes.ts'
import type { FileNote } from './packed-file.ts'

export const formatName = 'stationmaster-full-export'
/** of the files' form, not of the product */
export const formatVersion = 1

export interface ManifestTable {
  /** of the database */
  table: string
  rows: number
  /** of energy in Wh and of money in minor units of the currency */
  sums: Record<string, number>
  files: FileNote[]
}

export interface Manifest {
  format: string
  format_version: number
  /** version of the product that wrote it, and its last migration */
  product: string
  migration: number
  at: string
  currency: string
  scope: { kind: 'network' } | { kind: 'owner'; owner_id: number | null; location_ids: number[] }
  /** whether rows have secrets, sealed under the network's SECRET_KEY */
  secrets: boolean
  /** when rows were read: between the first and the last instant people and stations went on */
  read: { from: string; to: string }
  ledger: { through_entry: number }
  tables: Record<string, ManifestTable>
  files: FileNote[]
  /** files that the store did not have */
  missing_files: string[]
  sequences: Record<string, number>
}

interface Known {
  product: string
  migration: number
  at: Date
  currency: string
  scope: Scope
  hasSecrets: boolean
  throughEntry: number
  sequences: Record<string, number>
  tables: readonly Table[]
}

/** What an export holds: counts, sums, and the hash of each file. */
export function manifestOf(notes: readonly Note[], known: Known): Manifest {
  const { scope, at } = known
  const instants = notes.map((note) => note.at).sort()
  return {
    format: formatName,
    format_version: formatVersion,
    product: known.product,
    migration: known.migration,
    at: at.toISOString(),
    currency: known.currency,
    scope: scope
      ? { kind: 'owner', owner_id: scope.ownerId, location_ids: [...scope.locationIds] }
      : { kind: 'network' },
    secrets: known.hasSecrets,
    read: { from: instants[0] ?? at.toISOString(), to: instants.at(-1) ?? at.toISOString() },
    ledger: { through_entry: known.throughEntry },
    tables: Object.fromEntries(
      known.tables.map((table) => [writtenTables.get(table)?.name ?? table, tableOf(notes, table)]),
    ),
    files: notes.filter(({ table }) => table === null).flatMap(({ files }) => files),
    missing_files: notes
      .filter(({ table, files }) => table === null && files.length === 0)
      .map(({ last }) => String(last?.[0])),
    sequences: known.sequences,
  }
}

function tableOf(notes: readonly Note[], table: Table): ManifestTable {
  const own = notes.filter((note) => note.table === table)
  const sums: Record<string, number> = {}
  for (const note of own)
    for (const [column, sum] of Object.entries(note.sums))
      if (column !== 'through_entry') sums[column] = (sums[column] ?? 0) + sum
  return {
    table,
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
    sums,
    files: own.flatMap(({ files }) => files),
  }
}

import type { FileStore } from '../../../../platform/files/file-store.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { productVersion } from '../../../../platform/general/version.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { lastEntryId } from '../../../money/ledger/store.ts'
import {
  childrenFirst,
  lastMigration,
  readSequences,
  readShapes,
  type TableShape,
} from '../catalogue-store.ts'
import { schemaOf } from '../schema-document.ts'
import type { Scope } from '../scope.ts'
import { columnsOf } from '../tables/columns.ts'
import type { Table } from '../tables/listed.ts'
import { writtenTables } from '../tables/tables.ts'
import { writeFiles } from './copied-files.ts'
import { manifestOf } from './manifest.ts'
import type { Note, Sink } from './notes.ts'
import { writePart } from './part.ts'
import { periodsOf } from './periods.ts'
import type { Picture } from './picture-store.ts'
import { timesOf } from './rows-store.ts'

export interface ExportParts {
  clock: Clock
  store: FileStore
  currency: string
}

export interface ExportOptions {
  scope: Scope
  /** seals what leaves only so; null: it stays */
  secretKey: string | null
  /** rows of a part at the most */
  rowsMost: number
  /** one picture of the database, or one for each part */
  picture: Picture
  /** hears of each finished part, and stops the work by throwing */
  onPart?(note: Note): void | Promise<void>
  onRows?(table: Table, rows: number): void
}

/** What is known before the first picture is taken. */
export interface Ready {
  sink: Sink
  shapes: ReadonlyMap<Table, TableShape>
  throughEntry: number
  noted: readonly Note[]
}

interface Plan extends ExportParts, ExportOptions, Ready {}

/** The tables that an export holds, in the order in which they are written. */
function tablesOf(
  shapes: ReadonlyMap<Table, TableShape>,
  { scope, secretKey }: Pick<ExportOptions, 'scope' | 'secretKey'>,
): Table[] {
  const wanted = [...writtenTables].filter(
    ([, listing]) => (scope === null || listing.own) && (secretKey !== null || !listing.withSecretsOnly),
  )
  return childrenFirst(
    shapes,
    wanted.map(([table]) => table),
  )
}

/** Looks what was written before, and up to which entry of the ledger this export tells. */
export async function prepareExport(db: Db, sink: Sink): Promise<Ready> {
  const noted = await sink.notes()
  return { sink, noted, shapes: await readShapes(db), throughEntry: await throughEntryOf(db, noted) }
}

/** Writes everything that is not written yet, part by part; parts that are written stay. */
export async function writeExport(parts: ExportParts, ready: Ready, options: ExportOptions): Promise<void> {
  const { clock, currency } = parts
  const { scope, secretKey, picture } = options
  const { sink, shapes, throughEntry } = ready
  const plan: Plan = { ...parts, ...options, ...ready }
  const all = tablesOf(shapes, options)
  sink.begin?.(all.length)
  for (const table of all) await writeTable(plan, table)
  await writeFiles(plan)
  const manifest = manifestOf(await sink.notes(), {
    product: productVersion,
    migration: await picture(lastMigration),
    at: clock.now(),
    currency,
    scope,
    throughEntry,
    hasSecrets: secretKey !== null,
    sequences: scope ? {} : await picture(readSequences),
    tables: all,
  })
  await sink.finish([
    { path: 'schema.json', text: `${JSON.stringify(schemaOf(shapes, options, currency), null, 2)}\n` },
    { path: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
  ])
}

/** Entries up to that at which the export was begun: those that were written before a kill stay right. */
async function throughEntryOf(db: Db, noted: readonly Note[]): Promise<number> {
  const earlier = noted.find(({ table }) => table === 'ledger_entries' || table === 'ledger_transfers')
  const through = earlier?.sums.through_entry
  return through ?? lastEntryId(db)
}

async function writeTable(plan: Plan, table: Table): Promise<void> {
  const earlier = plan.noted.filter((note) => note.table === table)
  if (earlier.some(({ ended }) => ended)) return
  const listing = writtenTables.get(table)
  if (listing?.by) await writePeriods(plan, table, earlier)
  else await writeNumbered(plan, table, earlier)
}

/** A part for each day or month, the last of them with a mark. */
async function writePeriods(plan: Plan, table: Table, earlier: readonly Note[]): Promise<void> {
  const { name = table, by = 'day' } = writtenTables.get(table) ?? {}
  const times = await plan.picture((tx) => timesOf(tx, table))
  const written = new Set(earlier.map(({ period }) => period))
  for (const within of times ? periodsOf(by, times) : [])
    if (!written.has(within.name))
      await writeOne(plan, { table, name: `${name}-${within.name}`, within, after: null, ended: false })
  await plan.sink.keep(emptyNote(plan, table))
}

/** Parts of so many rows, in the order of the primary key. */
async function writeNumbered(plan: Plan, table: Table, earlier: readonly Note[]): Promise<void> {
  const { name = table } = writtenTables.get(table) ?? {}
  const isWhole = plan.shapes.get(table)?.key.length === 0
  let after = earlier.at(-1)?.last ?? null
  for (let number = earlier.length + 1; ; number += 1) {
    const padded = String(number).padStart(4, '0')
    const note = await writeOne(plan, {
      table,
      name: `${name}-${padded}`,
      within: null,
      after,
      ended: isWhole,
    })
    if (!note || note.ended) {
      if (!note) await plan.sink.keep(emptyNote(plan, table))
      return
    }
    after = note.last
  }
}

interface OnePart {
  table: Table
  name: string
  within: { name: string; from: Date; to: Date } | null
  after: readonly unknown[] | null
  ended: boolean
}

async function writeOne(plan: Plan, { table, name, within, after, ended }: OnePart): Promise<Note | null> {
  const { sink, shapes, scope, secretKey, throughEntry, clock, rowsMost } = plan
  const [shape, listing] = [shapes.get(table), writtenTables.get(table)]
  if (!shape || !listing) throw new Error(`There is no table ${table}.`)
  const { columns, sealed } = columnsOf(shape, listing, { scope, secretKey })
  const hasMoney = columns.some((column) => column.endsWith('_minor')) && !columns.includes('currency')
  const written = await plan.picture((tx) =>
    writePart(
      tx,
      {
        table,
        shape,
        listing,
        scope,
        columns,
        sealed,
        throughEntry,
        after,
        within,
        currency: hasMoney ? plan.currency : null,
        // rows without a key cannot be divided
        rowsMost: ended ? Number.MAX_SAFE_INTEGER : rowsMost,
      },
      {
        workshop: sink.workshop,
        name,
        secretKey,
        at: clock.now(),
        onRows: (rows) => plan.onRows?.(table, rows),
      },
    ),
  )
  if (!written) return null
  const note: Note = {
    ...written,
    sums: listing.entry ? { ...written.sums, through_entry: throughEntry } : written.sums,
    period: within?.name ?? null,
    ended: ended || (!within && written.rows < rowsMost),
  }
  await sink.keep(note)
  await plan.onPart?.(note)
  return note
}

/** Says that a table has no more rows. */
const emptyNote = ({ clock, throughEntry }: Plan, table: Table): Note => ({
  files: [],
  table,
  rows: 0,
  last: null,
  period: null,
  ended: true,
  sums: writtenTables.get(table)?.entry ? { through_entry: throughEntry } : {},
  at: clock.now().toISOString(),
})

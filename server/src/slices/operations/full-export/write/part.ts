import { join } from 'node:path'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { seal } from '../../../../platform/secrets/seal.ts'
import { csvLineOf, headerOf } from './cells.ts'
import { type Note, workshopName } from './notes.ts'
import { PackedFile } from './packed-file.ts'
import { readRows, type Wanted } from './rows-store.ts'

/** Sums of these are in the manifest: money in minor units, and energy. */
const isSummed = (column: string): boolean => /_(minor|wh)$/.test(column)

export interface PartOptions {
  workshop: string
  /** of its files: orders-0001 */
  name: string
  /** seals what leaves only so */
  secretKey: string | null
  at: Date
  /** stops the work by throwing */
  onRows(rows: number): void
}

/** Writes the rows of a part twice, as JSON lines and as CSV; null where there are none. */
export async function writePart(
  tx: Tx,
  wanted: Wanted,
  { workshop, name, secretKey, at, onRows }: PartOptions,
): Promise<Omit<Note, 'period' | 'ended'> | null> {
  const paths = [`data/${name}.jsonl.gz`, `csv/${name}.csv.gz`] as const
  const [lines, cells] = [
    new PackedFile(placeOf(workshop, paths[0])),
    new PackedFile(placeOf(workshop, paths[1])),
  ]
  const columns = wanted.currency ? [...wanted.columns, 'currency'] : wanted.columns
  const summed = wanted.columns.filter(isSummed)
  const sums: Record<string, number> = Object.fromEntries(summed.map((column) => [column, 0]))
  let [count, last]: [number, unknown[] | null] = [0, null]
  await cells.write(headerOf(columns))
  for await (const batch of readRows(tx, wanted)) {
    let [text, table] = ['', '']
    for (const { line, secrets } of batch) {
      const row = JSON.parse(line) as Record<string, unknown>
      text += `${secrets && secretKey ? withSealed(line, seal(secretKey, JSON.parse(secrets))) : line}\n`
      table += csvLineOf(columns, row)
      for (const column of summed) sums[column] = (sums[column] ?? 0) + Number(row[column] ?? 0)
      last = wanted.shape.key.map((key) => row[key])
    }
    count += batch.length
    await lines.write(text)
    await cells.write(table)
    onRows(count)
  }
  const ends = [await lines.end(), await cells.end()]
  if (count === 0) return null
  const files = ends.map((end, index) => ({ path: paths[index] ?? '', ...end }))
  return { files, table: wanted.table, rows: count, sums, last, at: at.toISOString() }
}

const placeOf = (workshop: string, path: string): string => join(workshop, workshopName(path))

const withSealed = (line: string, sealed: string): string => `${line.slice(0, -1)},"sealed":"${sealed}"}`

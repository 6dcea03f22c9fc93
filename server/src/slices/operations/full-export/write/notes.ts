import type { Table } from '../tables/listed.ts'
import type { FileNote } from './packed-file.ts'

/** What is known of a part that is written. */
export interface Note {
  files: FileNote[]
  /** of which table it holds rows; null: a file */
  table: Table | null
  rows: number
  /** sums of energy and money by column */
  sums: Record<string, number>
  /** the key of its last row */
  last: unknown[] | null
  /** the day or month of which it holds rows */
  period: string | null
  /** the table has no more */
  ended: boolean
  /** when its rows were read */
  at: string
}

/** Where an export is written to. */
export interface Sink {
  /** a folder of this machine for what is being written */
  readonly workshop: string
  /** Says of how many tables there will be parts. */
  begin?(tables: number): void
  /** parts that were written before, in their order */
  notes(): Promise<Note[]>
  /** Keeps a part: its files stand in the workshop under their names' last parts. Once it is done the part outlives a kill. */
  keep(note: Note): Promise<void>
  /** Keeps the last files, the manifest among them: the export is whole. */
  finish(files: readonly { path: string; text: string }[]): Promise<void>
}

/** A file's place in the workshop. */
export const workshopName = (path: string): string => path.replaceAll('/', '+')

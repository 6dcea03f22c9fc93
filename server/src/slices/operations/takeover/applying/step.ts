import type { Caller } from '../../../../platform/http/caller.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { ImportsParts } from '../../imports/actions.ts'
import type { Kind, NeutralOf, Read, Remark } from '../neutral.ts'
import type { Run } from '../run-store.ts'

/** What is needed to look at records, and to write them. */
export interface StepContext {
  run: Run
  /** false: a dry run, which writes nothing of the network */
  apply: boolean
  at: Date
  caller: Caller
  parts: Omit<ImportsParts, 'db' | 'live'>
}

export type Outcome = 'added' | 'here' | 'refused'

/** What became of a record. */
export interface Result {
  row: string
  outcome: Outcome
  remarks: Remark[]
}

/** A record that is looked at. */
export interface Case<K extends Kind> {
  row: string
  record: NeutralOf[K]
  remarks: Remark[]
}

/** Looks at some records of a kind, and writes what is not here. `beside` counts records of another kind that came with them. */
export type Step<K extends Kind> = (
  tx: Tx,
  cases: readonly Case<K>[],
  context: StepContext,
) => Promise<{ results: Result[]; locationsAdded?: number }>

/** What became of a record; of one that does not come only the reason is said. */
export const resultOf = (
  { row, remarks }: { row: string; remarks: readonly Remark[] },
  outcome: Outcome,
  ...more: Remark[]
): Result => ({ row, outcome, remarks: outcome === 'added' ? [...remarks, ...more] : more })

/** The records among what was read; what has none was refused, or is nothing of ours. */
export function casesOf<K extends Kind>(reads: readonly Read<K>[]): { cases: Case<K>[]; refused: Result[] } {
  const cases: Case<K>[] = []
  const refused: Result[] = []
  for (const { row, record, remarks } of reads) {
    if (record) cases.push({ row, record, remarks })
    else if (remarks.length > 0) refused.push({ row, outcome: 'refused', remarks })
  }
  return { cases, refused }
}

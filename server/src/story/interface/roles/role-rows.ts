import { incidentTable } from './operations/role-incidents.ts'
import { table } from './role-table.ts'
import { driverTable } from './role-table-drivers.ts'
import { energyTable } from './role-table-energy.ts'
import { keyTable } from './role-table-keys.ts'
import { refundTable } from './role-table-refunds.ts'
import { roamingTable } from './role-table-roaming.ts'

export type Right = 'n' | 's' | 'w' | 'y' | '-'

/** One call of the table. */
export interface Row {
  method: string
  /** with its query; placeholders in braces */
  path: string
  body: string | undefined
  /** in the order of `roles`, then the visitor's */
  rights: Right[]
  /** the answer of those who are let in, where it is not a good one for a reason of its own */
  answers: number | undefined
}

const line = /^((?:[nswy-] ){6}) *(GET|POST|PUT|PATCH|DELETE) +(\S+)(?: +(\{.*\}|\[.*\]))?(?: +(\d{3}))?$/

/** The table, row by row; throws on a line that is neither a row nor a title. */
export function readTable(): Row[] {
  return (table + refundTable + driverTable + energyTable + incidentTable + roamingTable + keyTable)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/^[a-z ]+$/.test(text))
    .map((text) => {
      const [, rights, method, path, body, answers] = line.exec(text) ?? []
      if (!rights || !method || !path) throw new Error(`Not a row: ${text}`)
      return {
        method,
        path,
        body,
        rights: rights.trim().split(' ') as Right[],
        answers: answers === undefined ? undefined : Number(answers),
      }
    })
}

import { storableJson } from '@stationmaster/ocpp'
import { isoTime } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { arrayText } from './array-text.ts'

export type ColumnMap<T> = { readonly [K in keyof T]: readonly [column: string, sqlType: string] }

/** A column whose values stand beside the objects. */
export type Beside<T> = readonly [column: string, sqlType: string, of: (item: T) => unknown]

/**
 * From this many objects on, an array for each column takes PostgreSQL half the time of JSON; fewer do not outweigh the many
 * parameters.
 */
const arraysFrom = 8

/**
 * Many objects as one SQL row source: `rows(list, columns)` stands after FROM as `r` and has the columns' names and types. A few are
 * sent as a single JSON parameter, more of them as an array for each column. One statement however many rows there are.
 */
export function rows<T, K extends keyof T & string>(
  list: readonly T[],
  columns: ColumnMap<T>,
  properties: readonly K[],
  beside?: Beside<T>,
): RawBuilder<unknown> {
  const named = properties.map((property) => columns[property])
  const all = [...named, ...(beside ? [beside] : [])]
  // PostgreSQL takes arrays of arrays apart to their last elements
  if (list.length >= arraysFrom && all.every(([, type]) => !type.endsWith('[]'))) {
    const arrays = properties.map((name) => arrayOf(list, (item) => item[name], columns[name][1]))
    if (beside) arrays.push(arrayOf(list, beside[2], beside[1]))
    return sql`unnest(${sql.join(arrays)}) as r(${sql.raw(all.map(([name]) => name).join(', '))})`
  }
  const types = all.map(([name, type]) => `${name} ${type}`).join(', ')
  const keys = named.map(([name]) => `${JSON.stringify(name)}:`)
  // a text that was cut may end in the middle of a character
  const json = storableJson(jsonOf(list, properties, keys, beside))
  return sql`json_to_recordset(${json}::json) as r(${sql.raw(types)})`
}

const arrayOf = <T>(list: readonly T[], of: (item: T) => unknown, type: string): RawBuilder<unknown> =>
  sql`${arrayText(list.map(of), type === 'jsonb' || type === 'json')}::${sql.raw(type)}[]`

/**
 * The rows as JSON. What is empty is left out, and becomes null. Written by hand: an object with its columns' names for each row
 * takes four times as long, and most of what a batch costs a node is this.
 */
function jsonOf<T, K extends keyof T>(
  list: readonly T[],
  properties: readonly K[],
  keys: readonly string[],
  beside: Beside<T> | undefined,
): string {
  let text = ''
  for (const item of list) {
    let row = ''
    // `properties` names as many as `keys`
    for (let i = 0; i < keys.length; i += 1) row = withMember(row, keys[i]!, item[properties[i]!])
    if (beside) row = withMember(row, `${JSON.stringify(beside[0])}:`, beside[2](item))
    text += `${text && ','}{${row}}`
  }
  return `[${text}]`
}

const withMember = (row: string, key: string, value: unknown): string =>
  value === null || value === undefined ? row : row + (row && ',') + key + jsonValue(value)

/** `JSON.stringify`, the short way for what rows are made of. */
function jsonValue(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return `"${isoTime(value)}"`
  return JSON.stringify(value)
}

/** Comma list of the columns of some properties, for INSERT and SELECT. */
export function columnList<T>(
  columns: ColumnMap<T>,
  properties: readonly (keyof T & string)[],
): RawBuilder<unknown> {
  return sql.raw(properties.map((property) => columns[property][0]).join(', '))
}

/** The statement that inserts every object of a list; `conflict` is what stands after ON CONFLICT. */
export function insertion<T, K extends keyof T & string>(
  table: string,
  list: readonly T[],
  columns: ColumnMap<T>,
  conflict?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const properties = Object.keys(columns) as K[]
  return sql`
    insert into ${sql.raw(table)} (${columnList(columns, properties)})
    select ${columnList(columns, properties)} from ${rows(list, columns, properties)}
    ${conflict ? sql`on conflict ${conflict}` : sql``}`
}

/** Inserts every object of a list in one statement. Resolves to the count of rows written. */
export async function insertRows<T>(
  db: Db,
  table: string,
  list: readonly T[],
  columns: ColumnMap<T>,
  conflict?: RawBuilder<unknown>,
): Promise<number> {
  if (list.length === 0) return 0
  const result = await insertion(table, list, columns, conflict).execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** A row whose properties are known only where its columns are. */
export type LooseRow = Record<string, unknown>

/** Rows that one statement takes of a list that may be long. */
const atOnce = 2000

export function* inParts<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += atOnce) yield list.slice(start, start + atOnce)
}

/** Inserts the rows of a list that may be long. */
export async function insertParts(
  db: Db,
  table: string,
  list: readonly LooseRow[],
  columns: ColumnMap<LooseRow>,
  conflict?: RawBuilder<unknown>,
): Promise<void> {
  for (const part of inParts(list)) await insertRows(db, table, part, columns, conflict)
}

/** Sets the columns of rows that are there, found by their `key`, in a list that may be long; `also` is what is set beside. */
export async function updateParts(
  db: Db,
  table: string,
  list: readonly LooseRow[],
  columns: ColumnMap<LooseRow>,
  also: RawBuilder<unknown> = sql``,
): Promise<void> {
  const set = Object.entries(columns)
    .filter(([name]) => name !== 'key')
    .map(([, [column]]) => `${column} = r.${column}`)
  for (const part of inParts(list))
    await sql`update ${sql.raw(table)} t set ${sql.raw(set.join(', '))}${also}
      from ${rows(part, columns, Object.keys(columns))} where t.id = r.key`.execute(db)
}

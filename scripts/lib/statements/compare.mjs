import { isTest } from '../reading/sources.mjs'
import { keyOf } from './recorded.mjs'

/** As pg and platform/database/database.ts parse them. */
const parsed = {
  bool: 'boolean',
  bytea: 'bytes',
  timestamp: 'Date',
  timestamptz: 'Date',
  interval: 'object',
  ...Object.fromEntries(
    ['int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric'].map((name) => [name, 'number']),
  ),
}

/** Types whose arrays pg or platform/database/database.ts parses; others' are a text in braces. */
const inArrays = new Set([
  'bool',
  'bytea',
  'date',
  'float4',
  'float8',
  'int2',
  'int4',
  'int8',
  'json',
  'jsonb',
  'numeric',
  'oid',
  'text',
  'timestamp',
  'timestamptz',
  'uuid',
  'varchar',
])

/** What is wrong with a shape (row-types.mjs) for values of a type (describe.mjs); undefined where nothing is. */
export function unfit(shape, { name, element }) {
  const { kinds } = shape
  if (kinds.includes('any') || kinds.length === 0) return undefined
  if (element) {
    if (!inArrays.has(element)) return kinds.includes('string') ? undefined : `${name}, which comes as text`
    if (!kinds.includes('array')) return name
    return shape.element && unfit(shape.element, { name: element })
  }
  if (name === 'json' || name === 'jsonb')
    return kinds.includes('Date') || shape.holdsDate ? `${name}, which holds no Date` : undefined
  return kinds.includes(parsed[name] ?? 'string') ? undefined : name
}

/**
 * Whether a statement probably leaves out the rows where a column is null: it says so, or it compares the column and has no `or`. Read
 * from the text alone, so that what is reported is certain.
 */
function isNarrowed(text, { name }) {
  const compared = '(=|<|>|\\bbetween\\b)'
  const compares = new RegExp(`\\b${name}\\s*${compared}|${compared}\\s*(\\w+\\.)?${name}\\b`, 'i')
  return (
    new RegExp(`\\b${name} is not null\\b`, 'i').test(text) || (compares.test(text) && !/\bor\b/i.test(text))
  )
}

/** Members of row types that are never null though their column may be, and what says so. */
const neverNull = {
  'Feedback rating': 'a constraint: each review has one',
  '{ rating: number n: number } rating': 'the same constraint',
  'PlanInvoice & InvoiceParties seller': 'a constraint: each invoice with a number has one',
  'PlanInvoice & InvoiceParties buyer': 'the same constraint',
  '{ name: string; format: SheetFormat } name': 'it is written with made_at',
}

const mayBeNull = (column, text) => column && text !== null && !column.isNotNull && !isNarrowed(text, column)

const isGiven = (row, name) => `${row.text} ${name}` in neverNull

/**
 * What differs between a row type (row-types.mjs) and the columns that a statement gives (describe.mjs), a line for each. Nothing is
 * said of null where there is no text: a test knows what it has written.
 */
export function differences(row, columns, text) {
  const members = new Map(row.members.map((member) => [member.name, member]))
  const faults = []
  for (const { name, type, column } of columns) {
    const member = members.get(name)
    const shape = member?.shape ?? row.others
    members.delete(name)
    if (!shape) {
      if (!row.isOpen) faults.push(`${name}: the row type has no such member`)
      continue
    }
    const fault = unfit(shape, type)
    if (fault) faults.push(`${name}: the column is ${fault}, the member ${kindsOf(shape)}`)
    if (mayBeNull(column, text) && !shape.isNullable && !isGiven(row, name) && !shape.kinds.includes('any'))
      faults.push(`${name}: ${column.table}.${column.name} may be null, the member may not`)
  }
  for (const { name, isOptional } of members.values())
    if (!isOptional) faults.push(`${name}: the statement gives no such column`)
  return faults
}

const kindsOf = ({ kinds, element }) =>
  kinds.map((kind) => (kind === 'array' && element ? `${kindsOf(element)}[]` : kind)).join(' | ')

/**
 * Compares typed templates with what was recorded and described of them. Gives { faults, unchecked, checked }: `faults` and
 * `unchecked` are lines beginning with a template's file and line, the latter of templates of production code of which not all can be
 * said; `checked` is the number of the others.
 */
export function compareAll(templates, statements, described) {
  const rows = templates.filter(({ parts, row }) => !row.isScalar && isStatement(parts))
  const alike = new Map()
  for (const template of rows) {
    const key = keyOf(template.parts)
    alike.set(key, [...(alike.get(key) ?? []), template])
  }
  const results = [...alike].flatMap(([key, group]) =>
    compareAlike(group, statements.get(key) ?? [], described),
  )
  return {
    faults: results.flatMap(({ faults }) => faults),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
    checked: results.filter(({ isChecked }) => isChecked).length,
  }
}

/** Whether a template is a statement, or begins with another one; what is typed within a statement is an expression. */
const isStatement = ([first]) => /^\s*((select|with|insert|update|delete|merge)\b|$)/i.test(first)

/** Templates of the same fixed parts (`${columns} where id = ${id}`): a statement belongs to those whose row type it fits best. */
function compareAlike(group, texts, described) {
  const known = group.filter(({ row }) => row.members)
  const found = new Map()
  let refusal
  for (const text of texts) {
    const columns = described.get(text)
    if (columns?.refusal) {
      refusal = columns.refusal
      continue
    }
    const all = known.map((template) => [
      template,
      differences(template.row, columns ?? [], isTest(template.path) ? null : text),
    ])
    const fewest = Math.min(...all.map(([, faults]) => faults.length))
    for (const [template, faults] of all)
      if (faults.length === fewest) found.set(template, new Set([...(found.get(template) ?? []), ...faults]))
  }
  return group.map((template) => resultOf(template, found.get(template), refusal))
}

function resultOf({ path, line, row }, found, refusal) {
  const place = `${path}:${line}`
  const why = uncheckedBecause(row, found, refusal)
  return {
    faults: [...(found ?? [])].map((fault) => `${place} ${fault}`),
    unchecked: why && !isTest(path) ? [`${place} ${why}`] : [],
    isChecked: why === undefined,
  }
}

function uncheckedBecause(row, found, refusal) {
  if (!row.members || row.isOpen) return `${row.text} is not known before it is used`
  return found ? undefined : (refusal ?? 'no test runs it')
}

import type { ColumnShape, TableShape } from './catalogue-store.ts'
import type { Scope } from './scope.ts'
import { columnsOf } from './tables/columns.ts'
import { isWritten, type Listing, type Table, type Written } from './tables/listed.ts'
import { tables, writtenTables } from './tables/tables.ts'

/** How a type of PostgreSQL stands in JSON. */
const written: Record<string, object> = {
  bigint: { type: 'integer' },
  integer: { type: 'integer' },
  smallint: { type: 'integer' },
  numeric: { type: 'number' },
  real: { type: 'number' },
  'double precision': { type: 'number' },
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  bytea: { type: 'string', description: 'bytes in hexadecimal after \\x' },
  json: {},
  jsonb: {},
  'text[]': { type: 'array', items: { type: 'string' } },
  'integer[]': { type: 'array', items: { type: 'integer' } },
  'bigint[]': { type: 'array', items: { type: 'integer' } },
}

type Options = { scope: Scope; secretKey: string | null }

/** The JSON schema of an export's rows, a definition for each of its tables, and what of the database it does not hold. */
export function schemaOf(shapes: ReadonlyMap<Table, TableShape>, options: Options, currency: string): object {
  const defs: Record<string, object> = {}
  for (const [table, listing] of writtenTables) {
    const shape = shapes.get(table)
    if (!shape || (options.scope && !listing.own) || (listing.withSecretsOnly && !options.secretKey)) continue
    defs[listing.name] = rowOf(shape, listing, options, currency)
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rows of a full export: one definition for each file of data/, named as the file begins',
    $defs: defs,
    'x-not-exported': Object.fromEntries(
      (Object.entries(tables) as [Table, Listing][]).flatMap(([table, listing]) =>
        isWritten(listing) ? [] : [[table, listing.left]],
      ),
    ),
  }
}

function rowOf(shape: TableShape, listing: Written, options: Options, currency: string): object {
  const { columns, sealed } = columnsOf(shape, listing, options)
  const known = new Map(shape.columns.map((column) => [column.name, column]))
  const properties: Record<string, object> = {}
  for (const name of columns) properties[name] = propertyOf(known.get(name), currency)
  const hasMoney = columns.some((column) => column.endsWith('_minor')) && !columns.includes('currency')
  if (hasMoney) properties.currency = { const: currency }
  if (sealed.length > 0)
    properties.sealed = { type: 'string', description: `under SECRET_KEY: ${sealed.join(', ')}` }
  return {
    type: 'object',
    description: listing.what,
    properties,
    required: columns,
    additionalProperties: false,
    ...(listing.secret ? { 'x-secret': listing.secret } : {}),
  }
}

function propertyOf(column: ColumnShape | undefined, currency: string): object {
  if (!column) return {}
  const base = written[column.type]
  if (!base) throw new Error(`Nobody has said how ${column.type} is written: ${column.name}.`)
  const type = 'type' in base && column.nullable ? { ...base, type: [base.type, 'null'] } : base
  if (column.name.endsWith('_minor')) return { ...type, description: `minor units of ${currency}` }
  if (column.name.endsWith('_wh')) return { ...type, description: 'Wh' }
  return type
}

import { createRequire } from 'node:module'
import { at } from '../root.mjs'

// the server's own driver
const pg = createRequire(at('server/package.json'))('pg')

/**
 * What a database says of statements that it reads but never runs: for each text its columns as { name, type, column }, `null` where it
 * gives no rows, or the database's refusal as { refusal }. `type` is { name, element } of its catalogue, with the element's name for an
 * array; `column` is { table, name, isNotNull } where the statement takes the column as it is, also through views, else undefined.
 */
export async function describeStatements(url, texts) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const catalogue = await readCatalogue(client)
    const views = await readViews(client)
    const ask = describer(client)
    const described = new Map()
    for (const text of texts) {
      const { fields, refusal } = await ask(text)
      const columns = fields?.map(({ name, tableID, columnID, dataTypeID }) => ({
        name,
        type: catalogue.types.get(dataTypeID) ?? { name: String(dataTypeID) },
        column: originOf(tableID, columnID, catalogue, views),
      }))
      described.set(text, refusal ? { refusal } : (columns ?? null))
    }
    return described
  } finally {
    await client.end()
  }
}

async function readCatalogue(client) {
  const types = await client.query(`
    select type.oid, type.typname as name, element.typname as element
    from pg_type type left join pg_type element on element.oid = type.typelem and type.typcategory = 'A'`)
  const columns = await client.query(`
    select attrelid as table_id, attnum as number, attname as name, attnotnull as is_not_null, relname as "table", relkind as kind
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v')`)
  return {
    types: new Map(types.rows.map(({ oid, name, element }) => [oid, { name, element }])),
    columns: new Map(columns.rows.map((column) => [`${column.table_id} ${column.number}`, column])),
  }
}

/** Of each view, by its oid, what it selects: one field for each of its columns. */
async function readViews(client) {
  const { rows } = await client.query(`
    select oid, pg_get_viewdef(oid) as text from pg_class
    where relkind = 'v' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`)
  const ask = describer(client)
  const views = new Map()
  for (const { oid, text } of rows) views.set(oid, (await ask(text.replace(/;\s*$/, ''))).fields ?? [])
  return views
}

/** The table's column that a statement takes as it is, also through views of views. */
function originOf(tableId, number, catalogue, views) {
  const shown = views.get(tableId)?.[number - 1]
  if (shown) return originOf(shown.tableID, shown.columnID, catalogue, views)
  const found = catalogue.columns.get(`${tableId} ${number}`)
  if (!found || found.kind === 'v') return undefined
  return { table: found.table, name: found.name, isNotNull: found.is_not_null }
}

/** Asks a connection to parse and describe; its client must send nothing else from then on. */
function describer(client) {
  const { connection } = client
  let answer
  let finish
  const events = {
    parseComplete: () => undefined,
    rowDescription: ({ fields }) => (answer = { fields }),
    noData: () => (answer = {}),
    errorMessage: (error) => (answer = { refusal: error.message }),
    readyForQuery: () => finish(answer),
  }
  for (const [name, heard] of Object.entries(events)) {
    connection.removeAllListeners(name)
    connection.on(name, heard)
  }
  return (text) =>
    new Promise((resolve) => {
      finish = resolve
      connection.parse({ name: '', text, types: [] })
      connection.describe({ type: 'S', name: '' })
      connection.sync()
    })
}

/**
 * The tables that grow with stations' messages, each with the columns of which one says to which station a row belongs: by these a
 * network would be divided over several databases.
 */
const keysOfHotTables = {
  frames: ['station_id'],
  meter_samples: ['order_id'],
  orders: ['id', 'station_id', 'connector_id'],
  order_logs: ['order_id'],
  payments: ['id', 'order_id'],
  ledger_entries: ['id', 'order_id'],
  ledger_transfers: ['entry_id'],
  station_events: ['station_id'],
  station_presence: ['station_id'],
}

/** Views by which others read a hot table. */
const viewsOf = {
  orders: ['order_view', 'open_order_view'],
  payments: ['payment_view'],
  station_presence: ['station_presence_view'],
}

const escaped = (word) => word.replaceAll(/\W/g, '\\$&')

/** Whether a statement reads or changes a table, or a view of it. */
function touches(text, table) {
  const names = [table, ...(viewsOf[table] ?? [])].map(escaped).join('|')
  return new RegExp(`\\b(?:from|join|update|into)\\s+(?:only\\s+)?"?(?:${names})\\b`, 'i').test(text)
}

/** Whether it names the rows by a key: compares it with a value, a list, or the key of a table beside it. */
function isByKey(text, keys) {
  const names = keys.map(escaped).join('|')
  const named = `(?:\\w+\\.)?"?(?:${names})"?`
  return new RegExp(
    `${named}\\s*(?:=|in\\b)|=\\s*${named}\\b|\\(${named},[^)]*\\)\\s*(?:=|in\\b)|using\\s*\\(${named}\\)`,
    'i',
  ).test(text)
}

/** The first of its tables' rows are only added: a new row lies where its key says. */
const adds = (text, table) => new RegExp(`\\binsert\\s+into\\s+"?${escaped(table)}\\b`, 'i').test(text)

/**
 * Of each hot table the statements that touch it, and of these the ones that name no key: each of several databases would have to
 * answer them. `statements` are texts. A statement is one, whatever its white space.
 */
export function crossingOf(statements) {
  const texts = [...new Set([...statements].map((text) => text.replaceAll(/\s+/g, ' ').trim()))].sort()
  return Object.entries(keysOfHotTables).map(([table, keys]) => {
    const all = texts.filter((text) => touches(text, table))
    const crossing = all.filter((text) => !adds(text, table) && !isByKey(text, keys))
    return { table, keys, all: all.length, crossing }
  })
}

const shortest = 12
const plain = (text) => text.replaceAll(/\s+/g, ' ')

/** The statements, by the fixed parts of their templates, that stand in given sources: a record also has those of tests. */
export function ofSources(statements, sources) {
  const all = plain(sources.join('\n'))
  const isTheirs = (key) => key.split('\0').every((part) => part.length < shortest || all.includes(part))
  return [...statements].filter(([key]) => isTheirs(key)).flatMap(([, texts]) => [...texts])
}

import { paymentMethodTypes, type ReportMode, type ReportRow } from '@stationmaster/contract'
import { type Dimension, type Measure, measures, type Row, type Telling } from './telling.ts'

const ways = [...paymentMethodTypes].map(
  (method) => [method, method === 'compensation' ? 'unpaid' : method] as const,
)

export function pick(row: ReportRow, names: readonly Measure[]): Row {
  return Object.fromEntries(
    names.flatMap((name) =>
      row[name] === undefined || row[name] === null ? [] : [[name, Number(row[name])]],
    ),
  )
}

export const figuresOf = (row: object): Row => pick(row as ReportRow, measures)

/** The value of a cell of a CSV file or a spreadsheet, in our units. */
function cellOf(cell: unknown, kind: string): string | number | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, kind === 'month' ? 7 : 10)
  const text = String(cell ?? '')
  const scale = kind === 'money' ? 100 : kind === 'energy' ? 1000 : null
  if (scale === null) return text
  return text === '' ? null : Math.round(Number(text) * scale)
}

/** A line of a file, by its columns. */
export const fileRow = (
  line: readonly unknown[],
  columns: readonly { key: string; kind: string }[],
): ReportRow => Object.fromEntries(columns.map(({ key, kind }, at) => [key, cellOf(line[at], kind)]))

/** The way to pay by its English name. */
export const methodOf = (method: unknown): string => {
  const named = { Card: 'card', SBP: 'sbp', Terminal: 'terminal', Account: 'account', Cash: 'cash' }
  if (method === 'Compensation') return 'compensation'
  return named[method as keyof typeof named] ?? String(method ?? '')
}

/** The figures of a report: of its rows, of its columns by way to pay, and of its total. */
export function reportTellings(
  source: string,
  mode: ReportMode,
  rows: readonly ReportRow[],
  total: ReportRow | null,
): Telling[] {
  const by: Record<string, readonly Dimension[]> = {
    owner: ['owner'],
    location: ['place'],
    unique_clients: ['place'],
    // months, where the days are many
    income: rows.some(({ period }) => String(period).length === 7) ? [] : ['day'],
    day: ['day', 'place', 'method', 'provider', 'shop'],
    detailed: ['day', 'order', 'place'],
  }
  const figures = (row: ReportRow): Row => {
    const { turnover, ...own } = row
    return { ...pick(own, measures), ...(turnover === undefined ? {} : { amount: Number(turnover) }) }
  }
  const dimensionsOf = (row: ReportRow): Row => ({
    ...(mode === 'owner' ? { owner: String(row.owner) } : {}),
    ...(mode === 'income' ? { day: String(row.period) } : {}),
    ...(['day', 'detailed', 'location', 'unique_clients'].includes(mode)
      ? { place: String(row.location) }
      : {}),
    ...(mode === 'detailed' ? { order: String(row.order) } : {}),
    ...(mode === 'detailed' ? { day: String(row.day) } : {}),
    ...(mode === 'day'
      ? {
          day: String(row.day),
          method: methodOf(row.method),
          provider: String(row.provider ?? ''),
          shop: String(row.shop ?? ''),
        }
      : {}),
  })
  const tellings: Telling[] = [
    { source, by: by[mode]!, rows: rows.map((row) => ({ ...dimensionsOf(row), ...figures(row) })) },
  ]
  if (total) tellings.push({ source: `${source}, its total`, by: [], rows: [figures(total)] })
  if (mode === 'owner') tellings.push(byWays(`${source}, ways to pay`, rows, dimensionsOf, ['owner']))
  if (mode === 'detailed')
    tellings.push(byWays(`${source}, ways to pay`, rows, dimensionsOf, ['day', 'order', 'place']))
  return tellings
}

/** Rows of columns by way to pay as rows of one way to pay. */
const byWays = (
  source: string,
  rows: readonly ReportRow[],
  dimensionsOf: (row: ReportRow) => Row,
  by: readonly Dimension[],
): Telling => ({
  source,
  by: [...by, 'method'],
  rows: rows.flatMap((row) =>
    ways.map(([method, key]) => ({ ...dimensionsOf(row), method, amount: Number(row[key] ?? 0) })),
  ),
})

/** Statistics by day as a file. */
export function dayTellings(source: string, rows: readonly ReportRow[]): Telling[] {
  const dimensionsOf = (row: ReportRow): Row => ({ day: String(row.day), place: String(row.location) })
  return [
    {
      source,
      by: ['day', 'place'],
      rows: rows.map((row) => ({
        ...dimensionsOf(row),
        ...pick(
          row,
          measures.filter((one) => one !== 'cash'),
        ),
      })),
    },
    byWays(`${source}, ways to pay`, rows, dimensionsOf, ['day', 'place']),
  ]
}

/** Adds the owners of places and the derived revenue: the amount without cash. */
export function withOwners(telling: Telling, ownerOf: (place: string) => string): Telling {
  const { by, rows } = telling
  const knowsOwner = by.includes('place') && !by.includes('owner')
  const derives = by.includes('method')
  return {
    ...telling,
    by: knowsOwner ? [...by, 'owner'] : by,
    rows: rows.map((row) => ({
      ...row,
      ...(knowsOwner ? { owner: ownerOf(row.place ?? '') } : {}),
      ...(derives && row.amount !== undefined
        ? row.method === 'cash'
          ? { revenue: 0, cash: row.amount }
          : { revenue: row.amount, cash: 0 }
        : {}),
    })),
  }
}

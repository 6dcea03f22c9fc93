import { guard } from '@stationmaster/contract'

/** What a chart shows, in words and numbers. */
export interface ChartTable {
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

const cellOf = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = guard(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A chart's table as CSV: numbers as such, formulas neutralised. */
export const chartCsv = ({ head, rows }: ChartTable): string =>
  [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

import { guard } from '@stationmaster/contract'

/** What a chart shows, in words and numbers. */
export interface ChartTable {
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

const cellOf = (value: string | number, decimalComma: boolean): string => {
  if (typeof value === 'number') return decimalComma ? String(value).replace('.', ',') : String(value)
  const text = guard(value)
  return (decimalComma ? /[";\r\n]/ : /[",\r\n]/).test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A chart's table as CSV: numbers as such, formulas neutralised; with decimal commas the cells have semicolons between them. */
export const chartCsv = ({ head, rows }: ChartTable, decimalComma = false): string =>
  [head, ...rows]
    .map((row) => `${row.map((cell) => cellOf(cell, decimalComma)).join(decimalComma ? ';' : ',')}\r\n`)
    .join('')

import { parse } from 'csv-parse/sync'
import { Failure } from '../../../../platform/http/failure.ts'

/** A bill on a partner's own list. Amounts in kopecks, rounded half up; null: the list does not say. */
export interface ListedBill {
  id: string
  sessionId: string | null
  startedAt: string | null
  endedAt: string | null
  energyWh: number | null
  netMinor: number | null
  grossMinor: number | null
  currency: string | null
}

const linesMost = 50_000

/**
 * Reads a partner's list of a month, a CSV file with heads (docs/roaming.md#settlement): separated by commas or semicolons, numbers with
 * a point or a comma. Throws roaming.list_unreadable with the line that is wrong.
 */
export function readPartnerList(text: string): ListedBill[] {
  const rows = rowsOf(text)
  const seen = new Set<string>()
  return rows.map((row, index) => {
    // the heads are line 1
    const wrong = (what: string) => unreadable(`${index + 2}: ${what}`)
    const id = (row.cdr_id ?? '').trim()
    if (id === '' || id.length > 100) throw wrong('cdr_id')
    if (seen.has(id.toLowerCase())) throw wrong(`cdr_id ${id}`)
    seen.add(id.toLowerCase())
    const numberIn = (name: string, most: number): number | null => {
      const written = (row[name] ?? '').trim()
      if (written === '') return null
      const read = Number(written.replace(',', '.'))
      if (!/^-?\d{1,12}([.,]\d{1,8})?$/.test(written) || Math.abs(read) > most) throw wrong(name)
      return read
    }
    const instantIn = (name: string): string | null => {
      const written = (row[name] ?? '').trim()
      if (written === '') return null
      const read = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(written) ? written : `${written}Z`)
      if (Number.isNaN(read.getTime())) throw wrong(name)
      return read.toISOString()
    }
    const kwh = numberIn('kwh', 1e9)
    const net = numberIn('cost_excl_vat', 1e11)
    const gross = numberIn('cost_incl_vat', 1e11)
    return {
      id,
      sessionId: (row.session_id ?? '').trim().slice(0, 100) || null,
      startedAt: instantIn('start'),
      endedAt: instantIn('end'),
      energyWh: kwh === null ? null : Math.round(kwh * 1000),
      netMinor: net === null ? null : minorOf(net),
      grossMinor: gross === null ? null : minorOf(gross),
      currency: (row.currency ?? '').trim().toUpperCase().slice(0, 3) || null,
    }
  })
}

/** Kopecks, half of one away from zero; a sum in binary is a hair beside what was written. */
const minorOf = (major: number): number =>
  Math.sign(major) * Math.round(Math.abs(Number((major * 100).toFixed(6))))

const unreadable = (line: string): Failure => new Failure('roaming.list_unreadable', { line }, { line })

type Row = { [column: string]: string | undefined }

function rowsOf(text: string): Row[] {
  const [head = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const delimiter = head.includes(';') ? ';' : ','
  let rows: Row[]
  try {
    rows = parse(text, {
      bom: true,
      delimiter,
      columns: (heads: string[]) => heads.map((one) => one.trim().toLowerCase()),
      skip_empty_lines: true,
      relax_column_count_less: true,
      to: linesMost + 1,
    })
  } catch {
    throw unreadable('CSV')
  }
  if (
    !head
      .toLowerCase()
      .split(delimiter)
      .some((one) => one.trim().replaceAll('"', '') === 'cdr_id')
  )
    throw unreadable('1: cdr_id')
  if (rows.length > linesMost) throw unreadable(String(linesMost))
  return rows
}

import { createHash } from 'node:crypto'
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { Failure } from '../../../platform/http/failure.ts'
import type { BankLine } from './rules.ts'

/** A credit of a statement, with what tells it from every other one. */
export type StatementLine = Omit<BankLine, 'id'> & { key: string }

/** What a file holds: credits in the network's currency, and how many other lines. */
export interface StatementFile {
  lines: StatementLine[]
  ignored: number
}

type FileLine = Omit<StatementLine, 'key'> & { account: string }

/** Reads a bank's statement, CSV with heads or camt.053; amounts in minor units. Throws bank.file_unreadable. */
export function readStatement(text: string, currency: string): StatementFile {
  const body = text.replace(/^\uFEFF/, '').trimStart()
  const { found, ignored } = body.startsWith('<') ? readCamt(body, currency) : readTable(body, currency)
  const same = new Map<string, number>()
  const lines = found.map(({ account, ...line }) => {
    const { bookedOn, amountMinor, counterparty, purpose, reference } = line
    const said = reference
      ? ['reference', account, reference, amountMinor]
      : ['line', account, bookedOn, amountMinor, counterparty, purpose]
    const name = JSON.stringify(said)
    // without a number of the bank's, two lines that say the same are two
    const nth = (same.get(name) ?? 0) + 1
    same.set(name, nth)
    const key = createHash('sha256').update(`${name} ${nth}`).digest('hex')
    return { ...line, key }
  })
  return { lines, ignored }
}

const unreadable = (why: string): Failure => new Failure('bank.file_unreadable', { why })

/** An amount as banks write it, in minor units: 1 234,56 or 1,234.56 or -12; null: it is none. */
export function minorOf(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00A0\u202F']/g, '').replace('\u2212', '-')
  const shape = /^([+-]?)(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare)
  if (!shape) return null
  const [, sign, whole = '', part = ''] = shape
  if (!/^\d{1,3}([.,]\d{3})*$|^\d+$/.test(whole)) return null
  const minor = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0') || 0)
  return Number.isSafeInteger(minor) ? (sign === '-' ? -minor : minor) : null
}

/** A day as banks write it, as YYYY-MM-DD; null: it is none. */
export function dayIn(text: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text.trim())
  const dotted = /^(\d\d)[./](\d\d)[./](\d{4})/.exec(text.trim())
  const day = iso ? `${iso[1]}-${iso[2]}-${iso[3]}` : dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : null
  if (!day) return null
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}

const long = (text: string): string => text.trim().slice(0, 500)

type Node = { [name: string]: Node | string } | string | undefined

const many = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd'])
const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name: string) => many.has(name),
})

const at = (node: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], node)
const textAt = (node: unknown, ...path: string[]): string => {
  const found = at(node, ...path) as Node
  return typeof found === 'string' ? found : typeof found === 'object' ? textAt(found, '#text') : ''
}
const listAt = (node: unknown, ...path: string[]): unknown[] => {
  const found = at(node, ...path)
  return Array.isArray(found) ? found : []
}

/** ISO 20022, camt.053: booked entries of all its statements. */
function readCamt(text: string, currency: string): { found: FileLine[]; ignored: number } {
  // entities of a document's own could make it as large as they like
  if (/<!DOCTYPE/i.test(text)) throw unreadable('DOCTYPE')
  let document: unknown
  try {
    document = xml.parse(text, true)
  } catch {
    throw unreadable('XML')
  }
  const statements = listAt(document, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw unreadable('camt.053')
  let ignored = 0
  const found: FileLine[] = []
  for (const statement of statements) {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')
    for (const entry of listAt(statement, 'Ntry')) {
      const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
      const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT' && textAt(entry, 'RvslInd') !== 'true'
      if (!isCredit || (status && status !== 'BOOK') || textAt(entry, 'Amt', '@Ccy') !== currency) {
        ignored += 1
        continue
      }
      const bookedOn = dayIn(textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'))
      const amountMinor = minorOf(textAt(entry, 'Amt'))
      if (!bookedOn || !amountMinor || amountMinor < 0) throw unreadable('Ntry')
      const details = listAt(entry, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'))
      const payer = details.map(
        (one) => textAt(one, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(one, 'RltdPties', 'Dbtr', 'Nm'),
      )
      const purposes = details.flatMap((one) => listAt(one, 'RmtInf', 'Ustrd').map((part) => String(part)))
      found.push({
        account,
        bookedOn,
        amountMinor,
        counterparty: long(payer.find(Boolean) ?? ''),
        purpose: long(purposes.join(' ') || textAt(entry, 'AddtlNtryInf')),
        reference: long(textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef')),
      })
    }
  }
  return { found, ignored }
}

/** Heads by which columns are known, in lower case. */
const heads = {
  day: [
    'date',
    'booking date',
    'buchungstag',
    'buchungsdatum',
    'datum',
    'дата',
    'дата операции',
    'дата проводки',
  ],
  amount: ['amount', 'credit', 'betrag', 'umsatz', 'haben', 'сумма', 'кредит', 'поступление'],
  currency: ['currency', 'währung', 'валюта'],
  counterparty: [
    'counterparty',
    'payer',
    'name',
    'auftraggeber',
    'zahlungspflichtiger',
    'контрагент',
    'плательщик',
  ],
  purpose: ['purpose', 'details', 'description', 'verwendungszweck', 'назначение', 'назначение платежа'],
  reference: ['reference', 'id', 'number', 'referenz', 'номер', 'номер документа', 'референс'],
} as const
type Column = keyof typeof heads

/** A table with heads, and commas, semicolons or tabs between its cells. */
function readTable(text: string, currency: string): { found: FileLine[]; ignored: number } {
  let rows: string[][]
  try {
    rows = parseCsv(text, {
      // one of three
      delimiter: [';', ',', '\t'].toSorted((a, b) => countIn(text, b) - countIn(text, a))[0]!,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as string[][]
  } catch {
    throw unreadable('CSV')
  }
  const columnsOf = (row: readonly string[]) => {
    const named = row.map((cell) => cell.toLowerCase())
    return Object.fromEntries(
      Object.entries(heads).map(([name, known]) => [
        name,
        named.findIndex((cell) => (known as readonly string[]).includes(cell)),
      ]),
    ) as Record<Column, number>
  }
  const first = rows.findIndex((row) => {
    const found = columnsOf(row)
    return found.day >= 0 && found.amount >= 0
  })
  if (first < 0) throw unreadable('heads')
  const columns = columnsOf(rows[first]!) // `first` was found among the rows
  let ignored = 0
  const found: FileLine[] = []
  for (const row of rows.slice(first + 1)) {
    const cell = (name: Column): string => (columns[name] < 0 ? '' : (row[columns[name]] ?? ''))
    const bookedOn = dayIn(cell('day'))
    const amountMinor = minorOf(cell('amount'))
    const isOther = cell('currency') !== '' && cell('currency').toUpperCase() !== currency
    // sums at the end of a table, debits, and other currencies
    if (!bookedOn || amountMinor === null || amountMinor <= 0 || isOther) {
      ignored += 1
      continue
    }
    found.push({
      account: '',
      bookedOn,
      amountMinor,
      counterparty: long(cell('counterparty')),
      purpose: long(cell('purpose')),
      reference: long(cell('reference')),
    })
  }
  return { found, ignored }
}

/** How often a separator stands in the first lines. */
const countIn = (text: string, separator: string): number =>
  text.slice(0, 4000).split('\n').slice(0, 10).join('\n').split(separator).length

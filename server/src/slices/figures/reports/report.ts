import {
  accounterModes,
  type Language,
  type Report,
  type ReportMode,
  type ReportRow,
} from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { z } from 'zod'
import { texts } from '../../../i18n/index.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { lengthOf } from '../statistics/rules.ts'
import { columnsOf } from './exports/columns.ts'
import { listAccounts, sumAccounts } from './stores/account-store.ts'
import { listClients } from './stores/clients-store.ts'
import { countDetailed, listDetailed, type Place } from './stores/detailed-store.ts'
import * as rollup from './stores/rollup-store.ts'

export interface ReportParts {
  db: Db
  timeZone: string
  currency: string
}

export interface ReportQuery {
  mode: ReportMode
  range: rollup.Range
  language: Language
}

/** Income of a range of this many days or more is shown by month. */
const monthlyFrom = 63
/** Rows are counted up to here. */
const countedMost = 50_000

/** Throws auth.forbidden when the caller may not read a report. */
export function checkMode({ role }: Caller, mode: ReportMode): void {
  if (role !== 'administrator' && !(role === 'accounter' && accounterModes.includes(mode)))
    throw new Failure('auth.forbidden')
}

type Found = Pick<Report, 'rows' | 'total' | 'total_count' | 'next'>

/** A report or a page of it; `after` is `next` of the page before. Throws auth.forbidden, request.invalid. */
export async function readReport(
  { db, currency }: ReportParts,
  { mode, range, language }: ReportQuery,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Report> {
  checkMode(range.caller, mode)
  const byMonth = lengthOf(range) >= monthlyFrom
  const columns = columnsOf(mode, language, currency, byMonth)
  const { rows, total, ...found } = await read(db, mode, { range, limit, after, byMonth })
  const named = mode === 'owner' ? rows.map((row) => ({ ...row, owner: ownerOf(row, language) })) : rows
  const cellsOf = (row: ReportRow) =>
    Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])) satisfies ReportRow
  return { mode, columns, rows: named.map(cellsOf), total: total && cellsOf(total), ...found }
}

const ownerOf = ({ owner }: ReportRow, language: Language) =>
  owner ?? texts[language].reportFiles.ownLocations

interface PageQuery {
  range: rollup.Range
  limit: number
  after: string | undefined
  byMonth: boolean
}

function read(db: Db, mode: ReportMode, page: PageQuery): Promise<Found> {
  const { range, byMonth } = page
  switch (mode) {
    case 'owner':
      return whole(rollup.listOwners(db, range))
    case 'location':
      return whole(rollup.listLocations(db, range))
    case 'income':
      return whole(rollup.listIncome(db, range, byMonth ? 'month' : 'day'))
    case 'unique_clients':
      return whole(listClients(db, range))
    case 'day':
      return readDays(db, page)
    case 'account':
      return readAccounts(db, page)
    case 'detailed':
      return readDetailed(db, page)
  }
}

/** A report without pages: its rows are owners, locations or days. */
async function whole(report: Promise<rollup.Totalled>): Promise<Found> {
  const { rows, total } = await report
  return { rows, total, total_count: rows.length, next: null }
}

async function readDays(db: Db, { range, limit, after }: PageQuery): Promise<Found> {
  const [rows, sums] = await Promise.all([
    rollup.listDays(db, range, dayPlaceOf(after), limit),
    rollup.sumDays(db, range),
  ])
  const { rows: count, ...total } = first(sums)
  const last = rows.at(-1)
  const next = last && rows.length === limit ? nextDayPlace(last) : null
  return { rows, total, total_count: Number(count), next }
}

/** The place of a row is the base64url of its sort key, because names and shops may hold any character. */
const nextDayPlace = ({ day, location, location_id, method, provider, shop }: ReportRow): string =>
  Buffer.from(JSON.stringify([day, location, location_id, method, provider ?? '', shop ?? ''])).toString(
    'base64url',
  )

const storableText = z.string().refine((text) => !text.includes('\0'))
const dayPlaceShape = z.tuple([
  z.iso.date().refine((day) => day >= '1970'),
  storableText,
  z.number().int().positive(),
  storableText,
  storableText,
  storableText,
])

function dayPlaceOf(after: string | undefined): rollup.DayPlace | null {
  if (after === undefined) return null
  try {
    const place = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
    const [day, name, locationId, method, provider, shop] = dayPlaceShape.parse(place)
    return { day, name, locationId, method, provider, shop }
  } catch {
    throw invalidPlace()
  }
}

async function readAccounts(db: Db, { range, limit, after }: PageQuery): Promise<Found> {
  const [rows, { rows: count, total }] = await Promise.all([
    listAccounts(db, range, { after: numberOf(after), limit }),
    sumAccounts(db, range),
  ])
  const last = rows.at(-1)
  return {
    rows,
    total,
    total_count: count,
    next: last && rows.length === limit ? String(last.driver_id) : null,
  }
}

async function readDetailed(db: Db, { range, limit, after }: PageQuery): Promise<Found> {
  const [rows, count] = await Promise.all([
    listDetailed(db, range, placeOf(after), limit),
    countDetailed(db, range, countedMost),
  ])
  const last = rows.at(-1)
  const next = last && rows.length === limit ? `${last.day}_${last.order}` : null
  return { rows, total: null, total_count: count, next }
}

const invalidPlace = () =>
  new Failure('request.invalid', [{ path: 'after', message: 'not a place of this report' }])

function numberOf(after: string | undefined): number {
  const number = Number(after ?? 0)
  if (!Number.isSafeInteger(number) || number < 0) throw invalidPlace()
  return number
}

/** The place of a row of the detailed report is `<day>_<order>`. */
function placeOf(after: string | undefined): Place | null {
  if (after === undefined) return null
  const [, day, id] = /^(\d{4}-[01]\d-[0-3]\d)_(\d{1,15})$/.exec(after) ?? []
  if (!day || !id || Number.isNaN(Date.parse(day))) throw invalidPlace()
  return { day, id: Number(id) }
}

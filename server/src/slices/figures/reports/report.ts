import {
  accounterModes,
  type Language,
  type Report,
  type ReportMode,
  type ReportRow,
} from '@stationmaster/contract'
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

export interface Asked {
  mode: ReportMode
  range: rollup.Range
  language: Language
}

/** From this many days on, income is told by months. */
const monthlyFrom = 63
/** Rows are counted up to here. */
const countedMost = 50_000

/** Throws auth.forbidden for reports that a role does not read. */
export function checkMode({ role }: Caller, mode: ReportMode): void {
  if (role !== 'administrator' && !(role === 'accounter' && accounterModes.includes(mode)))
    throw new Failure('auth.forbidden')
}

type Found = Pick<Report, 'rows' | 'total' | 'total_count' | 'next'>

/** A report, or a page of one; `after` is the answer's `next` before. Throws auth.forbidden, request.invalid. */
export async function readReport(
  { db, currency }: ReportParts,
  { mode, range, language }: Asked,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Report> {
  checkMode(range.caller, mode)
  const byMonth = lengthOf(range) >= monthlyFrom
  const columns = columnsOf(mode, language, currency, byMonth)
  const { rows, total, ...found } = await read(db, mode, { range, limit, after, byMonth })
  const named = mode === 'owner' ? rows.map((row) => ({ ...row, owner: ownerOf(row, language) })) : rows
  const shown = (row: ReportRow) =>
    Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])) satisfies ReportRow
  return { mode, columns, rows: named.map(shown), total: total && shown(total), ...found }
}

const ownerOf = ({ owner }: ReportRow, language: Language) =>
  owner ?? texts[language].reportFiles.ownLocations

interface Reading {
  range: rollup.Range
  limit: number
  after: string | undefined
  byMonth: boolean
}

function read(db: Db, mode: ReportMode, reading: Reading): Promise<Found> {
  const { range, byMonth } = reading
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
      return readDays(db, reading)
    case 'account':
      return readAccounts(db, reading)
    case 'detailed':
      return readDetailed(db, reading)
  }
}

/** A report that is answered as a whole: its rows are owners, locations or days. */
async function whole(reading: Promise<rollup.Totalled>): Promise<Found> {
  const { rows, total } = await reading
  return { rows, total, total_count: rows.length, next: null }
}

async function readDays(db: Db, { range, limit, after }: Reading): Promise<Found> {
  const [rows, [sum]] = await Promise.all([
    rollup.listDays(db, range, dayPlaceOf(after), limit),
    rollup.sumDays(db, range),
  ])
  const { rows: count, ...total } = sum!
  const last = rows.at(-1)
  const next = last && rows.length === limit ? nextDayPlace(last) : null
  return { rows, total, total_count: Number(count), next }
}

/** Places among the days are base64url of what their rows are ordered by: names and shops may hold any sign. */
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
    const told = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
    const [day, name, locationId, method, provider, shop] = dayPlaceShape.parse(told)
    return { day, name, locationId, method, provider, shop }
  } catch {
    throw wrong()
  }
}

async function readAccounts(db: Db, { range, limit, after }: Reading): Promise<Found> {
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

async function readDetailed(db: Db, { range, limit, after }: Reading): Promise<Found> {
  const [rows, count] = await Promise.all([
    listDetailed(db, range, placeOf(after), limit),
    countDetailed(db, range, countedMost),
  ])
  const last = rows.at(-1)
  const next = last && rows.length === limit ? `${last.day}_${last.order}` : null
  return { rows, total: null, total_count: count, next }
}

const wrong = () => new Failure('request.invalid', [{ path: 'after', message: 'not a place of this report' }])

function numberOf(after: string | undefined): number {
  const number = Number(after ?? 0)
  if (!Number.isSafeInteger(number) || number < 0) throw wrong()
  return number
}

/** Places in the detailed report are `<day>_<order>`. */
function placeOf(after: string | undefined): Place | null {
  if (after === undefined) return null
  const [, day, id] = /^(\d{4}-[01]\d-[0-3]\d)_(\d{1,15})$/.exec(after) ?? []
  if (!day || !id || Number.isNaN(Date.parse(day))) throw wrong()
  return { day, id: Number(id) }
}

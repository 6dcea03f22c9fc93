import { setImmediate } from 'node:timers/promises'
import type { ImportResult, Language } from '@stationmaster/contract'
import { valueIn } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { type AuditEntry, auditAll } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type Cover, ownerChanged, switchMonetization } from '../../stations/stations/lists/cover.ts'
import { applyPlan } from './apply.ts'
import { readTable } from './csv.ts'
import { errorsOf, type RowFault } from './faults.ts'
import { type Gathered, Gatherer, readHeader } from './gather.ts'
import { type Plan, type Present, planImport } from './plan.ts'
import { applyPrices } from './prices.ts'
import { loadPresent } from './store.ts'

export interface ImportsParts {
  db: Db
  clock: Clock
  live: LiveBus
  timeZone: string
  secretKey: string
  currency: string
  cover: Cover
}

export interface Upload {
  csv: string
  dryRun: boolean
  /** stations that the caller agrees to make free of charge */
  agreed: readonly string[] | undefined
  caller: Caller
  remoteAddress: string
  language: Language
}

/** Who changes what a file says, and has agreed to. */
type By = Pick<Upload, 'caller' | 'remoteAddress' | 'agreed'>

const maxRows = 200_000
/** Rows that are read before other requests get their turn. */
const rowsPerTurn = 2000
const auditBatch = 5000

/**
 * Checks a file of locations and stations. Unless it is a dry run, applies the whole file. Throws import.rows_wrong with the result,
 * and station.would_be_free.
 */
export async function importFile(parts: ImportsParts, upload: Upload): Promise<ImportResult> {
  const gathered = await gather(upload.csv)
  const result = await inRepeatableTransaction(parts.db, async (tx) => {
    const at = parts.clock.now()
    const present = await loadPresent(tx, gathered, at)
    const plan = planImport(gathered, present)
    const faults = [...gathered.faults, ...plan.faults].sort((a, b) => a.line - b.line)
    const checked = resultOf(gathered, plan, faults, upload.language)
    if (upload.dryRun) return checked
    if (faults.length > 0) throw new Failure('import.rows_wrong', checked)
    const written = await applyAll(tx, parts, { plan, present }, upload)
    return { ...checked, applied: true, ...written, plan }
  })
  if (!('plan' in result)) return result
  const { plan, ...answer } = result
  for (const id of new Set(plan.idOf.values())) parts.live.publish({ topic: 'location', id, locationId: id })
  return answer
}

/** Writes a plan without faults, with its prices and an audit entry for each thing. */
export async function applyAll(
  tx: Tx,
  parts: Omit<ImportsParts, 'db' | 'live'>,
  { plan, present }: { plan: Plan; present: Present },
  upload: By,
): Promise<Pick<ImportResult, 'passwords' | 'not_monetized'>> {
  const at = parts.clock.now()
  const passwords = await applyPlan(tx, plan, present, { at, ...parts })
  await auditPlan(tx, plan, upload, at)
  const not_monetized = await keepPlanned(tx, plan, parts.cover, upload, at)
  await applyPrices(tx, { priceChanges: plan.prices, idOf: plan.idOf }, parts, upload)
  return { passwords, not_monetized }
}

async function gather(csv: string): Promise<Gathered> {
  const empty = (faults: RowFault[]): Gathered => ({
    rows: 0,
    locations: new Map(),
    stations: new Map(),
    faults,
  })
  const table = await readTable(csv, { mostRows: maxRows, tooMany: 'import.too_many_rows' })
  if ('code' in table) return empty([{ ...table, column: null, value: null }])
  const { rows: rest } = table
  const { header, faults } = readHeader(table.header)
  if (faults.length > 0) return { ...empty(faults), rows: rest.length }
  const gatherer = new Gatherer(header)
  for (let start = 0; start < rest.length; start += rowsPerTurn) {
    for (const line of rest.slice(start, start + rowsPerTurn)) gatherer.add(line)
    await setImmediate()
  }
  return gatherer.result
}

function resultOf(gathered: Gathered, plan: Plan, faults: RowFault[], language: Language): ImportResult {
  return {
    applied: false,
    rows: gathered.rows,
    ...plan.counts,
    ...errorsOf(faults, language),
    passwords: [],
    not_monetized: [],
  }
}

/**
 * Keeps a station free of charge when the file monetizes it but the plan of its owner does not cover it. When the file makes a station
 * free of charge, by a cell or by a new owner, the caller must have agreed. Throws station.would_be_free.
 */
async function keepPlanned(
  tx: Tx,
  { newStations, changedStations, changedLocations, idOf }: Plan,
  cover: Cover,
  { caller, remoteAddress, agreed }: By,
  at: Date,
): Promise<string[]> {
  const from = { caller, remoteAddress, at }
  const changedOwner = changedLocations.flatMap(({ stored, before }) =>
    'owner_email' in before ? [stored.id] : [],
  )
  const monetizations = changedStations.filter(({ fields }) => 'monetized' in fields)
  const freed = monetizations.flatMap(({ stored, fields }) => (fields.monetized === false ? [stored.id] : []))
  const change = { ...from, cause: 'import', agreed, besides: freed } as const
  const off = await ownerChanged(tx, cover, change, { locationIds: changedOwner })
  const earners = [
    ...newStations.flatMap(({ id, location, fields }) =>
      fields.monetized === false ? [] : [{ id, locationId: valueIn(idOf, location) }],
    ),
    ...monetizations.flatMap(({ stored: { id, locationId }, fields }) =>
      fields.monetized === true && !off.includes(id) ? [{ id, locationId }] : [],
    ),
  ].filter(({ locationId }) => !changedOwner.includes(locationId))
  const uncovered = [...(await cover.lacking(tx, earners)).keys()]
  await switchMonetization(tx, cover, from, { ids: uncovered, to: 'free', cause: 'import' })
  const switchedOff = new Set([...off, ...uncovered])
  await cover.record(
    tx,
    monetizations.flatMap(({ stored: { id }, fields }) =>
      switchedOff.has(id)
        ? []
        : [{ stationId: id, to: fields.monetized ? 'paid' : 'free', cause: 'import', by: caller.id, at }],
    ),
  )
  return [...switchedOff].toSorted()
}

/** Writes one audit entry for each added or changed thing, in the transaction of the import. */
async function auditPlan(tx: Tx, plan: Plan, { caller, remoteAddress }: By, at: Date): Promise<void> {
  const from = { caller, remoteAddress, at }
  const entries: AuditEntry[] = [
    ...plan.newLocations.map((location) => ({
      ...from,
      action: 'location.add',
      subjectType: 'location',
      subjectId: plan.idOf.get(location) ?? 0,
      after: location.fields,
    })),
    ...plan.changedLocations.map(({ stored, fields, before }) => ({
      ...from,
      action: 'location.change',
      subjectType: 'location',
      subjectId: stored.id,
      before,
      after: fields,
    })),
    ...plan.newStations.map(({ id, fields }) => ({
      ...from,
      action: 'station.add',
      subjectType: 'station',
      subjectId: id,
      after: fields,
    })),
    ...plan.changedStations.map(({ stored, fields, before }) => ({
      ...from,
      action: 'station.change',
      subjectType: 'station',
      subjectId: stored.id,
      before,
      after: fields,
    })),
    ...plan.changedConnectors.map(({ stored, fields, before }) => ({
      ...from,
      action: 'connector.change',
      subjectType: 'station',
      subjectId: stored.stationId,
      before: { evse: stored.evse, number: stored.number, ...before },
      after: fields,
    })),
  ]
  for (let start = 0; start < entries.length; start += auditBatch)
    await auditAll(tx, entries.slice(start, start + auditBatch))
}

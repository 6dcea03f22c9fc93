import type { EnergyReduction, Language, SheetFormat } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { texts } from '../../../../i18n/index.ts'
import { type Cell, type Sheet, sheetFile } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listReductions, type ReductionRow } from './reduction-store.ts'

function stateOf({ startsAt, endsAt }: ReductionRow, now: Date): EnergyReduction['state'] {
  if (endsAt !== null && (endsAt <= now || endsAt <= startsAt)) return 'over'
  return startsAt > now ? 'coming' : 'holds'
}

export function reductionView(row: ReductionRow, now: Date): EnergyReduction {
  const { receivedAt, startsAt, endsAt, effectiveAt, firstName, lastName } = row
  return {
    id: row.id,
    received_at: receivedAt.toISOString(),
    from: startsAt.toISOString(),
    until: endsAt?.toISOString() ?? null,
    state: stateOf(row, now),
    requested_w: row.requestedW,
    guaranteed_w: row.guaranteedW,
    devices: row.devices,
    applied_w: row.appliedW,
    cars_w: row.carsW,
    source: row.source,
    reason: row.reason,
    by: [firstName, lastName].filter(Boolean).join(' ') || null,
    before_w: row.beforeW,
    effective_at: effectiveAt?.toISOString() ?? null,
    // it never begins before it has arrived
    reaction_seconds: effectiveAt && Math.max(0, (effectiveAt.getTime() - startsAt.getTime()) / SECOND_MS),
    most_w: row.mostW,
  }
}

/** rows that are read at once */
const batchRows = 500

/** What the grid operator has taken back at a location, as a file. */
export function reductionsFile(
  db: Db,
  locationId: number,
  { format, language, timeZone }: { format: SheetFormat; language: Language; timeZone: string },
): Download {
  const { name, columns } = texts[language].energyReductions
  const sheet: Sheet = {
    name,
    timeZone,
    language,
    columns: [
      { head: columns.received, kind: 'instant' },
      { head: columns.from, kind: 'instant' },
      { head: columns.until, kind: 'instant' },
      { head: columns.effective, kind: 'instant' },
      { head: columns.reaction, kind: 'ratio', width: 16 },
      { head: columns.requested, kind: 'ratio', width: 16 },
      { head: columns.guaranteed, kind: 'ratio', width: 16 },
      { head: columns.applied, kind: 'ratio', width: 16 },
      { head: columns.cars, kind: 'ratio', width: 16 },
      { head: columns.before, kind: 'ratio', width: 16 },
      { head: columns.most, kind: 'ratio', width: 16 },
      { head: columns.devices, kind: 'count' },
      { head: columns.source, kind: 'text' },
      { head: columns.by, kind: 'text' },
      { head: columns.reason, kind: 'text', width: 30 },
    ],
    rows: rowsOf(db, locationId, texts[language].energyReductions.byKey),
  }
  return sheetFile(sheet, format, `grid-reductions-${locationId}`)
}

const kilowatts = (watts: number | null): number | null => (watts === null ? null : watts / 1000)

async function* rowsOf(db: Db, locationId: number, byKey: string): AsyncGenerator<Cell[]> {
  for (let offset = 0; ; offset += batchRows) {
    const { rows } = await listReductions(db, locationId, { limit: batchRows, offset })
    for (const row of rows) {
      const { reaction_seconds, by } = reductionView(row, row.receivedAt)
      yield [
        ...[row.receivedAt, row.startsAt, row.endsAt, row.effectiveAt, reaction_seconds],
        ...[row.requestedW, row.guaranteedW, row.appliedW, row.carsW, row.beforeW, row.mostW].map(kilowatts),
        ...[row.devices, row.source, by ?? byKey, row.reason],
      ]
    }
    if (rows.length < batchRows) return
  }
}

import {
  type ErrorCode,
  errorCatalogue,
  type FirmwareFile,
  firmwareStates,
  type Language,
  type Rollout,
  type RolloutStation,
  type RolloutWait,
} from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import type { RolloutRow, StationRow } from './rollout-store.ts'
import { canOf } from './rules.ts'
import type { FileRow } from './store.ts'

export const viewFile = ({ name: _name, created_by, by_name, in_use, ...row }: FileRow): FirmwareFile => ({
  ...row,
  created_at: row.created_at.toISOString(),
  by: { id: created_by, name: by_name },
  can: { delete: !in_use },
})

export const viewRollout = (row: RolloutRow): Rollout => ({
  id: row.id,
  file:
    row.file_id === null
      ? null
      : { id: row.file_id, vendor_name: row.vendor_name, model: row.model, version: row.version ?? '' },
  move: row.move,
  versions: row.versions,
  reach: row.reach,
  total: row.total,
  wave_size: row.wave_size,
  failures_most: row.failures_most,
  status: row.status,
  paused_by: row.paused_by,
  starts_at: row.starts_at.toISOString(),
  wait_until: row.wait_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  by: { id: row.commanded_by, name: row.by_name },
  counts: Object.fromEntries(
    firmwareStates.map((state) => [state, row.counts?.[state] ?? 0]),
  ) as Rollout['counts'],
  can: canOf(row.status),
})

/** A station of a roll-out, with what went wrong in a language. */
export const viewStation = (
  { code, at, online: _online, ...row }: StationRow,
  waitsFor: RolloutWait | null,
  language: Language,
): RolloutStation => ({
  ...row,
  code,
  error: code !== null && code in errorCatalogue ? new Failure(code as ErrorCode).textIn(language) : null,
  waits_for: waitsFor,
  at: at?.toISOString() ?? null,
})

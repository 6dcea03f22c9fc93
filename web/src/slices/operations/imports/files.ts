import { contract, guard, type ImportResult } from '@stationmaster/contract'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Idempotency } from '../../../api/calls/idempotency.ts'
import { request } from '../../../api/calls/request.ts'
import { saveCsvFile } from '../../../api/files/save-file.ts'

/** Downloads a file of the contract. */
export async function fetchFile(call: typeof contract.imports.download): Promise<void> {
  saveCsvFile(call.file?.name ?? '', await request(call, {}))
}

/** Sends a file; resolves with the result also for a file with faults. */
export async function sendFile(
  csv: string,
  dryRun: boolean,
  {
    idempotency,
    freeStations: free_stations,
  }: { idempotency?: Idempotency; freeStations?: string[] | undefined } = {},
): Promise<ImportResult> {
  try {
    const query = { dry_run: dryRun ? ('true' as const) : ('false' as const) }
    return await request(contract.imports.upload, {
      query,
      body: { csv, free_stations },
      ...(idempotency ? { idempotency } : {}),
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'import.rows_wrong') return error.details as ImportResult
    throw error
  }
}

/** The passwords of new stations as a file; ids and passwords hold nothing that needs quotation marks. */
export function keepPasswords(passwords: ImportResult['passwords']): void {
  const lines = passwords.map(({ station_id, password }) => `${guard(station_id)},${guard(password)}\r\n`)
  saveCsvFile('station-passwords.csv', ['station_id,password\r\n', ...lines].join(''))
}

import { contract, guard, type ImportResult } from '@stationmaster/contract'
import { ApiError } from '../../../api/calls/api-error.ts'
import { request } from '../../../api/calls/request.ts'
import { keepCsv } from '../../../api/keep/keep-file.ts'
import type { Wish } from '../../../api/wish.ts'

/** Fetches a file of the contract and hands it over. */
export async function fetchFile(call: typeof contract.imports.download): Promise<void> {
  keepCsv(call.file?.name ?? '', await request(call, {}))
}

/** Sends a file; a file with faults answers its result too, also when it was to be applied. */
export async function sendFile(
  csv: string,
  dryRun: boolean,
  { wish, freeStations: free_stations }: { wish?: Wish; freeStations?: string[] | undefined } = {},
): Promise<ImportResult> {
  try {
    const query = { dry_run: dryRun ? ('true' as const) : ('false' as const) }
    return await request(contract.imports.upload, {
      query,
      body: { csv, free_stations },
      ...(wish ? { wish } : {}),
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'import.rows_wrong') return error.details as ImportResult
    throw error
  }
}

/** The passwords of new stations as a file; ids and passwords hold nothing that needs quotation marks. */
export function keepPasswords(passwords: ImportResult['passwords']): void {
  const lines = passwords.map(({ station_id, password }) => `${guard(station_id)},${guard(password)}\r\n`)
  keepCsv('station-passwords.csv', ['station_id,password\r\n', ...lines].join(''))
}

import { contract, type ImportResult } from '@stationmaster/contract'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'

/** Hands the person a file to keep. */
export function keepFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Fetches a file of the contract and hands it over. */
export async function fetchFile(call: typeof contract.imports.download): Promise<void> {
  const text = await request(call, {})
  keepFile(call.file?.name ?? '', ['\uFEFF', text.replace(/^\uFEFF/, '')], call.file?.type ?? '')
}

/** Sends a file; a file with faults answers its result too, also when it was to be applied. */
export async function sendFile(csv: string, dryRun: boolean): Promise<ImportResult> {
  try {
    const query = { dry_run: dryRun ? ('true' as const) : ('false' as const) }
    return await request(contract.imports.upload, { query, body: { csv } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'import.rows_wrong') return error.details as ImportResult
    throw error
  }
}

/** The passwords of new stations as a file; ids and passwords hold nothing that needs quotation marks. */
export function keepPasswords(passwords: ImportResult['passwords']): void {
  const lines = passwords.map(({ station_id, password }) => `${cell(station_id)},${cell(password)}\r\n`)
  keepFile('station-passwords.csv', ['\uFEFFstation_id,password\r\n', ...lines], 'text/csv')
}

/** What a spreadsheet would take for a formula is marked as text. */
const cell = (text: string) => (/^[=+@-]/.test(text) ? `'${text}` : text)

import { type ExportParts, Exports } from '../slices/figures/reports/exports/exports.ts'
import { reportMailings } from '../slices/figures/reports/monthly/mailings.ts'
import { FullExports, type RequestParts } from '../slices/operations/full-export/requests/requests.ts'

type Stored = Pick<RequestParts, 'currency' | 'files' | 'fileStore' | 'secretKey'>

/** What writes data to files: reports, those that are mailed by month, and everything that is stored. */
export function openExports(exporting: ExportParts, stored: Stored, kind: 'postgres' | 'embedded') {
  reportMailings(exporting)
  const exports = new Exports(exporting)
  const fullExports = new FullExports({ ...exporting, ...stored }, kind)
  return { exporting, exports, fullExports }
}

import { Readable } from 'node:stream'
import { cardFiles } from '@stationmaster/contract'
import { languageOf } from '../../../../platform/general/language.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { type CardFileParts, exportCards, importCards } from './actions.ts'

/** Files of RFID cards, for administrators. */
export function cardFileRoutes(rest: Rest, parts: CardFileParts): void {
  route(rest, cardFiles.download, async () => Readable.from(exportCards(parts.db)))
  route(rest, cardFiles.upload, ({ body, query, caller, remoteAddress, request }) =>
    importCards(parts, {
      csv: typeof body === 'string' ? body : body.csv,
      dryRun: query.dry_run === 'true',
      caller,
      remoteAddress,
      language: languageOf(request.headers['accept-language']),
    }),
  )
}

import { Readable } from 'node:stream'
import { imports } from '@stationmaster/contract'
import { languageOf } from '../../../platform/general/language.ts'
import { type Rest, route, unstorable } from '../../../platform/http/http.ts'
import { isStorable } from '../../../platform/statements/storable.ts'
import { type ImportsParts, importFile } from './actions.ts'
import { cardFileRoutes } from './cards/routes.ts'
import { exportFile, templateFile } from './export.ts'

export function importRoutes(rest: Rest, parts: ImportsParts): void {
  rest.app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, text, done) =>
    isStorable(text) ? done(null, text) : done(unstorable()),
  )
  cardFileRoutes(rest, parts)
  route(rest, imports.template, async () => templateFile())
  route(rest, imports.download, async ({ caller }) =>
    Readable.from(exportFile(parts.db, caller, parts.clock.now())),
  )
  route(rest, imports.upload, ({ body, query, caller, remoteAddress, request }) =>
    importFile(parts, {
      csv: typeof body === 'string' ? body : body.csv,
      agreed: typeof body === 'string' ? undefined : body.free_stations,
      dryRun: query.dry_run === 'true',
      caller,
      remoteAddress,
      language: languageOf(request.headers['accept-language']),
    }),
  )
}

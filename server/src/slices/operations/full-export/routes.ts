import { fullExports } from '@stationmaster/contract'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { ManagersParts } from '../../people/managers/parts.ts'
import { provePassword } from '../../people/managers/signing-in/proof.ts'
import type { FullExports } from './requests/requests.ts'

/** Full exports, by whoever may have everything of a network or of an owner: each asks for the password where the log-in is old. */
export function fullExportRoutes(
  rest: Rest,
  {
    exports,
    accounts,
    downloads,
  }: { exports: FullExports; accounts: ManagersParts; downloads: DownloadLinks },
): void {
  route(rest, fullExports.list, ({ caller }) => exports.list(caller))
  route(rest, fullExports.begin, async ({ caller, remoteAddress, body, request }) => {
    await provePassword(accounts, caller, { currentPassword: body.current_password })
    const language = languageOf(request.headers['accept-language'])
    return {
      id: await exports.begin({ caller, remoteAddress }, { withSecrets: body.with_secrets, language }),
    }
  })
  route(rest, fullExports.link, async ({ caller, remoteAddress, params, body }) => {
    await provePassword(accounts, caller, { currentPassword: body.current_password })
    await exports.mustBeReady({ caller, remoteAddress }, params.id)
    return { url: downloads.offer('full-export', { id: params.id }) }
  })
  route(rest, fullExports.remove, async ({ caller, remoteAddress, params }) => {
    await exports.remove({ caller, remoteAddress }, params.id)
    return {}
  })
  downloads.serve('full-export', (what) => exports.open((what as { id: number }).id))
}

import { help, type Language, languages } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Rest, route } from '../../platform/http.ts'
import { languageOf } from '../../platform/language.ts'
import { openLegalTexts } from './legal-texts.ts'

export type HelpSettings = Pick<
  Config,
  | 'dataDir'
  | 'timeZone'
  | 'currency'
  | 'selfService'
  | 'bluesnapPublicKey'
  | 'publicNetwork'
  | 'supportPhone'
  | 'links'
  | 'payment'
> & {
  /** the payment provider's key for cards; null: it has none, or does not answer now */
  cardKey(): Promise<string | null>
}

/** What visitors may know: settings of the network and the legal texts (domain.md#public-pages). */
export function helpRoutes(rest: Rest, settings: HelpSettings): void {
  const legal = openLegalTexts(settings)

  route(rest, help.config, async () => ({
    BLUESNAP_PUBLIC_KEY: settings.bluesnapPublicKey ?? (await settings.cardKey()),
    card_library: settings.payment.bluesnap?.libraryUrl ?? null,
    time_zone: settings.timeZone,
    currency: settings.currency,
    self_service: settings.selfService,
    public_network: settings.publicNetwork,
    support_phone: settings.supportPhone,
    links: settings.links,
    languages: [...languages],
  }))

  route(rest, help.terms, ({ query, request }) =>
    legal('terms-and-conditions-of-use', query.language ?? asked(request)),
  )
  route(rest, help.privacy, ({ query, request }) => legal('privacy-policy', query.language ?? asked(request)))
}

const asked = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

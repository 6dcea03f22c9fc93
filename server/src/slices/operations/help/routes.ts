import { help, type Language, languages } from '@stationmaster/contract'
import { last } from '@stationmaster/units'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { readMigrations } from '../../../platform/database/migrating/migrate.ts'
import { isBackedUp, lastBackup } from '../../../platform/general/backup.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { productVersion } from '../../../platform/general/version.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { hasAdministrator } from '../../people/managers/store.ts'
import { type KeptSetting, openLegalTexts } from './legal-texts.ts'
import { readManual } from './manual.ts'

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
  | 'smtpUrl'
  | 'databaseUrl'
  | KeptSetting
> & {
  db: Db
  clock: Clock
  /** whether people may make accounts of their own */
  takesSignUps(): Promise<boolean>
  /** whether the operator's legal details are entered */
  hasLegalDetails(): Promise<boolean>
  /** the payment provider's key for cards; null when it has none or does not answer now */
  cardKey(): Promise<string | null>
}

/** Public settings of the network and the legal texts (domain.md#public-pages), and the state of the setup of a new network. */
export function helpRoutes(rest: Rest, settings: HelpSettings): void {
  const legal = openLegalTexts(settings)
  let administered = false
  /** The first page asks for this every time. The database is read only until there is an administrator: the last one cannot be removed. */
  const isAdministered = async () => {
    administered ||= await hasAdministrator(settings.db)
    return administered
  }

  route(rest, help.config, async () => ({
    BLUESNAP_PUBLIC_KEY: settings.bluesnapPublicKey ?? (await settings.cardKey()),
    card_library: settings.payment.bluesnap?.libraryUrl ?? null,
    time_zone: settings.timeZone,
    currency: settings.currency,
    self_service: settings.selfService,
    sign_up: await settings.takesSignUps(),
    public_network: settings.publicNetwork,
    has_administrator: await isAdministered(),
    support_phone: settings.supportPhone,
    reservation_free_seconds: settings.payment.reservationFreeSeconds,
    kept: {
      journal_days: settings.journalDays,
      meter_months: settings.meterMonths,
      order_log_days: settings.orderLogDays,
      audit_days: settings.auditDays,
      session_idle_days: settings.sessionIdleDays,
    },
    links: settings.links,
    languages: [...languages],
  }))

  route(rest, help.manual, () => readManual(settings))
  route(rest, help.setup, async () => {
    const backup = settings.databaseUrl ? null : lastBackup(settings.dataDir)
    return {
      legal_details: await settings.hasLegalDetails(),
      mail: settings.smtpUrl ? ('smtp' as const) : ('files' as const),
      payment_provider: settings.payment.provider,
      database: settings.databaseUrl ? ('postgres' as const) : ('embedded' as const),
      last_backup: backup?.toISOString() ?? null,
      backed_up: isBackedUp(backup, settings.clock.now()),
    }
  })

  const schema = last(readMigrations()).number
  route(rest, help.version, async () => ({ version: productVersion, schema }))

  route(rest, help.terms, ({ query, request }) =>
    legal('terms-and-conditions-of-use', query.language ?? languageIn(request)),
  )
  route(rest, help.privacy, ({ query, request }) =>
    legal('privacy-policy', query.language ?? languageIn(request)),
  )
}

const languageIn = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

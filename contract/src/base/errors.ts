import { appsErrors } from '../errors/texts/apps.ts'
import { energyErrors } from '../errors/texts/energy.ts'
import { filesErrors } from '../errors/texts/files.ts'
import { firmwareErrors } from '../errors/texts/firmware.ts'
import { generalErrors } from '../errors/texts/general.ts'
import { locationsErrors } from '../errors/texts/locations.ts'
import { fleetErrors } from '../errors/texts/money/fleets.ts'
import { moneyErrors } from '../errors/texts/money/money.ts'
import { paymentsErrors } from '../errors/texts/money/payments.ts'
import { planErrors } from '../errors/texts/money/plan.ts'
import { servicesErrors } from '../errors/texts/money/services.ts'
import { settlementErrors } from '../errors/texts/money/settlement.ts'
import { alertErrors } from '../errors/texts/operations/alerts.ts'
import { importsErrors } from '../errors/texts/operations/imports.ts'
import { incidentErrors } from '../errors/texts/operations/incidents.ts'
import { takeoverErrors } from '../errors/texts/operations/takeover.ts'
import { ordersErrors } from '../errors/texts/orders.ts'
import { ownersErrors } from '../errors/texts/owners.ts'
import { apiKeyErrors } from '../errors/texts/people/api-keys.ts'
import { singleSignOnErrors } from '../errors/texts/people/single-sign-on.ts'
import { peopleErrors } from '../errors/texts/people.ts'
import { plugAndChargeErrors } from '../errors/texts/plug-and-charge.ts'
import { roamingErrors } from '../errors/texts/roaming.ts'
import { stationsErrors } from '../errors/texts/stations.ts'

/**
 * The error catalogue: code -> HTTP status and texts. A code is a contract: the server throws codes and answers the text in
 * the caller's language (Accept-Language); nobody matches text.
 */
export const errorCatalogue = {
  ...generalErrors,
  ...peopleErrors,
  ...apiKeyErrors,
  ...singleSignOnErrors,
  ...locationsErrors,
  ...stationsErrors,
  ...alertErrors,
  ...appsErrors,
  ...ordersErrors,
  ...ownersErrors,
  ...moneyErrors,
  ...fleetErrors,
  ...energyErrors,
  ...incidentErrors,
  ...filesErrors,
  ...firmwareErrors,
  ...plugAndChargeErrors,
  ...importsErrors,
  ...takeoverErrors,
  ...paymentsErrors,
  ...planErrors,
  ...roamingErrors,
  ...servicesErrors,
  ...settlementErrors,
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** What every 4xx and 5xx answer holds. */
export interface ErrorAnswer {
  error: string
  code: ErrorCode
  details?: unknown
}

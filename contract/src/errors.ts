import { appsErrors } from './errors/apps.ts'
import { filesErrors } from './errors/files.ts'
import { firmwareErrors } from './errors/firmware.ts'
import { generalErrors } from './errors/general.ts'
import { importsErrors } from './errors/imports.ts'
import { locationsErrors } from './errors/locations.ts'
import { moneyErrors } from './errors/money.ts'
import { ordersErrors } from './errors/orders.ts'
import { ownersErrors } from './errors/owners.ts'
import { paymentsErrors } from './errors/payments.ts'
import { peopleErrors } from './errors/people.ts'
import { planErrors } from './errors/plan.ts'
import { servicesErrors } from './errors/services.ts'
import { settlementErrors } from './errors/settlement.ts'
import { stationsErrors } from './errors/stations.ts'

/**
 * The error catalogue: code -> HTTP status and texts. A code is a contract: the server throws codes and answers the text in
 * the caller's language (Accept-Language); nobody matches text.
 */
export const errorCatalogue = {
  ...generalErrors,
  ...peopleErrors,
  ...locationsErrors,
  ...stationsErrors,
  ...appsErrors,
  ...ordersErrors,
  ...ownersErrors,
  ...moneyErrors,
  ...filesErrors,
  ...firmwareErrors,
  ...importsErrors,
  ...paymentsErrors,
  ...planErrors,
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

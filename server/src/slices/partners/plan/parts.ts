import type { Language, LiveSignal } from '@stationmaster/contract'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { PaymentService } from '../../money/providers/payment-service.ts'
import type { Cover } from '../../stations/stations/lists/cover.ts'

export interface PlanParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  /** of the payment provider */
  paymentService: PaymentService
  /** how long a call to the provider may take */
  callMs: number
  /** of the network: days and years begin by its clocks */
  timeZone: string
  /** of the network, ISO 4217 */
  currency: string
  downloads: DownloadLinks
  /** how stations are switched */
  cover: Cover
  /** false: the network requires no plan, everything is included */
  asksForPlans: boolean
  /** what is sold at the locations of an owner, in words */
  servicesOf(db: Db, ownerId: number, language: Language): Promise<string[]>
  publish(signal: LiveSignal): void
  /** reports a call that the provider did not answer */
  report(error: unknown, about: object): void
}

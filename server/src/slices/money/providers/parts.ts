import type { Clock } from '../../../platform/general/clock.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Operation } from './payment/operation.ts'
import type { ProviderPayment } from './payment/payment.ts'
import type { PaymentProvider } from './port.ts'

/**
 * Runs in the same transaction when a payment has moved, or when an operation on it has ended for good. Resolves to a function that
 * is called after the commit, and that notifies the screens.
 */
type PaymentMoved = (
  tx: Tx,
  payment: ProviderPayment,
  before: ProviderPayment,
  ended: Operation | null,
) => Promise<(() => void) | undefined>

export interface PaymentServiceParts {
  db: Db
  clock: Clock
  jobs: Jobs
  /** null: nobody takes money for this network */
  provider: PaymentProvider | null
  /** how long a call to the provider may take */
  callMs: number
  moved: PaymentMoved
  /** what a provider did not answer, or answered so that it makes no sense */
  report(error: unknown, about: object): void
}

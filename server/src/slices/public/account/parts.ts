import type { Clock } from '../../../platform/general/clock.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Texter } from '../../../platform/mail/texter.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { PaymentService } from '../../money/providers/payment-service.ts'
import type { AccountThrottles } from '../../people/managers/signing-in/throttles.ts'
import type { Notices } from '../notices/notices.ts'
import type { DriverAccess } from './sign-in/access.ts'

/** What drivers' own accounts need. */
export interface AccountParts {
  db: Db
  clock: Clock
  mailer: Mailer
  texter: Texter
  throttles: AccountThrottles
  access: DriverAccess
  notices: Pick<Notices, 'publicKey' | 'subscribe'>
  secretKey: string
  /** of the network */
  timeZone: string
  currency: string
  paymentService: PaymentService
  /** the key that browsers encrypt cards with; null: there is none */
  publicKey(): Promise<string | null>
  /** how many SMS the whole network sends in an hour at most */
  smsPerHour: number
}

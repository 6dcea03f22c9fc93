import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Access } from './access.ts'
import type { AccountThrottles } from './signing-in/throttles.ts'
import type { PlanFacts } from './view.ts'

export interface ManagersParts {
  db: Db
  clock: Clock
  access: Access
  throttles: AccountThrottles
  jobs: Jobs
  mailer: Mailer
  /** SECRET_KEY, under which what rests in the job queue is sealed */
  sealingKey: string
  /** unused for so long, a session has ended */
  idleMs: number
  /** a log-in older than this gives the password once more before password or address change */
  passwordMs: number
  /** by a setting: without one an administrator does nothing but set it up */
  administratorsNeedSecondFactor: boolean
  /** of managers, by their id */
  plansOf(managerIds: readonly number[]): Promise<Map<number, PlanFacts>>
  /** somebody has another role now */
  roleChanged(
    tx: Tx,
    from: { caller: Caller; remoteAddress: string; at: Date; agreed: readonly string[] | undefined },
    managerId: number,
  ): Promise<void>
}

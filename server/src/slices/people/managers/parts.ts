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
  /** SECRET_KEY, which seals secrets in the job queue */
  sealingKey: string
  /** a session ends when it was unused for so long */
  idleMs: number
  /** after this time a change of password or address needs the current password again */
  passwordMs: number
  /** a setting: administrators without a second factor can do nothing but set it up */
  administratorsNeedSecondFactor: boolean
  /** whether an account may log in with a password; null: one that there is not yet */
  takesPassword(managerId: number | null, db?: Db): Promise<boolean>
  /** whether an account is the one that is kept for emergencies */
  isEmergency(tx: Tx, managerId: number): Promise<boolean>
  /** the plans of managers, by manager id */
  plansOf(managerIds: readonly number[]): Promise<Map<number, PlanFacts>>
  /** called when a person gets another role */
  roleChanged(
    tx: Tx,
    from: { caller: Caller; remoteAddress: string; at: Date; agreed: readonly string[] | undefined },
    managerId: number,
  ): Promise<void>
}

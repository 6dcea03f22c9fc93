import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { NodeBus } from '../platform/nodes/bus.ts'
import type { Db, Tx } from '../platform/schema/schema.ts'
import type { admittedOnly } from '../slices/partners/owners/cover.ts'
import { loadPlanFacts } from '../slices/partners/plan/store.ts'
import { warnOfEndingKeys } from '../slices/people/api-keys/expiry.ts'
import { openKeyAccess } from '../slices/people/api-keys/key-access.ts'
import { openAccess } from '../slices/people/managers/access.ts'
import { accountJobs } from '../slices/people/managers/accounts.ts'
import type { ManagersParts } from '../slices/people/managers/parts.ts'
import { AccountThrottles } from '../slices/people/managers/signing-in/throttles.ts'
import type { SingleSignOnParts } from '../slices/people/single-sign-on/parts.ts'
import { askAboutSession } from '../slices/people/single-sign-on/provider/checks.ts'
import { isEmergency, takesPassword } from '../slices/people/single-sign-on/settings/settings.ts'
import { assignStanding, listAssigned } from '../slices/places/locations/access/assignment-store.ts'
import { type OwnerChange, ownerChanged } from '../slices/stations/stations/lists/cover.ts'

interface AccountGround {
  config: Config
  db: Db
  nodes: NodeBus
  live: LiveBus
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  cover: ReturnType<typeof admittedOnly>
  addresses: Addresses
  log: FastifyBaseLogger
}

/** The parts of people's accounts: log-ins, their limits and their mails. */
export function openAccounts(ground: AccountGround) {
  const { config, db, nodes, live, clock, jobs, mailer, cover, log } = ground
  const idleMs = config.sessionIdleDays * DAY_MS
  const { secretKey, administratorsNeedSecondFactor, keyCallsPerMinute } = config
  const askProvider = (sessionId: number) => askInBackground(singleSignOn, sessionId)
  const accounts = {
    db,
    clock,
    access: openAccess(
      { db, nodes, live, clock, secretKey, idleMs, administratorsNeedSecondFactor },
      askProvider,
    ),
    throttles: new AccountThrottles(db, config.attempts),
    jobs,
    mailer,
    idleMs,
    administratorsNeedSecondFactor,
    sealingKey: secretKey,
    passwordMs: config.passwordConfirmMinutes * MINUTE_MS,
    plansOf: (managerIds: readonly number[]) => loadPlanFacts(db, managerIds, config.asksForPlans),
    roleChanged: async (tx: Tx, from: Omit<OwnerChange, 'cause'>, ownerId: number) => {
      await ownerChanged(tx, cover, { ...from, cause: 'role' }, { ownerId })
    },
    takesPassword: (managerId: number | null, within: Db = db) =>
      takesPassword(config.sso, within, managerId),
    isEmergency,
  }
  const singleSignOn = openSingleSignOn(ground, accounts)
  accountJobs(accounts)
  warnOfEndingKeys(accounts, config.timeZone)
  return { ...accounts, singleSignOn, admit: openKeyAccess({ ...accounts, keyCallsPerMinute, log }) }
}

const openSingleSignOn = (
  { config, addresses, log }: AccountGround,
  accounts: ManagersParts,
): SingleSignOnParts => ({
  ...accounts,
  config: config.sso,
  reach: { privateNetworks: config.privateNetworks },
  address: (path) => new URL(path, addresses.base).href,
  report: (error, about) => log.warn({ err: error, about }, 'single sign-on'),
  listAssigned: async (tx, id) => (await listAssigned(tx, id)).map((one) => one.id).sort((a, b) => a - b),
  assign: assignStanding,
})

/** Nobody who makes a call waits for the provider. */
function askInBackground(parts: SingleSignOnParts, sessionId: number): void {
  askAboutSession(parts, sessionId).catch((error) => parts.report(error, { session: sessionId }))
}

import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { findOrder } from '../../charging/orders/store.ts'
import { isAccepted } from '../../control/commands/outcome/outcome.ts'
import { listLimits } from '../../control/tasks/limit-store.ts'
import type { CommandSide } from '../partner-commands/carried-out.ts'
import { activeProfile, limitsNow, runningOf, sendProfile } from './carried-out.ts'
import { profileOfKept } from './kept.ts'
import { concludeLateRequests, queueChange } from './results.ts'
import { aheadSeconds, keptLimits } from './rules.ts'
import { listProfiles, type RunningProfile, removeProfile, upsertProfile } from './store.ts'

export interface FollowParts extends CommandSide {
  log: FastifyBaseLogger
}

/** Each minute: what partners have set stays within our limits as they change, and partners learn of it. */
export function profileJobs(jobs: Jobs, parts: FollowParts): void {
  jobs.schedule('roaming-profiles', '* * * * *', () => followProfiles(parts))
}

export async function followProfiles(parts: FollowParts): Promise<void> {
  await concludeLateRequests(parts)
  for (const profile of await listProfiles(parts.db))
    await follow(parts, profile).catch((error) =>
      logFailure(parts.log, error, 'a charging profile of a partner could not be followed'),
    )
}

async function follow(parts: FollowParts, profile: RunningProfile): Promise<void> {
  const { db, clock, stations } = parts
  const { orderId } = profile
  const order = profile.runs ? await findOrder(db, orderId) : undefined
  const running = order && (await runningOf(parts, order))
  if (!running) return removeProfile(db, orderId)
  const { target } = running
  if (!(await stations.find(target.station.id))) return
  const limits = await listLimits(db, target.station.id, clock.now())
  // somebody here has cleared it
  if (!limits.some(({ profileId }) => profileId === profile.profileNumber)) {
    await removeProfile(db, orderId)
    return tell(parts, profile, running.target)
  }
  const demand = profileOfKept(profile.body)
  const wanted = await limitsNow(parts, target, demand)
  if (!wanted || isDeepStrictEqual(keptLimits(wanted), profile.sent)) return
  const outcome = await sendProfile(parts, running, demand)
  if (!outcome || !isAccepted(outcome.answer)) return
  await upsertProfile(db, { ...profile, sent: keptLimits(outcome.sent) }, clock.now())
  await tell(parts, profile, running.target)
}

/** Tells a partner by which profile its driver's session charges now (OCPI 14.4.2, PUT). */
async function tell(
  parts: FollowParts,
  profile: RunningProfile,
  target: Parameters<typeof activeProfile>[1],
): Promise<void> {
  const { profile: active } = await activeProfile(parts, target, aheadSeconds)
  if (active) await inTransaction(parts.db, (tx) => queueChange(tx, parts.deliveries, profile, active))
}

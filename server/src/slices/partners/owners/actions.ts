import { dayOf } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { dayInEach } from '../../../platform/documents/paper.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import { lockManager, updateManager } from '../../people/managers/store.ts'
import { payableFrom } from '../settlement/rules.ts'
import { isSame, masked, type PayoutDetails } from './rules.ts'
import { findPayout, listWaitingLocations, upsertPayout } from './store.ts'
import { loadStanding, mayOwn, type ViewParts } from './view.ts'

export interface OwnerParts extends ViewParts {
  live: Pick<LiveBus, 'publish' | 'dismiss'>
  mailer: Mailer
}

export interface By {
  caller: Caller
  remoteAddress: string
}

/** Payout details as the audit log shows them. */
const auditView = ({ holder, bankName, accountNumber, bic }: PayoutDetails) => ({
  holder,
  bank_name: bankName,
  bic,
  account_number: masked(accountNumber),
})

/**
 * Stores where an owner's takings are paid to. The owner is mailed when the account changes, or when somebody else has entered it.
 * Throws manager.not_found for a manager who cannot own a location.
 */
export async function setPayoutDetails(
  { db, clock, mailer }: OwnerParts,
  by: By,
  ownerId: number,
  details: PayoutDetails,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const owner = await lockManager(tx, ownerId)
    if (!owner || !mayOwn(owner)) throw new Failure('manager.not_found')
    const before = await findPayout(tx, ownerId)
    if (before && isSame(before, details)) return
    await upsertPayout(tx, ownerId, details, { managerId: by.caller.id, at })
    await audit(tx, {
      ...by,
      action: 'owner.set_payout_details',
      subjectType: 'manager',
      subjectId: ownerId,
      at,
      ...(before ? { before: auditView(before) } : {}),
      after: auditView(details),
    })
    if (!before && by.caller.id === ownerId) return
    const values = { link: mailer.link('/settings/profile'), account: masked(details.accountNumber) }
    const { email: to, language } = owner
    await mailer.send(tx, { to, language, name: 'payoutChanged', values })
  })
}

/**
 * Admits an owner, once, and mails them: locations that they added themselves may sell from now on. Throws manager.not_found, and
 * owner.not_ready with what is missing.
 */
export async function admit(parts: OwnerParts, by: By, ownerId: number): Promise<void> {
  const { db, clock, timeZone, live, mailer } = parts
  const at = clock.now()
  const opened = await inRepeatableTransaction(db, async (tx) => {
    const owner = await lockManager(tx, ownerId)
    if (!owner) throw new Failure('manager.not_found')
    if (owner.admitted_at !== null) return []
    const { missing } = await loadStanding(tx, owner, dayOf(at, timeZone))
    if (owner.role !== 'manager' || missing.length > 0) throw new Failure('owner.not_ready', { missing })
    const waiting = await listWaitingLocations(tx, ownerId)
    await updateManager(tx, ownerId, { admitted_at: at, admitted_by: by.caller.id })
    await audit(tx, {
      ...by,
      action: 'owner.admit',
      subjectType: 'manager',
      subjectId: ownerId,
      at,
      after: { locations: waiting.map(({ id }) => id) },
    })
    const { email: to, language } = owner
    const values = {
      link: mailer.link('/dashboard'),
      places: waiting.map(({ name }) => name).join(', ') || '–',
      // it is null only without a time of admission
      day: dayInEach(payableFrom(at, parts.newOwnerHoldDays, timeZone)!)[language],
    }
    await mailer.send(tx, { to, language, name: 'ownerAdmitted', values })
    return waiting
  })
  for (const { id } of opened) live.publish({ topic: 'location', id, locationId: id })
}

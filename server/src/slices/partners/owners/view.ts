import type { Admission, WaitingOwner } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findManager, type ManagerRow } from '../../people/managers/store.ts'
import { payableFrom } from '../settlement/rules.ts'
import { missingOf } from './rules.ts'
import {
  findContract,
  findPayout,
  findPlanBank,
  listWaitingLocations,
  type WaitingOwnerRow,
} from './store.ts'

export interface ViewParts {
  db: Db
  clock: Clock
  /** of the network: days begin by its clocks */
  timeZone: string
  /** for how many days the takings of an owner are held who was just let in */
  newOwnerHoldDays: number
}

/** Whether locations may belong to somebody. */
export const mayOwn = ({ role }: Pick<ManagerRow, 'role'>): boolean =>
  role === 'administrator' || role === 'manager'

/** What of an owner counts when they are to be let in, on a day (YYYY-MM-DD). */
export async function loadStanding(db: Db, owner: ManagerRow, day: string) {
  const [contract, details, planBank] = await Promise.all([
    findContract(db, owner.id, day),
    findPayout(db, owner.id),
    findPlanBank(db, owner.id),
  ])
  const missing = missingOf({
    email: owner.email_verified_at !== null,
    contract: contract !== undefined,
    payout: details !== undefined || planBank !== null,
  })
  return { contract, details, planBank, missing }
}

/** How an owner stands, as a caller sees it; throws manager.not_found. */
export async function viewAdmission(parts: ViewParts, caller: Caller, id: number): Promise<Admission> {
  const { db, clock, timeZone, newOwnerHoldDays } = parts
  const owner = await findManager(db, id)
  if (!owner) throw new Failure('manager.not_found')
  const today = dayOf(clock.now(), timeZone)
  const [{ contract, details, planBank, missing }, waiting, admitter] = await Promise.all([
    loadStanding(db, owner, today),
    listWaitingLocations(db, id),
    owner.admitted_by === null ? undefined : findManager(db, owner.admitted_by),
  ])
  const administers = caller.role === 'administrator'
  const payableDay = payableFrom(owner.admitted_at, newOwnerHoldDays, timeZone)
  return {
    needed: waiting.length > 0,
    email_verified: owner.email_verified_at !== null,
    contract: contract
      ? {
          number: contract.number,
          valid_from: contract.validFrom,
          agent_fee_percent: contract.agentFeeBp / 100,
        }
      : null,
    payout: details
      ? {
          from: 'details',
          bank_name: details.bankName,
          holder: details.holder,
          account_number: details.accountNumber,
          bic: details.bic,
          entered_at: details.enteredAt.toISOString(),
        }
      : planBank === null
        ? null
        : {
            from: 'plan',
            bank_name: planBank,
            holder: null,
            account_number: null,
            bic: null,
            entered_at: null,
          },
    missing,
    admitted_at: owner.admitted_at?.toISOString() ?? null,
    admitted_by: administers && admitter ? nameOf(admitter) : null,
    hold_days: newOwnerHoldDays,
    held_until: payableDay !== null && today < payableDay ? payableDay : null,
    waiting,
    can: {
      admit: administers && owner.role === 'manager' && owner.admitted_at === null && missing.length === 0,
      change_payout: mayOwn(owner),
    },
  }
}

const nameOf = ({ first_name, last_name, email }: ManagerRow): string =>
  `${first_name} ${last_name}`.trim() || email

/** An owner who waits, as the inbox shows them. */
export const viewWaiting = (row: WaitingOwnerRow): WaitingOwner => ({
  id: row.id,
  first_name: row.firstName,
  last_name: row.lastName,
  email: row.email,
  since: row.since.toISOString(),
  locations: row.locations,
  stations: row.stations,
  missing: missingOf({ email: true, contract: row.hasContract, payout: row.hasPayout }),
})

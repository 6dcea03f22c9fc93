import { dayOf } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findManager } from '../../people/managers/store.ts'
import { seesLocation } from '../../places/locations/access/scope-store.ts'
import type { KnownTerms } from './known-terms.ts'
import { mayBegin, mayChange } from './rules.ts'
import { findTerms, insertTerms, lockTerms, type Terms, type TermsTable, updateTerms } from './store.ts'

export interface ContractParts {
  db: Db
  clock: Clock
  /** of the network: days begin by its clocks */
  timeZone: string
  terms: KnownTerms
  /** Shares the payments since a day (YYYY-MM-DD) again by the present terms. */
  recalculate(tx: Tx, fromDay: string, now: Date): Promise<unknown>
}

export interface By {
  caller: Caller
  remoteAddress: string
}

const actions = {
  contracts: 'contract',
  bank_rates: 'bank_rate',
  legal_details: 'legal_details',
  debt_rules: 'debt_rule',
  idle_terms: 'idle_terms',
} as const satisfies Record<TermsTable, string>

/** What payments are shared by. */
const shares: ReadonlySet<TermsTable> = new Set(['contracts', 'bank_rates'])

const auditTerms = (
  tx: Tx,
  { caller, remoteAddress }: By,
  entry: { table: TermsTable; verb: 'add' | 'change'; id: number; before?: object; after: object; at: Date },
) => {
  const { table, verb, id, before, after, at } = entry
  const subjectType = actions[table]
  return audit(tx, {
    caller,
    remoteAddress,
    subjectType,
    subjectId: id,
    after,
    at,
    action: `${subjectType}.${verb}`,
    ...(before ? { before } : {}),
  })
}

/** Two from the same day on cannot both be in force. */
async function refuseDuplicateDay<A>(work: Promise<A>): Promise<A> {
  try {
    return await work
  } catch (error) {
    throw isDuplicate(error) ? new Failure('contract.day_taken') : error
  }
}

/**
 * Enters terms from a day on; payments since that day are shared again. Throws contract.month_closed, contract.day_taken,
 * manager.not_found for an owner who can be none, location.not_found.
 */
export async function addTerms<T extends TermsTable>(
  parts: ContractParts,
  by: By,
  table: T,
  terms: Terms[T],
): Promise<number> {
  const now = parts.clock.now()
  const today = dayOf(now, parts.timeZone)
  const { validFrom } = terms
  if (!mayBegin(validFrom, today)) throw new Failure('contract.month_closed')
  if ('ownerId' in terms) await checkOwner(parts.db, terms.ownerId)
  if ('locationId' in terms && terms.locationId !== null)
    await checkLocation(parts.db, by.caller, terms.locationId)
  const work = inRepeatableTransaction(parts.db, async (tx) => {
    const id = await insertTerms(tx, table, terms, { managerId: by.caller.id, at: now })
    await auditTerms(tx, by, { table, verb: 'add', id, after: terms, at: now })
    if (shares.has(table) && validFrom <= today) await parts.recalculate(tx, validFrom, now)
    return id
  })
  const id = await refuseDuplicateDay(work)
  parts.terms.forget()
  return id
}

async function checkOwner(db: Db, ownerId: number): Promise<void> {
  const owner = await findManager(db, ownerId)
  if (!owner || !['administrator', 'manager'].includes(owner.role)) throw new Failure('manager.not_found')
}

async function checkLocation(db: Db, caller: Caller, locationId: number): Promise<void> {
  if (!(await seesLocation(db, caller, locationId))) throw new Failure('location.not_found')
}

/** Changes terms that have not begun. Throws contract.not_found, contract.begun, contract.month_closed, contract.day_taken. */
export async function changeTerms<T extends TermsTable>(
  parts: ContractParts,
  by: By,
  { table, id, change }: { table: T; id: number; change: Partial<Terms[T]> },
): Promise<void> {
  const now = parts.clock.now()
  const today = dayOf(now, parts.timeZone)
  const work = inRepeatableTransaction(parts.db, async (tx) => {
    await lockTerms(tx, table, id)
    const before = await findTerms(tx, table, id)
    if (!before) throw new Failure('contract.not_found')
    if (!mayChange(before.validFrom, today)) throw new Failure('contract.begun')
    const terms: Terms[T] = { ...before, ...change }
    if (!mayBegin(terms.validFrom, today)) throw new Failure('contract.month_closed')
    await updateTerms(tx, table, id, terms)
    await auditTerms(tx, by, { table, verb: 'change', id, before, after: change, at: now })
    if (shares.has(table) && terms.validFrom <= today) await parts.recalculate(tx, terms.validFrom, now)
  })
  await refuseDuplicateDay(work)
  parts.terms.forget()
}

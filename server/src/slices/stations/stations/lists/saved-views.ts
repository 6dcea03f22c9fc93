import type { SavedView, savedViewBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { StationsParts } from '../actions.ts'
import {
  countSavedViews,
  findSavedView,
  insertSavedView,
  listSavedViews,
  removeSavedView,
  type SavedViewRow,
  updateSavedView,
} from './saved-view-store.ts'

/** Views of one person. */
const most = 50

type Parts = Pick<StationsParts, 'db' | 'clock'>
type From = { caller: Caller; remoteAddress: string }

const administers = (caller: Caller): boolean => caller.role === 'administrator'

const mayChange = (caller: Caller, view: SavedViewRow): boolean =>
  view.manager_id === caller.id || (view.shared && administers(caller))

/** A view as a caller sees it; with another's no list opens. */
function shown(caller: Caller, view: SavedViewRow): SavedView {
  const { manager_id: managerId, ...rest } = view
  return {
    ...rest,
    opens: rest.opens && managerId === caller.id,
    can: { change: mayChange(caller, view) },
  }
}

export const viewSavedViews = async (db: Db, caller: Caller): Promise<SavedView[]> =>
  (await listSavedViews(db, caller)).map((view) => shown(caller, view))

/** Throws auth.forbidden where somebody else than an administrator shares, saved_view.exists, saved_view.too_many. */
export async function addSavedView(
  { db, clock }: Parts,
  from: From,
  body: z.output<typeof savedViewBody>,
): Promise<SavedView> {
  const { caller } = from
  checkShared(caller, body.shared)
  const at = clock.now()
  return namedOnce(db, async (tx) => {
    if ((await countSavedViews(tx, caller.id)) >= most) throw new Failure('saved_view.too_many')
    const view = { ...body, manager_id: caller.id }
    const id = await insertSavedView(tx, view, at)
    const subject = { subjectType: 'saved_view', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'saved_view.add', after: body, at })
    return shown(caller, { ...view, id })
  })
}

/** Throws saved_view.not_found, saved_view.exists, auth.forbidden. */
export async function changeSavedView(
  { db, clock }: Parts,
  from: From,
  id: number,
  body: z.output<typeof savedViewBody>,
): Promise<SavedView> {
  const { caller } = from
  return namedOnce(db, async (tx) => {
    const before = await changeable(tx, caller, id)
    const opens = before.manager_id === caller.id ? body.opens : before.opens
    const after = { ...before, ...body, opens }
    if (after.shared !== before.shared) checkShared(caller, after.shared)
    await updateSavedView(tx, after)
    const subject = { subjectType: 'saved_view', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'saved_view.change', before, after, at: clock.now() })
    return shown(caller, after)
  })
}

/** Throws saved_view.not_found, auth.forbidden. */
export const dropSavedView = ({ db, clock }: Parts, from: From, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await changeable(tx, from.caller, id)
    await removeSavedView(tx, id)
    const subject = { subjectType: 'saved_view', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'saved_view.remove', before, at: clock.now() })
  })

async function changeable(tx: Tx, caller: Caller, id: number): Promise<SavedViewRow> {
  const view = await findSavedView(tx, caller, id)
  if (!view) throw new Failure('saved_view.not_found')
  if (!mayChange(caller, view)) throw new Failure('auth.forbidden')
  return view
}

function checkShared(caller: Caller, shared: boolean): void {
  if (shared && !administers(caller)) throw new Failure('auth.forbidden')
}

async function namedOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (isDuplicate(error, 'saved_views_name')) throw new Failure('saved_view.exists')
    throw error
  }
}

import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { lockManager, updateManager } from '../managers/store.ts'
import type { SingleSignOnParts } from './parts.ts'
import { loadSettings, takesPassword } from './settings/settings.ts'
import { deleteIdentity, findIdentity } from './store.ts'

/** Whether the caller's account is connected with the provider. */
export async function ownLink(parts: SingleSignOnParts, { id }: Caller) {
  const [{ enabled, label }, identity] = await Promise.all([
    loadSettings(parts, parts.db),
    findIdentity(parts.db, id),
  ])
  return { enabled, label, linked_at: identity?.linked_at.toISOString() ?? null }
}

/** Disconnects the caller's account. Throws sso.only_way_in where nothing else opens it. */
export async function unlink(
  { db, clock, config }: SingleSignOnParts,
  caller: Caller,
  remoteAddress: string,
): Promise<undefined> {
  const { id } = caller
  await inRepeatableTransaction(db, async (tx) => {
    const manager = await lockManager(tx, id)
    if (!manager?.password_hash || !(await takesPassword(config, tx, id)))
      throw new Failure('sso.only_way_in')
    if (!(await deleteIdentity(tx, id))) return
    await updateManager(tx, id, { external_since: null, shut_out_at: null })
    await audit(tx, {
      caller,
      action: 'manager.unlink_single_sign_on',
      subjectType: 'manager',
      subjectId: id,
      remoteAddress,
      at: clock.now(),
    })
  })
  return undefined
}

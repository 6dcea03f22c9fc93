import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { redraw } from '../../../../platform/documents/pictures.ts'
import { insertFile, removeFile } from '../../../../platform/files/files-store.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { ManagersParts } from '../parts.ts'
import { lockManager, updateManager } from '../store.ts'

const side = 256

/**
 * Stores an uploaded picture as a manager's avatar, 256 px square, and replaces the old one; null removes it. Resolves with its address.
 * Throws manager.not_found, file.not_a_picture or file.too_many_pixels.
 */
export async function changeAvatar(
  { db, clock }: ManagersParts,
  caller: Caller,
  { id, upload, remoteAddress }: { id: number; upload: string | null; remoteAddress: string },
): Promise<string | null> {
  const picture = upload && (await redraw(upload, { width: side, height: side }))
  const at = clock.now()
  return inRepeatableTransaction(db, async (tx) => {
    const before = await lockManager(tx, id)
    if (!before) throw new Failure('manager.not_found')
    if (!picture && before.avatar_url === null) return null
    const address = picture && (await insertFile(tx, { ...picture, createdAt: at }))
    await updateManager(tx, id, { avatar_url: address })
    await removeFile(tx, before.avatar_url, at)
    await audit(tx, {
      caller,
      action: 'manager.change_avatar',
      subjectType: 'manager',
      subjectId: id,
      before: { avatar_url: before.avatar_url },
      after: { avatar_url: address },
      remoteAddress,
      at,
    })
    return address
  })
}

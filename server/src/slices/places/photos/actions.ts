import type { Photo } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { redrawIn, type SizedPicture } from '../../../platform/documents/pictures.ts'
import { insertFile, removeFile } from '../../../platform/files/files-store.ts'
import type { PhotoRow } from '../../../platform/files/photos.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findLocation, lockLocation } from '../locations/store.ts'
import { arrangePhotos, findPhoto, insertPhoto, listPhotos, removePhoto, updateCaption } from './store.ts'

export interface PhotosParts {
  db: Db
  clock: Clock
  live: LiveBus
}

/** The location whose photos are changed, and who changes them. */
export interface At {
  caller: Caller
  remoteAddress: string
  locationId: number
}

/** for a tile, a panel and the whole screen, px */
const sides = [400, 960, 1920]
const photosMost = 30

/** Throws location.not_found for a location that the caller does not see. */
export async function checkSeen(db: Db, caller: Caller, locationId: number): Promise<void> {
  if (!(await findLocation(db, caller, locationId))) throw new Failure('location.not_found')
}

/**
 * Adds an uploaded picture, given by its file, to a location's photos; it is drawn again in several sizes. Throws
 * location.not_found, photo.too_many, file.not_a_picture or file.too_many_pixels.
 */
export async function addPhoto(parts: PhotosParts, at: At, upload: string): Promise<PhotoRow> {
  const pictures = await redrawIn(upload, sides)
  return change(parts, at, 'photo.add', async (tx, now) => {
    if ((await listPhotos(tx, at.locationId)).length >= photosMost) throw new Failure('photo.too_many')
    const photo = await keepPhoto(tx, pictures, { locationId: at.locationId, by: at.caller.id, at: now })
    return { answer: photo, after: { photo: photo.id } }
  })
}

/** Stores a drawn picture as a location's last photo. */
export async function keepPhoto(
  tx: Tx,
  pictures: readonly SizedPicture[],
  { locationId, by, at }: { locationId: number; by: number; at: Date },
): Promise<PhotoRow> {
  const sizes: Photo['sizes'] = []
  for (const { width, height, ...picture } of pictures)
    sizes.push({ url: await insertFile(tx, { ...picture, createdAt: at }), width, height })
  return insertPhoto(tx, { locationId, sizes, by, at })
}

/** Puts a location's photos in another order; throws photo.others unless `ids` are exactly its photos. */
export function arrange(parts: PhotosParts, at: At, ids: readonly number[]): Promise<PhotoRow[]> {
  return change(parts, at, 'photo.arrange', async (tx) => {
    const before = (await listPhotos(tx, at.locationId)).map(({ id }) => id)
    const same = before.length === ids.length && before.every((id) => ids.includes(id))
    if (!same) throw new Failure('photo.others')
    await arrangePhotos(tx, ids)
    return { answer: await listPhotos(tx, at.locationId), before, after: ids }
  })
}

/** Changes the caption of a photo; throws photo.not_found. */
export function caption(parts: PhotosParts, at: At, id: number, words: string): Promise<PhotoRow> {
  return change(parts, at, 'photo.change', async (tx) => {
    const photo = await getPhoto(tx, at, id)
    await updateCaption(tx, id, words)
    const [before, after] = [photo.caption, words].map((text) => ({ photo: id, caption: text }))
    return { answer: { ...photo, caption: words }, before, after }
  })
}

/** Deletes a photo and its files; throws photo.not_found. */
export function remove(parts: PhotosParts, at: At, id: number): Promise<void> {
  return change(parts, at, 'photo.remove', async (tx, now) => {
    const photo = await getPhoto(tx, at, id)
    await removePhoto(tx, id)
    for (const { url } of photo.sizes) await removeFile(tx, url, now)
    return { answer: undefined, before: { photo: id, caption: photo.caption } }
  })
}

async function getPhoto(tx: Tx, { locationId }: At, id: number): Promise<PhotoRow> {
  const photo = await findPhoto(tx, { locationId, id })
  if (!photo) throw new Failure('photo.not_found')
  return photo
}

/** Makes one change of a location's photos at a time, and writes it to the audit log. */
async function change<T>(
  { db, clock, live }: PhotosParts,
  { caller, remoteAddress, locationId }: At,
  action: string,
  act: (tx: Tx, now: Date) => Promise<{ answer: T; before?: unknown; after?: unknown }>,
): Promise<T> {
  const now = clock.now()
  const answer = await inRepeatableTransaction(db, async (tx) => {
    if (!(await lockLocation(tx, caller, locationId))) throw new Failure('location.not_found')
    const { answer: made, ...states } = await act(tx, now)
    await audit(tx, {
      caller,
      remoteAddress,
      action,
      subjectType: 'location',
      subjectId: locationId,
      ...states,
      at: now,
    })
    return made
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  return answer
}

import { photos } from '@stationmaster/contract'
import { photoOf } from '../../../platform/files/photos.ts'
import { takePicture } from '../../../platform/files/uploads.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import { type At, addPhoto, arrange, caption, checkSeen, type PhotosParts, remove } from './actions.ts'
import { listPhotos } from './store.ts'

const atOf = ({ caller, remoteAddress, params }: Received<{ id: number }, unknown, unknown>): At => ({
  caller,
  remoteAddress,
  locationId: params.id,
})

export function photoRoutes(rest: Rest, parts: PhotosParts): void {
  const { db } = parts

  route(rest, photos.list, async ({ caller, params }) => {
    await checkSeen(db, caller, params.id)
    return (await listPhotos(db, params.id)).map(photoOf)
  })

  route(rest, photos.add, async (received) => {
    // no bytes are taken for a location that is not the caller's
    await checkSeen(db, received.caller, received.params.id)
    const at = atOf(received)
    return photoOf(await takePicture(received.request, (upload) => addPhoto(parts, at, upload)))
  })

  route(rest, photos.arrange, async (received) =>
    (await arrange(parts, atOf(received), received.body)).map(photoOf),
  )

  route(rest, photos.change, async (received) => {
    const { params, body } = received
    return photoOf(await caption(parts, atOf(received), params.photoId, body.caption))
  })

  route(rest, photos.remove, async (received) => {
    await remove(parts, atOf(received), received.params.photoId)
    return undefined
  })
}

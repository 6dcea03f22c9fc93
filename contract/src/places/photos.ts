import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import { photoSchema } from './pictures.ts'

const readers = ['administrator', 'manager', 'operator'] as const
const writers = ['administrator', 'manager'] as const
const photoParams = idParams.extend({ photoId: z.coerce.number().int().positive() })

/** The photos of a location in the order of display; the first is the cover. */
export const photos = {
  list: call({
    method: 'GET',
    path: 'locations/{id}/photos',
    summary: 'The photos of a location in their order; the first is the cover',
    roles: readers,
    params: idParams,
    answer: z.array(photoSchema),
  }),
  add: call({
    method: 'POST',
    path: 'locations/{id}/photos',
    summary:
      'Add a photo (multipart/form-data): a JPG or PNG file, which is drawn anew without what else it holds',
    roles: writers,
    params: idParams,
    upload: true,
    answer: photoSchema,
    status: 201,
  }),
  arrange: call({
    method: 'PUT',
    path: 'locations/{id}/photos/order',
    summary: 'Put the photos of a location in order: the ids of all of them, the cover first',
    roles: writers,
    params: idParams,
    body: z.array(z.number().int().positive()).max(100),
    answer: z.array(photoSchema),
  }),
  change: call({
    method: 'PATCH',
    path: 'locations/{id}/photos/{photoId}',
    summary: 'Say what a photo shows',
    roles: writers,
    params: photoParams,
    body: z.object({ caption: z.string().trim().max(200) }),
    answer: photoSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'locations/{id}/photos/{photoId}',
    summary: 'Delete a photo',
    roles: writers,
    params: photoParams,
    status: 204,
  }),
}

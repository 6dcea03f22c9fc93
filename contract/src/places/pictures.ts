import { z } from 'zod'

/** Extensions of pictures that a file picker accepts, in any case. */
export const pictureExtensions = ['jpg', 'jpeg', 'png'] as const
export const pictureBytesMost = 20 * 1024 * 1024

/** The path of uploaded files. */
const own = /^\/api\/v1\/files\/[A-Za-z0-9_-]{22}$/

function isPicture(address: string): boolean {
  if (address === '' || own.test(address)) return true
  return /^https:\/\/[^\s/@]+(?:\/\S*)?$/.test(address) && URL.canParse(address)
}

/** The address of a station's picture: an https URL or an uploaded file; an empty text: no picture. */
export const pictureAddress = z
  .string()
  .trim()
  .max(500)
  .refine(isPicture, 'A picture has an https address, or is one that was uploaded here.')

/** A photo, and the same in other widths (px), the smallest first; `url` is the largest. */
export const photoSchema = z.object({
  id: z.number(),
  url: z.string(),
  caption: z.string(),
  sizes: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
})
export type Photo = z.infer<typeof photoSchema>

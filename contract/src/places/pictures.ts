import { z } from 'zod'

/** The extensions of pictures that a file picker takes, whatever their case. */
export const pictureExtensions = ['jpg', 'jpeg', 'png'] as const
export const pictureBytesMost = 20 * 1024 * 1024

/** Where files that were uploaded here stand. */
const own = /^\/api\/v1\/files\/[A-Za-z0-9_-]{22}$/

function isPicture(address: string): boolean {
  if (address === '' || own.test(address)) return true
  return /^https:\/\/[^\s/@]+(?:\/\S*)?$/.test(address) && URL.canParse(address)
}

/** Where a station's picture stands: on the web over https, or among the files that were uploaded here; an empty text is none. */
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

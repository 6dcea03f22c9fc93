import type { Photo } from '@stationmaster/contract'

/** A photo as it is kept. */
export type PhotoRow = Omit<Photo, 'url'>

/** The same as it is told: its widest size is where it is. */
export const photoOf = ({ id, caption, sizes }: PhotoRow): Photo => ({
  id,
  url: sizes.at(-1)!.url,
  caption,
  sizes,
})

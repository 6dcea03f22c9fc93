import type { Photo } from '@stationmaster/contract'

/** A photo as it is stored. */
export type PhotoRow = Omit<Photo, 'url'>

/** A photo as the API gives it: `url` is that of its widest size. */
export const photoOf = ({ id, caption, sizes }: PhotoRow): Photo => ({
  id,
  // a photo is stored with all its sizes
  url: sizes.at(-1)!.url,
  caption,
  sizes,
})

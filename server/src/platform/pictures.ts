import type { Photo } from '@stationmaster/contract'
import type { Sharp } from 'sharp'
import { Failure } from './failure.ts'

/** what a small file may unfold to: 60 megapixels are 240 MB while they are read */
const pixelsMost = 60_000_000

export interface Picture {
  contentType: 'image/webp'
  bytes: Buffer
}

export interface SizedPicture extends Picture {
  width: number
  height: number
}

/** A photo as it is kept. */
export type PhotoRow = Omit<Photo, 'url'>

export const photoOf = ({ id, caption, sizes }: PhotoRow): Photo => ({
  id,
  url: sizes.at(-1)!.url,
  caption,
  sizes,
})

/**
 * Reads an uploaded picture by its content, whatever it is called, and draws it anew to fill width x height pixels: turned
 * upright, without what else the file held. Throws file.not_a_picture or file.too_many_pixels.
 */
export async function redraw(bytes: Buffer, size: { width: number; height: number }): Promise<Picture> {
  return inTurn(async () => {
    const picture = await open(bytes)
    const drawn = picture.resize({ ...size, fit: 'cover' }).webp({ quality })
    return { contentType: 'image/webp', bytes: await readable(drawn.toBuffer()) }
  })
}

/**
 * The same in several sizes, each fitting into a square of a side, the smallest first; none is larger than the picture is.
 * Throws what redraw throws.
 */
export async function redrawIn(bytes: Buffer, sides: readonly number[]): Promise<SizedPicture[]> {
  return inTurn(async () => {
    const most = Math.max(...sides)
    const picture = (await open(bytes)).resize({ width: most, height: most, ...within }).removeAlpha()
    const { data, info } = await readable(picture.raw().toBuffer({ resolveWithObject: true }))
    const largest = Math.max(info.width, info.height)
    const fitting = [...new Set(sides.map((side) => Math.min(side, largest)))].sort((a, b) => a - b)
    const { width, height, channels } = info
    const sharp = await library()
    return Promise.all(
      fitting.map(async (side) => {
        const smaller = sharp(data, { raw: { width, height, channels } })
          .resize({ width: side, height: side, ...within })
          .webp({ quality })
        const made = await smaller.toBuffer({ resolveWithObject: true })
        return {
          contentType: 'image/webp' as const,
          bytes: made.data,
          width: made.info.width,
          height: made.info.height,
        }
      }),
    )
  })
}

const quality = 84
const within = { fit: 'inside', withoutEnlargement: true } as const

let last: Promise<unknown> = Promise.resolve()

/** One picture is drawn at a time: many large ones at once would take all memory there is. */
function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  const drawn = last.then(draw)
  last = drawn.catch(() => undefined)
  return drawn
}

async function library() {
  const { default: sharp } = await import('sharp')
  // the pictures of one upload are never asked for again
  sharp.cache(false)
  return sharp
}

/** An uploaded picture, turned upright. */
async function open(bytes: Buffer): Promise<Sharp> {
  if (!isJpeg(bytes) && !isPng(bytes)) throw new Failure('file.not_a_picture')
  const sharp = await library()
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height } = await readable(picture.metadata())
  if (width * height > pixelsMost) throw new Failure('file.too_many_pixels')
  return picture.rotate()
}

/** Signatures: JPEG (ITU T.81, SOI and the next marker), PNG (RFC 2083, 3.1). */
const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw new Failure('file.not_a_picture')
  }
}

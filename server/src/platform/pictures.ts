import sharp from 'sharp'
import { Failure } from './failure.ts'

/** what a small file may unfold to: 40 megapixels are 160 MB while they are read */
const pixelsMost = 40_000_000

// the pictures of one upload are never asked for again
sharp.cache(false)

export interface Picture {
  contentType: 'image/webp'
  bytes: Buffer
}

/**
 * Reads an uploaded picture by its content, whatever it is called, and draws it anew to fill width x height pixels: turned
 * upright, without what else the file held. Throws file.not_a_picture or file.too_many_pixels.
 */
export async function redraw(bytes: Buffer, size: { width: number; height: number }): Promise<Picture> {
  if (!isJpeg(bytes) && !isPng(bytes)) throw new Failure('file.not_a_picture')
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height } = await readable(picture.metadata())
  if (width * height > pixelsMost) throw new Failure('file.too_many_pixels')
  const drawn = picture
    .rotate()
    .resize({ ...size, fit: 'cover' })
    .webp({ quality: 84 })
  return { contentType: 'image/webp', bytes: await readable(drawn.toBuffer()) }
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

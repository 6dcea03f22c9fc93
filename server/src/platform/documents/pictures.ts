import { open as openFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { Failure } from '../http/failure.ts'

/** what a small file may unfold to: its pixels, and the bytes that it takes while it is read */
const pixelsMost = 60_000_000
const bytesMost = 480_000_000

export interface Picture {
  contentType: 'image/webp'
  bytes: Buffer
}

export interface SizedPicture extends Picture {
  width: number
  height: number
}

/** A picture as it was sent: its bytes, or the file that they are in. */
type Upload = Buffer | string

/**
 * Reads an uploaded picture by its content, whatever its name, and redraws it to fill width x height pixels: turned upright, without
 * anything else that the file held. Throws file.not_a_picture or file.too_many_pixels.
 */
export async function redraw(upload: Upload, size: { width: number; height: number }): Promise<Picture> {
  return inTurn(async () => {
    const picture = await open(upload)
    const drawn = picture.resize({ ...size, fit: 'cover' }).webp({ quality })
    return { contentType: 'image/webp', bytes: await readable(drawn.toBuffer()) }
  })
}

/**
 * The same in several sizes, each fitting into a square of a side, the smallest first; none is larger than the picture is.
 * Throws what redraw throws.
 */
export async function redrawIn(upload: Upload, sides: readonly number[]): Promise<SizedPicture[]> {
  return inTurn(async () => {
    const most = Math.max(...sides)
    const picture = (await open(upload)).resize({ width: most, height: most, ...within }).removeAlpha()
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
  // the pictures of one upload are never read again
  sharp.cache(false)
  return sharp
}

/** An uploaded picture, turned upright; how large it is stands in its head, before a pixel is read. */
async function open(upload: Upload): Promise<Sharp> {
  const head = typeof upload === 'string' ? await headOf(upload) : upload
  if (!isJpeg(head) && !isPng(head)) throw new Failure('file.not_a_picture')
  const sharp = await library()
  const picture = sharp(upload, { limitInputPixels: false, failOn: 'error' })
  const metadata = await readable(picture.metadata())
  if (metadata.width * metadata.height > pixelsMost || bytesToRead(metadata) > bytesMost)
    throw new Failure('file.too_many_pixels')
  return picture.rotate()
}

/**
 * The memory that reading a picture takes, in bytes, as measured: next to nothing where it is read line by line and not turned, else all
 * of it and a copy. A baseline JPEG is read at a size near to the requested one, a progressive one is kept as coefficients.
 */
function bytesToRead(
  metadata: Pick<
    Metadata,
    'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'orientation'
  >,
): number {
  const values = metadata.width * metadata.height * metadata.channels
  if (metadata.format === 'jpeg') return metadata.isProgressive ? values * 3 : values / 4
  const whole = values * (metadata.depth === 'uchar' ? 1 : 2)
  return 2 * whole * (Number(metadata.isProgressive) + Number((metadata.orientation ?? 1) > 1))
}

async function headOf(path: string): Promise<Buffer> {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer
  } finally {
    await file.close()
  }
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

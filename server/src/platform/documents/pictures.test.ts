import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { redraw } from './pictures.ts'

/** A PNG of such a size whose head is all there is of it: bits 8 or 16 of red, green, blue and alpha, at once or in passes. */
function png(width: number, height: number, { bits = 8, passes = false, turned = false } = {}): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, 6, 0, 0, passes ? 1 : 0], 8)
  const exif = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(turned ? [chunk('eXIf', exif)] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(10))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// what passes the look at its head is read, and found to be torn
test.each([
  ['60 megapixels line by line', png(10_000, 6000), 'file.not_a_picture'],
  ['a line more', png(10_000, 6001), 'file.too_many_pixels'],
  ['60 megapixels in passes', png(10_000, 6000, { passes: true }), 'file.not_a_picture'],
  ['30 megapixels of 16 bits in passes', png(10_000, 3000, { bits: 16, passes: true }), 'file.not_a_picture'],
  ['a line more of them', png(10_000, 3001, { bits: 16, passes: true }), 'file.too_many_pixels'],
  ['60 megapixels of 16 bits line by line', png(10_000, 6000, { bits: 16 }), 'file.not_a_picture'],
  ['the same to be turned', png(10_000, 6000, { bits: 16, turned: true }), 'file.too_many_pixels'],
  [
    '30 megapixels in passes to be turned',
    png(10_000, 3000, { passes: true, turned: true }),
    'file.not_a_picture',
  ],
  ['a line more to be turned', png(10_000, 3001, { passes: true, turned: true }), 'file.too_many_pixels'],
  ['a giant', png(900_000, 900_000), 'file.too_many_pixels'],
])('%s: %#', async (_what, bytes, code) => {
  await expect(redraw(bytes, { width: 64, height: 64 })).rejects.toMatchObject({ code })
})

import { expect, test } from 'vitest'
import { isOurSticker, stickerLink } from './sticker.ts'

const parts = { secretKey: 'one key', linkTo: (path: string) => `https://charge.example${path}` }
const signatureIn = (link: string) => new URL(link).searchParams.get('k') ?? ''

test('the address of a sticker names its station and is signed', () => {
  const link = stickerLink(parts, 1007)
  expect(link).toMatch(/^https:\/\/charge\.example\/charge\/1007\?k=[\w-]{12}$/)
  expect(isOurSticker('one key', 1007, signatureIn(link))).toBe(true)
})

test.each([
  ['another station', 'one key', 1008, (k: string) => k],
  ['another network', 'two key', 1007, (k: string) => k],
  ['a changed signature', 'one key', 1007, (k: string) => `${k.slice(0, -1)}${k.endsWith('A') ? 'B' : 'A'}`],
  ['a short one', 'one key', 1007, (k: string) => k.slice(0, -1)],
  ['none', 'one key', 1007, () => ''],
])('a signature does not fit %s', (_, key, number, changed) => {
  const k = signatureIn(stickerLink(parts, 1007))
  expect(isOurSticker(key, number, changed(k))).toBe(false)
})

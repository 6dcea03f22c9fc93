import { expect, test } from 'vitest'
import { photoOf } from './photos.ts'

test('the address of a photo is that of its widest size', () => {
  const sizes = [
    { width: 320, url: '/a-320.webp' },
    { width: 1280, url: '/a-1280.webp' },
  ] as Parameters<typeof photoOf>[0]['sizes']
  expect(photoOf({ id: 7, caption: 'The yard', sizes })).toEqual({
    id: 7,
    url: '/a-1280.webp',
    caption: 'The yard',
    sizes,
  })
})

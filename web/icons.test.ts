import { expect, test } from 'vitest'
import { pathOf } from './icons.ts'

const lines = 'fill="none" stroke="currentColor"'

test('an icon of several paths is one that draws the same', () => {
  const body = `<g ${lines}><path d="M4 6h2"/><path d="m3 7l9 6l9-6"/><path d="m1.5.5 2-1z"/></g>`
  expect(pathOf('mail', body)).toEqual({ path: 'M4 6h2M3 7l9 6l9-6M1.5 .5l 2-1z', filled: false })
})

test('what encloses is filled, and more than paths is refused', () => {
  expect(pathOf('star', '<path fill="currentColor" d="M1 1h2z"/>')).toEqual({ path: 'M1 1h2z', filled: true })
  expect(() => pathOf('odd', `<circle ${lines} cx="4"/>`)).toThrow('The icon odd is more than paths.')
})

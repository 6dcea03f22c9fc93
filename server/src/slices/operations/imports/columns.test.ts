import { describe, expect, test } from 'vitest'
import { columns, keys, priceColumns, Wrong } from './columns.ts'

const readers = [
  ...[...columns, ...priceColumns].map(({ name, read }) => ({ name, read })),
  ...Object.entries(keys).map(([name, { read }]) => ({ name, read })),
]
const strange = ['-5', '1.5', '1e99', 'much', 'XC', 'a b?', 'http://one.example/a.png', 'x'.repeat(600)]

describe('a cell that its column does not take', () => {
  test.each(readers)('$name: is answered with what it takes', ({ read }) => {
    const wrong = strange.map(read).filter((value) => value instanceof Wrong)
    for (const { allowed } of wrong)
      for (const words of [allowed?.en, allowed?.de, allowed?.ru]) expect(words).toMatch(/\S/)
  })

  test('is found in every column but the free texts', () => {
    const lenient = readers.filter(({ read }) => !strange.map(read).some((value) => value instanceof Wrong))
    expect(lenient.map(({ name }) => name)).toEqual(['owner_email'])
  })
})

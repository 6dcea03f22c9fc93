import { expect, test } from 'vitest'
import de from './de/index.ts'
import en from './en/index.ts'
import ru from './ru/index.ts'

test('German and Russian have the texts of every page that English names, and no others', () => {
  const names = Object.keys(en).toSorted()
  expect(Object.keys(de).toSorted()).toEqual(names)
  expect(Object.keys(ru).toSorted()).toEqual(names)
})

import { expect, test } from 'vitest'
import { bareAssertions, crowdedFunctions, longFunctions } from './shape-rules.mjs'

const file = (source) => ({ path: 'server/src/a.ts', source })

test('a function has five parameters, whatever its kind', () => {
  const five = 'a, b, c, d, e'
  const six = `${five}, ...f`
  const kinds = (list) =>
    file(
      `function one(${list}) {}\nconst two = (${list}) => a\nclass A {\n  constructor(${list}) {}\n  m(${list}) {}\n}\n`,
    )
  expect(crowdedFunctions(kinds(five))).toEqual([])
  expect(crowdedFunctions(kinds(six))).toEqual([1, 2, 4, 5])
  expect(crowdedFunctions(file(`type F = (${'a: A, b: A, c: A, d: A, e: A, f: A'}) => void`))).toEqual([])
})

test('a function has 60 lines', () => {
  const long = (lines) => file(`\nconst a = () => {${'\n'.repeat(lines - 1)}}\n`)
  expect(longFunctions(long(60))).toEqual([])
  expect(longFunctions(long(61))).toEqual([2])
})

test('an assertion that a value is there has its reason on its line or on the one before', () => {
  expect(bareAssertions(file('f(a!)\n'))).toEqual([1])
  expect(bareAssertions(file('f(a!) // it is set above\n'))).toEqual([])
  expect(bareAssertions(file('/* it is\nset above */\nf(a!, b!)\n'))).toEqual([])
  expect(bareAssertions(file('// it is set above\n\nf(a!, b!)\n'))).toEqual([3, 3])
  expect(bareAssertions(file('const a = !b && c !== d\n'))).toEqual([])
})

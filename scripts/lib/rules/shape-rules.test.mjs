import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  expect(longFunctions(long(61))).toEqual([{ line: 2, name: 'a' }])
})

test('an assertion that a value is there has its reason on its line or on the one before', () => {
  expect(bareAssertions(file('f(a!)\n'))).toEqual([1])
  expect(bareAssertions(file('f(a!) // it is set above\n'))).toEqual([])
  expect(bareAssertions(file('/* it is\nset above */\nf(a!, b!)\n'))).toEqual([])
  expect(bareAssertions(file('// it is set above\n\nf(a!, b!)\n'))).toEqual([3, 3])
  expect(bareAssertions(file('const a = !b && c !== d\n'))).toEqual([])
})

test('an asserted class of a CSS module needs no reason where the sheet has the class', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-shape-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'web/src'), { recursive: true })
  writeFileSync(
    join(folder, 'web/src/a.module.css'),
    '/* .gone */\n.linked-place,\n.link:hover {\n  inset: 0;\n}\n',
  )
  const linesOf = (uses) =>
    bareAssertions(
      { path: 'web/src/a.tsx', source: `import classes from './a.module.css'\n${uses}\n` },
      folder,
    )
  expect(linesOf('f(classes.link!)')).toEqual([])
  expect(linesOf('f(classes.gone!)\nf(classes.linked!)\nf(classes.lin!)')).toEqual([2, 3, 4])
  expect(linesOf('f(other.link!, classes.link!)')).toEqual([2])
  const unread = `import classes from './b.module.css'\nf(classes.link!)\n`
  expect(bareAssertions({ path: 'web/src/a.tsx', source: unread }, folder)).toEqual([2])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../root.mjs'
import { directDependencies, judge, keptBehind } from './outdated.mjs'

test.each([
  ['10.4.2', '12.38.0', true],
  ['10.4.2', '13.0.0', true],
  ['10.4.2', '11.0.0', false],
  ['12.0.0', '10.9.0', false],
  ['0.28.18', '0.30.0', true],
  ['0.28.18', '0.29.0', false],
  ['0.28.18', '1.0.0', false],
  ['1.2.3', '3.0.0-beta.1', true],
])('%s is, beside %s, two majors behind: %s', (version, newest, isBehind) => {
  const { undecided } = judge([{ name: 'a', version, newest }], new Map())
  expect(undecided.length === 1).toBe(isBehind)
})

test('direct dependencies are those of every workspace, each once and without ours', () => {
  const manifests = [
    { dependencies: { pg: '8.23.1', '@stationmaster/units': '0.1.0' }, devDependencies: { vite: '8.3.8' } },
    { devDependencies: { pg: '8.23.1' } },
    {},
  ]
  expect(directDependencies(manifests)).toEqual([
    { name: 'pg', version: '8.23.1' },
    { name: 'vite', version: '8.3.8' },
  ])
})

test('what is two majors behind is kept for a reason, or undecided', () => {
  const kept = keptBehind(
    '# x\n\n## Kept behind\n\n| package | at | why |\n|---|---|---|\n| a | 1 | Node 20 |\n\n## y\n\n| b | 1 | no |\n',
  )
  const dependencies = ['a', 'b', 'c'].map((name) => ({
    name,
    version: '1.0.0',
    newest: name === 'c' ? '2.9.9' : '3.0.0',
  }))
  expect(judge(dependencies, kept)).toEqual({
    kept: [{ ...dependencies[0], why: 'Node 20' }],
    undecided: [dependencies[1]],
  })
})

test('the decision names what it keeps', () => {
  const decision = readFileSync(at('docs/decisions/0001-libraries.md'), 'utf8')
  expect([...keptBehind(decision).keys()]).toEqual(['pg-boss', '@types/node'])
})

import { expect, test } from 'vitest'
import type { NodeReport, NodeRow } from '../../../platform/nodes/node-store.ts'
import { clockMostMs, databaseMostMs, loopMostMs, problemsOf } from './rules.ts'

const report: NodeReport = {
  nats: 'connected',
  databaseMs: 2,
  natsMs: 1,
  loopMs: 3,
  memoryBytes: 1,
  clockMs: 0,
}
const row = (change: Partial<NodeRow> = {}, reported: Partial<NodeReport> = {}): NodeRow => ({
  id: 'one',
  run: 'r',
  version: '1.0.0',
  startedAt: new Date(0),
  beatAt: new Date(0),
  state: 'up',
  silent: false,
  now: new Date(0),
  ...change,
  report: { ...report, ...reported },
})
const problems = (reported: Partial<NodeReport>, others: NodeRow[] = []) => {
  const server = row({}, reported)
  return problemsOf(server, [server, ...others])
}

test('a server that is well has none, and one that has only begun', () => {
  expect(problems({})).toEqual([])
  expect(problemsOf({ ...row(), report: {} }, [])).toEqual([])
})

test('a dead or silent server has no other problem than that', () => {
  const bad = { clockMs: 90_000, nats: 'cut_off' } as const
  expect(problemsOf(row({ state: 'dead' }, bad), [])).toEqual(['dead'])
  expect(problemsOf(row({ silent: true }, bad), [])).toEqual(['silent'])
})

test('a server alone needs no NATS, one beside others does', () => {
  expect(problems({ nats: 'alone' })).toEqual([])
  expect(problems({ nats: 'alone' }, [row({ id: 'two' })])).toEqual(['not_joined'])
  expect(
    problems({ nats: 'alone' }, [row({ id: 'two', state: 'dead' }), row({ id: 'three', silent: true })]),
  ).toEqual([])
  expect(problems({ nats: 'cut_off' })).toEqual(['cut_off'])
})

test('versions that differ are a problem among those that are there', () => {
  expect(problems({}, [row({ version: '1.1.0' })])).toEqual(['versions'])
  expect(problems({}, [row({ version: '1.1.0', state: 'dead' })])).toEqual([])
})

test.each([
  ['clock', 'clockMs', clockMostMs],
  ['slow_database', 'databaseMs', databaseMostMs],
  ['slow_server', 'loopMs', loopMostMs],
] as const)('%s: at the bound it is well, above it is not', (problem, name, most) => {
  expect(problems({ [name]: most })).toEqual([])
  expect(problems({ [name]: most + 1 })).toEqual([problem])
})

test('a clock that is late counts as one that is early', () => {
  expect(problems({ clockMs: -clockMostMs })).toEqual([])
  expect(problems({ clockMs: -clockMostMs - 1 })).toEqual(['clock'])
})

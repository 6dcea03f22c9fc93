import type pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Done, lookUpPlans, PreparedStatements } from './prepared.ts'

interface Sent {
  name: string | undefined
  text: string
  values: unknown[] | undefined
}
type Query = (text: string, values: unknown[] | undefined, done: Done) => void

describe('the statements of a connection', () => {
  let statements: PreparedStatements
  let failure: Error | null
  beforeEach(() => {
    statements = new PreparedStatements()
    failure = null
  })

  /** A connection that answers at once, and what it was given. */
  function connect() {
    const sent: Sent[] = []
    const giveUp = vi.fn()
    const client = {
      query: (given: Sent, _values: undefined, done: Done) => {
        sent.push(given)
        done(failure, 'rows')
      },
    }
    statements.prepare(client as unknown as pg.PoolClient, giveUp)
    const query = client.query as unknown as Query
    const names = () => sent.map(({ name }) => name)
    return { sent, giveUp, query, names }
  }
  const ignore: Done = () => {}

  test('have a name each where they have parameters and come again, the same one each time', () => {
    const { sent, query } = connect()
    for (const value of [1, 2, 3]) {
      query('select $1', [value], ignore)
      query('select $1, 2', [value], ignore)
    }
    expect(sent).toEqual([
      { name: undefined, text: 'select $1', values: [1] },
      { name: undefined, text: 'select $1, 2', values: [1] },
      { name: 's0', text: 'select $1', values: [2] },
      { name: 's1', text: 'select $1, 2', values: [2] },
      { name: 's0', text: 'select $1', values: [3] },
      { name: 's1', text: 'select $1, 2', values: [3] },
    ])
  })

  test('have none without parameters', () => {
    const { query, names } = connect()
    for (const text of ['begin', 'begin', 'begin']) query(text, undefined, ignore)
    for (const text of ['commit', 'commit', 'commit']) query(text, [], ignore)
    expect(names()).toEqual(Array(6).fill(undefined))
  })

  test('have the same names on every connection', () => {
    const [one, other] = [connect(), connect()]
    for (const text of ['select $1', 'select $1', 'select $1, 2']) one.query(text, [1], ignore)
    other.query('select $1, 2', [1], ignore)
    other.query('select $1', [1], ignore)
    expect(other.names()).toEqual(['s1', 's0'])
  })

  test.each([
    ['400', undefined, 400],
    ['as many as are wanted', 5, 5],
  ])('get %s names at the most, and keep those that they have', (_name, wanted, most) => {
    statements = new PreparedStatements(wanted)
    const { query, names } = connect()
    for (let one = 0; one <= most; one += 1)
      for (const value of [1, 2]) query(`select $1, ${one}`, [value], ignore)
    query('select $1, 0', [1], ignore)
    expect(names().slice(-5)).toEqual([undefined, `s${most - 1}`, undefined, undefined, 's0'])
  })

  test('get none where others came in between that are too many to remember', () => {
    const { query, names } = connect()
    const come = (others: number) => {
      query(`select $1, 'of ${others}'`, [1], ignore)
      for (let one = 1; one <= others; one += 1) query(`select $1, ${others}.${one}`, [1], ignore)
      query(`select $1, 'of ${others}'`, [1], ignore)
      return names().at(-1)
    }
    expect(come(1999)).toBe('s0')
    // of those, 1999 are remembered still
    expect(come(1)).toBe(undefined)
  })

  test('answer with rows or a failure', () => {
    const { query, giveUp } = connect()
    const done = vi.fn()
    query('select $1', [1], done)
    failure = Object.assign(new Error('duplicate'), { code: '23505' })
    query('select $1', [1], done)
    expect(done.mock.calls).toEqual([
      [null, 'rows'],
      [failure, 'rows'],
    ])
    expect(giveUp).not.toHaveBeenCalled()
  })

  test('are given up with their connection where the schema has changed', () => {
    const { query, giveUp } = connect()
    const done = vi.fn()
    failure = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })
    query('select $1', [1], done)
    expect(giveUp.mock.calls).toEqual([[failure]])
    expect(done.mock.calls).toEqual([[failure, 'rows']])
  })
})

test('look-ups are planned once, by indexes', () => {
  expect(lookUpPlans).toEqual({
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  })
})

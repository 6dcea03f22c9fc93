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

  test('have a name each where they have parameters, the same one each time', () => {
    const { sent, query } = connect()
    query('select $1', [1], ignore)
    query('select $1, 2', [1], ignore)
    query('select $1', [2], ignore)
    expect(sent).toEqual([
      { name: 's0', text: 'select $1', values: [1] },
      { name: 's1', text: 'select $1, 2', values: [1] },
      { name: 's0', text: 'select $1', values: [2] },
    ])
  })

  test('have none without parameters', () => {
    const { query, names } = connect()
    query('begin', undefined, ignore)
    query('commit', [], ignore)
    expect(names()).toEqual([undefined, undefined])
  })

  test('have the same names on every connection', () => {
    const [one, other] = [connect(), connect()]
    one.query('select $1', [1], ignore)
    other.query('select $1, 2', [1], ignore)
    other.query('select $1', [1], ignore)
    expect(other.names()).toEqual(['s1', 's0'])
  })

  test('get 400 names at the most, and keep those that they have', () => {
    const { query, names } = connect()
    for (let one = 0; one <= 400; one += 1) query(`select $1, ${one}`, [1], ignore)
    query('select $1, 0', [1], ignore)
    expect(names().slice(398)).toEqual(['s398', 's399', undefined, 's0'])
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

import { graphqlLimits, graphqlSchema } from '@stationmaster/contract'
import fc from 'fast-check'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { Failure } from '../http/failure.ts'
import { costOf, tokensMost } from './graphql-limits.ts'

const schema = buildSchema(graphqlSchema)

function cost(query: string, variables: Record<string, unknown> = {}): number | string {
  const document = parse(query, { maxTokens: tokensMost })
  expect(validate(schema, document)).toEqual([])
  try {
    return costOf(document, variables, undefined, graphqlLimits)
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

describe('the cost of a query', () => {
  test.each([
    ['{ orders { total_count } }', 50],
    ['{ orders(limit: 500) { edges { node { id status } } } }', 2_000],
    ['{ orders(limit: 10000) { edges { node { id } } } }', 30_000],
    ['{ payments(limit: 50000) { id day } }', 100_000],
    ['{ a: payments(limit: 5) { id } b: payments(limit: 7) { a: id b: id } }', 19],
    ['query ($l: Int = 20) { payments(limit: $l) { id } }', 20],
    [
      '{ payments(limit: 3) { ...A ...A } } fragment A on Payment { id ...B } fragment B on Payment { day }',
      12,
    ],
    ['{ payments(limit: 3) { ... on Payment { id } } }', 3],
    ['{ __schema { types { name } } }', 0],
  ])('%s is %d', (query, values) => {
    expect(cost(query)).toBe(values)
  })

  test('a variable gives the limit; the list refuses one that is too large', () => {
    const query = 'query ($l: Int) { payments(limit: $l) { id } }'
    expect(cost(query, { l: 400 })).toBe(400)
    expect(cost(query)).toBe(50)
    expect(cost(query, { l: 2_000_000_000 })).toBe(50_000)
  })

  test('a row has at most a hundred fields, each alias counted', () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: id`).join(' ')
    expect(cost(`{ payments(limit: 1) { ${aliases(100)} } }`)).toBe(100)
    expect(cost(`{ payments(limit: 1) { ${aliases(101)} } }`)).toBe('query.too_costly')
    expect(cost(`{ payments(limit: 50000) { ${aliases(40)} } }`)).toBe(2_000_000)
    expect(cost(`{ payments(limit: 50000) { ${aliases(41)} } }`)).toBe('query.too_costly')
  })

  test('fragments that double each other are counted without being unfolded', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, n) => `fragment F${n} on Payment { ...F${n + 1} ...F${n + 1} }`,
    )
    const query = `{ payments { ...F0 } } ${doubling.join(' ')} fragment F40 on Payment { id }`
    expect(cost(query)).toBe('query.too_costly')
  })

  test('a zero character cannot be written as an escape', () => {
    expect(cost('{ payments(search: "a\\u0000b") { id } }')).toBe('request.invalid')
  })

  test('is limit x requested fields, with aliases and fragments unfolded', () => {
    const field = fc.constantFrom('id', 'day', 'status', 'location { id name }', 'station { number }')
    const sizeOf: Record<string, number> = { 'location { id name }': 3, 'station { number }': 2 }
    const list = fc.record({
      limit: fc.integer({ min: 1, max: 5_000 }),
      fields: fc.array(field, { minLength: 1, maxLength: 12 }),
      inFragment: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 10 }), (lists) => {
        const selections = lists.map(({ fields }, nth) =>
          fields.map((one, at) => `f${nth}x${at}: ${one}`).join(' '),
        )
        const roots = lists.map(({ limit, inFragment }, nth) => {
          const selected = inFragment ? `...R${nth}` : selections[nth]
          return `r${nth}: payments(limit: ${limit}) { ${selected} }`
        })
        const fragments = lists.flatMap(({ inFragment }, nth) =>
          inFragment ? [`fragment R${nth} on Payment { ${selections[nth]} }`] : [],
        )
        const values = lists.reduce(
          (sum, { limit, fields }) =>
            sum + limit * fields.reduce((count, one) => count + (sizeOf[one] ?? 1), 0),
          0,
        )
        expect(cost(`{ ${roots.join(' ')} } ${fragments.join(' ')}`)).toBe(values)
      }),
      { numRuns: 100 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { compareAll, differences, unfit } from './compare.mjs'

const shape = (kind, more = {}) => ({ kinds: [kind], isNullable: false, ...more })
const of = (name, element = null) => ({ name, element })
const member = (name, its, isOptional = false) => ({ name, shape: its, isOptional })
const column = (name, type, from) => ({ name, type: of(type), column: from })
const begun = { table: 'orders', name: 'begun_at', isNotNull: true }
const ended = { table: 'orders', name: 'ended_at', isNotNull: false }

const row = {
  text: 'Order',
  members: [
    member('id', shape('number')),
    member('begun', shape('Date')),
    member('ended', shape('Date', { isNullable: true })),
  ],
}
const columns = [
  column('id', 'int8'),
  column('begun', 'timestamptz', begun),
  column('ended', 'timestamptz', ended),
]
const text = 'select id, begun_at as begun, ended_at as ended from orders'
/** The row type with one member changed. */
const changed = (name, change) => ({
  ...row,
  members: row.members.map((one) => (one.name === name ? { ...one, ...change } : one)),
})

describe('a row type', () => {
  test('that says what the statement gives has no faults', () => {
    expect(differences(row, columns, text)).toEqual([])
  })

  test('whose member is named otherwise than its column fails by both names', () => {
    expect(differences(changed('begun', { name: 'Begun' }), columns, text)).toEqual([
      'begun: the row type has no such member',
      'Begun: the statement gives no such column',
    ])
  })

  test('may leave out no column, but name one that is not always there', () => {
    expect(differences({ ...row, members: row.members.slice(1) }, columns, text)).toEqual([
      'id: the row type has no such member',
    ])
    const more = { ...row, members: [...row.members, member('mark', shape('string'), true)] }
    expect(differences(more, columns, text)).toEqual([])
  })

  test('whose member has another type fails by its name', () => {
    expect(differences(changed('id', { shape: shape('string') }), columns, text)).toEqual([
      'id: the column is int8, the member string',
    ])
  })

  test('that forgets null fails by the name of the column', () => {
    expect(differences(changed('ended', { shape: shape('Date') }), columns, text)).toEqual([
      'ended: orders.ended_at may be null, the member may not',
    ])
  })

  test.each([
    ['asks for the rows that have one', `${text} where ended_at is not null`, 0],
    ['compares it', `${text} o where o.ended_at < now()`, 0],
    ['compares with it', `${text} o where now() >= o.ended_at`, 0],
    ['compares it or something else', `${text} where ended_at < now() or id = 1`, 1],
    ['compares another column', `${text} where blended_at < now()`, 1],
    ['is a test', null, 0],
  ])('may forget null where the statement %s', (_why, its, faults) => {
    expect(differences(changed('ended', { shape: shape('Date') }), columns, its)).toHaveLength(faults)
  })

  test('of which only some members are known is compared by these', () => {
    const open = { text: 'R & { id: number }', isOpen: true, members: [member('id', shape('string'))] }
    expect(differences(open, columns, text)).toEqual(['id: the column is int8, the member string'])
  })

  test('without names is compared with every column', () => {
    const any = { text: 'Record<string, number>', members: [], others: shape('number') }
    expect(differences(any, columns.slice(0, 2), text)).toEqual([
      'begun: the column is timestamptz, the member number',
    ])
  })
})

test.each([
  ['number', of('numeric'), undefined],
  ['number', of('text'), 'text'],
  ['string', of('date'), undefined],
  ['Date', of('date'), 'date'],
  ['string', of('timestamptz'), 'timestamptz'],
  ['string', of('an_enum'), undefined],
  ['boolean', of('bool'), undefined],
  ['bytes', of('bytea'), undefined],
  ['object', of('jsonb'), undefined],
  ['Date', of('jsonb'), 'jsonb, which holds no Date'],
  ['any', of('bool'), undefined],
  ['array', of('_text', 'text'), undefined],
  ['string', of('_text', 'text'), '_text'],
  ['array', of('_an_enum', 'an_enum'), '_an_enum, which comes as text'],
])('a %s for %o', (kind, type, fault) => {
  expect(unfit(shape(kind), type)).toBe(fault)
})

test('the elements of an array count, and what JSON holds within', () => {
  const numbers = shape('array', { element: shape('number') })
  expect(unfit(numbers, of('_int8', 'int8'))).toBeUndefined()
  expect(unfit(numbers, of('_text', 'text'))).toBe('text')
  expect(unfit(shape('object', { holdsDate: true }), of('json'))).toBe('json, which holds no Date')
})

test('one of several kinds is enough', () => {
  const either = { kinds: ['string', 'number'], isNullable: false }
  expect(unfit(either, of('int4'))).toBeUndefined()
  expect(unfit(either, of('bool'))).toBe('bool')
})

describe('all templates', () => {
  const template = (path, line, parts, its = row) => ({ path, line, parts, row: its })
  const idOnly = { text: '{ id: number }', members: [member('id', shape('number'))] }
  const run = (templates, recorded, described) => compareAll(templates, new Map(recorded), new Map(described))

  test('are compared with every statement that was made of them', () => {
    const templates = [template('store.ts', 3, ['select ', ''], changed('id', { shape: shape('string') }))]
    const texts = new Set([text, `${text} order by 1`])
    const described = [...texts].map((one) => [one, columns])
    expect(run(templates, [['select \0', texts]], described)).toEqual({
      faults: ['store.ts:3 id: the column is int8, the member string'],
      unchecked: [],
      checked: 1,
    })
  })

  test('of the same fixed parts share out their statements by what fits best', () => {
    const parts = ['', ' where id = ', '']
    const templates = [template('a.ts', 1, parts), template('b.ts', 2, parts, idOnly)]
    const recorded = [[parts.join('\0'), new Set(['all', 'one'])]]
    const described = [
      ['all', columns],
      ['one', columns.slice(0, 1)],
    ]
    expect(run(templates, recorded, described)).toEqual({ faults: [], unchecked: [], checked: 2 })
  })

  test('of which nothing can be said are listed, except those of tests', () => {
    const unknown = { ...idOnly, text: 'R & { id: number }', isOpen: true }
    const templates = [
      template('a.ts', 1, ['select 1']),
      template('a.test.ts', 1, ['select 1']),
      template('b.ts', 2, ['select 2'], unknown),
      template('c.ts', 3, ['select 3']),
      template('d.ts', 4, ['json_build_object()']),
      template('e.ts', 5, ['select 5'], { text: 'boolean', isScalar: true }),
    ]
    const recorded = [
      ['select 2', new Set(['select 2'])],
      ['select 3', new Set(['select 3'])],
    ]
    const described = [
      ['select 2', columns],
      ['select 3', { refusal: 'relation "old" does not exist' }],
    ]
    expect(run(templates, recorded, described)).toEqual({
      faults: [],
      unchecked: [
        'a.ts:1 no test runs it',
        'b.ts:2 R & { id: number } is not known before it is used',
        'c.ts:3 relation "old" does not exist',
      ],
      checked: 0,
    })
  })
})

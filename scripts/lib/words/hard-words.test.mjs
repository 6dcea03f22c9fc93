import { describe, expect, test } from 'vitest'
import { hardComments, hardNames } from './hard-words.mjs'

const namesIn = (source, path = 'server/src/a.ts') => hardNames({ path, source }).map(({ name }) => name)

describe('a name with a hard word is found', () => {
  test.each([
    'told',
    'toldWh',
    'lastAsked',
    'UntoldRow',
    'setAsked',
    'wishesOf',
    'aKnock',
    'PaymentDesk',
    'noting',
    'letGo',
    'settleAll',
  ])('%s', (name) => expect(namesIn(`export const ${name} = 1`)).toEqual([name]))

  test('in every place, once for a shorthand, with its line', () => {
    const source = 'const { told } = x\nclass A {\n  #asked = told\n}\ntype Wish = { desk: A }\n'
    expect(hardNames({ path: 'a.ts', source })).toEqual([
      { line: 1, name: 'told' },
      { line: 3, name: 'asked' },
      { line: 3, name: 'told' },
      { line: 5, name: 'Wish' },
      { line: 5, name: 'desk' },
    ])
  })

  test('in markup', () =>
    expect(namesIn('const a = <Desk wish={1} />', 'web/src/a.tsx')).toEqual(['Desk', 'wish']))
})

test.each([
  'settled',
  'settlement',
  'masked',
  'wishlist',
  'desktop',
  'knocked',
  'outlet',
  'goLet',
  'end_told',
  'PASSWORD_ASKED_AFTER_MINUTES',
])('%s holds no hard word, or is a name of columns and settings', (name) =>
  expect(namesIn(`export const ${name} = 1`)).toEqual([]))

test('strings are no names; a field of the API keeps its own where it is declared', () => {
  expect(namesIn("const a = 'told' + `asked`")).toEqual([])
  expect(namesIn('const a = { wish: 1 }', 'contract/src/public/pay.ts')).toEqual([])
  expect(namesIn('const a = { told: 1 }', 'contract/src/public/pay.ts')).toEqual(['told'])
})

test('a comment is searched for whole words, in any case', () => {
  const source = "/** Whom it asked.\n * Let go of anew. */\nconst a = 'told' // it lets go, unmasked\n"
  expect(hardComments({ path: 'a.ts', source })).toEqual([
    { line: 1, name: 'Whom' },
    { line: 1, name: 'asked' },
    { line: 2, name: 'Let go' },
    { line: 2, name: 'anew' },
    { line: 3, name: 'lets go' },
  ])
  expect(
    hardComments({ path: 'a.ts', source: '// knocks: wish, wishes, told; wished, tolden\n' }),
  ).toHaveLength(4)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRowTypes } from './row-types.mjs'

const root = mkdtempSync(join(tmpdir(), 'row-types-'))
let templates

beforeAll(() => {
  const write = (name, text) => writeFileSync(join(root, name), text)
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "lib": ["es2023"], "types": [] }, "include": ["*.ts"] }',
  )
  write(
    'rows.ts',
    `export type Stored<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Stored<T[K]> } : T
    export interface Session { id: number; begun: Date; ended?: Date | null; status: 'open' | 'closed' }`,
  )
  write(
    'store.ts',
    `import type { Session, Stored } from './rows'
    declare const sql: <T = unknown>(parts: TemplateStringsArray, ...given: unknown[]) => T
    sql<Omit<Session, 'status'> & { tags: (string | null)[] }>\`select \${1} from sessions
      where id = \${2}\`
    sql<{ session: Session; told: Stored<Session>; what: unknown }>\`select 1\`
    sql<Record<string, number>>\`select 2\`
    sql<boolean>\`select 3\`
    sql\`select 4\`
    export const find = <R>() => sql<R & { id: number }>\`select 5\``,
  )
  templates = readRowTypes(root, join(root, 'tsconfig.json'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const member = (index, name) => templates[index].row.members.find((one) => one.name === name)

test('every typed template is found, with its place and its fixed parts', () => {
  expect(templates.map(({ path, line, parts }) => [path, line, parts.length])).toEqual([
    ['store.ts', 3, 3],
    ['store.ts', 5, 1],
    ['store.ts', 6, 1],
    ['store.ts', 7, 1],
    ['store.ts', 9, 1],
  ])
  expect(templates[0].parts).toEqual(['select ', ' from sessions\n      where id = ', ''])
})

test('members are read through imports, helper types and intersections', () => {
  expect(templates[0].row.members.map(({ name }) => name).toSorted()).toEqual([
    'begun',
    'ended',
    'id',
    'tags',
  ])
  expect(member(0, 'id')).toMatchObject({
    isOptional: false,
    shape: { kinds: ['number'], isNullable: false },
  })
  expect(member(0, 'ended')).toMatchObject({ isOptional: true, shape: { kinds: ['Date'], isNullable: true } })
  expect(member(0, 'tags').shape).toMatchObject({
    kinds: ['array'],
    element: { kinds: ['string'], isNullable: true },
  })
})

test('a Date within an object is seen, and gone where the object is as JSON keeps it', () => {
  expect(member(1, 'session').shape).toMatchObject({ kinds: ['object'], holdsDate: true })
  expect(member(1, 'told').shape).toMatchObject({ kinds: ['object'], holdsDate: false })
  expect(member(1, 'what').shape.kinds).toEqual(['any'])
})

test('a type without names has the shape of all its members, one of a type parameter what is known, one that is no row has none', () => {
  expect(templates[2].row).toMatchObject({ members: [], others: { kinds: ['number'] } })
  expect(templates[3].row).toMatchObject({ isScalar: true })
  expect(templates[4].row).toMatchObject({
    text: 'R & { id: number }',
    isOpen: true,
    members: [{ name: 'id' }],
  })
})

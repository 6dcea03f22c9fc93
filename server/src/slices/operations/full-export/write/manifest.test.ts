import { describe, expect, test } from 'vitest'
import { columnsOf } from '../tables/columns.ts'
import type { Written } from '../tables/listed.ts'
import { formatName, formatVersion, manifestOf } from './manifest.ts'
import type { Note } from './notes.ts'

const file = (name: string) => ({ name, bytes: 1, sha256: 'x' }) as unknown as Note['files'][number]
const note = (of: Partial<Note>): Note => ({
  files: [],
  table: null,
  rows: 0,
  sums: {},
  last: null,
  period: null,
  ended: false,
  at: '2026-11-23T10:00:00.000Z',
  ...of,
})
const known = {
  product: '0.1.0',
  migration: 7,
  at: new Date('2026-11-23T12:00:00Z'),
  currency: 'EUR',
  scope: null,
  hasSecrets: true,
  throughEntry: 99,
  sequences: { orders: 5 },
  tables: ['orders', 'drivers'] as const,
}

describe('a manifest', () => {
  test('counts and adds up what its parts hold, and names what is missing', () => {
    const notes = [
      note({ table: 'orders', rows: 2, sums: { energy_wh: 5, through_entry: 99 }, files: [file('a')] }),
      note({
        table: 'orders',
        rows: 3,
        sums: { energy_wh: 7 },
        files: [file('b')],
        at: '2026-11-23T11:00:00.000Z',
      }),
      note({ files: [file('photo')], last: ['p/1'] }),
      note({ last: ['p/2'], at: '2026-11-23T09:00:00.000Z' }),
    ]
    expect(manifestOf(notes, known)).toEqual({
      format: formatName,
      format_version: formatVersion,
      product: '0.1.0',
      migration: 7,
      at: '2026-11-23T12:00:00.000Z',
      currency: 'EUR',
      scope: { kind: 'network' },
      secrets: true,
      read: { from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T11:00:00.000Z' },
      ledger: { through_entry: 99 },
      tables: {
        orders: { table: 'orders', rows: 5, sums: { energy_wh: 12 }, files: [file('a'), file('b')] },
        drivers: { table: 'drivers', rows: 0, sums: {}, files: [] },
      },
      files: [file('photo')],
      missing_files: ['p/2'],
      sequences: { orders: 5 },
    })
  })

  test('is of an owner’s locations where it is not of the network, and of its own instant where nothing was read', () => {
    const scope = { locationIds: [3], ownerId: 4 }
    expect(manifestOf([], { ...known, scope })).toMatchObject({
      scope: { kind: 'owner', owner_id: 4, location_ids: [3] },
      read: { from: '2026-11-23T12:00:00.000Z', to: '2026-11-23T12:00:00.000Z' },
    })
  })
})

describe('the columns of a table', () => {
  const shape = {
    columns: ['id', 'name', 'secret', 'passing', 'lacking'].map((name) => ({ name })),
  } as unknown as Parameters<typeof columnsOf>[0]
  const listing = {
    name: 't',
    what: 'a row',
    secret: { secret: 'why' },
    passing: ['passing'],
    ownersLack: ['lacking'],
  } as unknown as Written
  const of = (scope: Parameters<typeof columnsOf>[2]['scope'], secretKey: string | null, listed = listing) =>
    columnsOf(shape, listed, { scope, secretKey })
  const owner = { locationIds: [1], ownerId: 2 }

  test('leave in clear what is no secret, and secrets sealed where there is a key', () => {
    expect(of(null, 'key')).toEqual({ columns: ['id', 'name', 'lacking'], sealed: ['secret'] })
    expect(of(null, null)).toEqual({ columns: ['id', 'name', 'lacking'], sealed: [] })
  })

  test('of an owner lack what the back office shows to nobody else, and all secrets', () => {
    expect(of(owner, 'key')).toEqual({ columns: ['id', 'name'], sealed: [] })
  })

  test('are all of them where nothing is said', () => {
    const plain = { name: 't', what: 'a row' } as Written
    const all = ['id', 'name', 'secret', 'passing', 'lacking']
    expect(of(owner, 'key', plain)).toEqual({ columns: all, sealed: [] })
  })
})

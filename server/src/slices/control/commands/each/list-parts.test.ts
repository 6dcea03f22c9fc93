import { frameBytesOf, type ListEntry } from '@stationmaster/ocpp'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListEntries } from '../../tasks/local-list-store.ts'
import { cardsWithRoom, changesOf, checkRoom, listAfter, partsOf } from './list-parts.ts'

const token = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)
const card = fc.record(
  {
    status: fc.constantFrom('Accepted' as const, 'Blocked' as const, 'Expired' as const),
    expiresAt: fc.constantFrom('2026-11-20T10:00:00.000Z', '2027-11-20T10:00:00.000Z'),
    group: fc.constantFrom('G', 'A LONGER GROUP'),
    endsOnly: fc.constant(true),
  },
  { requiredKeys: ['status'] },
)
const list = fc
  .uniqueArray(fc.tuple(token, card), { selector: ([name]) => name, maxLength: 60 })
  .map((cards): ListEntries => Object.fromEntries(cards))
const protocol = fc.constantFrom('ocpp1.6', 'ocpp2.0.1')

const bytesOf = (protocol: 'ocpp1.6' | 'ocpp2.0.1') => (entries: readonly ListEntry[]) =>
  frameBytesOf(protocol, { type: 'list', version: 9, full: false, entries })

describe('a list in parts', () => {
  test('arrives whole at a station that keeps to its limits, whatever they are', () => {
    fc.assert(
      fc.property(
        list,
        list,
        protocol,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 400, max: 2_000 }),
        (known, cards, protocol, entriesPerMessage, bytesPerMessage) => {
          const measure = bytesOf(protocol)
          const entries = changesOf(known, cards)
          const parts = partsOf(entries, { entriesPerMessage, bytesPerMessage }, measure)
          let station = known
          for (const [index, part] of parts.entries()) {
            expect(part.length).toBeLessThanOrEqual(entriesPerMessage)
            if (part.length > 0) expect(measure(part)).toBeLessThanOrEqual(bytesPerMessage)
            station = listAfter(station, part)
            // no message is sent for what the one before had room for
            const before = parts[index - 1]
            if (before && before.length < entriesPerMessage) {
              expect(measure([...before, part[0]!])).toBeGreaterThan(bytesPerMessage)
            }
          }
          expect(station).toEqual(cards)
        },
      ),
      { examples: [[{}, Object.fromEntries([['__proto__', { status: 'Accepted' }]]), 'ocpp1.6', 1, 400]] },
    )
  })

  const cards = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`CARD-${n}`, { status: 'Accepted' as const }]),
    )
  const sizes = (count: number, limits: object) =>
    partsOf(changesOf({}, cards(count)), limits, bytesOf('ocpp1.6')).map(({ length }) => length)

  test.each([
    [9, [9]],
    [10, [10]],
    [11, [10, 1]],
    [0, [0]],
  ])('of %i cards has parts of %j where ten are taken at once', (count, parts) => {
    expect(sizes(count, { entriesPerMessage: 10 })).toEqual(parts)
  })

  test('is cautious where the station does not tell what it takes', () => {
    expect(sizes(45, {})).toEqual([20, 20, 5])
  })

  test('that does not fit is refused before anything is sent', () => {
    const thrown = (run: () => unknown) => {
      try {
        return run()
      } catch (error) {
        return error
      }
    }
    expect(thrown(() => checkRoom(cards(10), { entries: 10 }))).toBeUndefined()
    expect(thrown(() => checkRoom(cards(11), { entries: 10 }))).toMatchObject({
      code: 'station.list_too_long',
      details: { cards: 11, most: 10 },
    })
    expect(thrown(() => checkRoom({ ABCDE: { status: 'Accepted' } }, { bytes: 5 }))).toBeUndefined()
    expect(thrown(() => checkRoom({ ABCDE: { status: 'Accepted' } }, { bytes: 4 }))).toMatchObject({
      code: 'station.list_too_large',
    })
    expect(thrown(() => sizes(1, { bytesPerMessage: 50 }))).toMatchObject({
      code: 'station.list_too_large',
      details: { most: 50 },
    })
  })
})

test('where there is not room for all cards those that may charge come first, the earlier ones of them', () => {
  const cards: ListEntries = {
    one: { status: 'Blocked' },
    two: { status: 'Accepted' },
    three: { status: 'Expired' },
    four: { status: 'Accepted' },
  }
  const kept = (limits: object) => Object.keys(cardsWithRoom(cards, limits))
  expect(kept({})).toEqual(['two', 'four', 'one', 'three'])
  expect(kept({ entries: 4 })).toHaveLength(4)
  expect(kept({ entries: 3 })).toEqual(['two', 'four', 'one'])
  expect(kept({ entries: 1 })).toEqual(['two'])
  // bytes of the numbers alone: 3 + 4 + 3 + 5
  expect(kept({ bytes: 15 })).toHaveLength(4)
  expect(kept({ bytes: 14 })).toEqual(['two', 'four', 'one'])
})

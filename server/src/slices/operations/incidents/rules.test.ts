import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { Group } from './grouping.ts'
import { calmFor, closesItself, isSeverer, type Known, placeGroups, severityOf } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const evidence = { affected: 1, population: 1, others_affected: 0, others: 0, within_seconds: 0 }
const group = (key: string, subjects: string[]): Group => ({
  key,
  cause: 'location',
  value: null,
  locationId: 1,
  since: now,
  subjects,
  evidence,
})
const known = (id: number, dedupeKey: string, state: Known['state'] = 'open'): Known => ({
  id,
  dedupeKey,
  state,
  openedAt: now,
})
const placesOf = (groups: Group[], incidents: Known[], holders: [string, number][]) => {
  const { placed, merged } = placeGroups(groups, incidents, new Map(holders))
  return {
    placed: Object.fromEntries(placed.map((one) => [one.group.key, one.incident?.id ?? null])),
    merged: merged.map(({ from, into }) => [from.id, into.key]),
  }
}

describe('an incident closes by itself', () => {
  test.each([
    [0, 4.99, false],
    [0, 5, true],
    [1, 9, false],
    [2, 20, true],
    [9, 119, false],
    [9, 120, true],
  ])('after it came back %s times and was calm for %s minutes: %s', (reopened, minutes, isSo) => {
    const calmSince = new Date(now.getTime() - minutes * MINUTE_MS)
    expect(closesItself({ calmSince, reopened }, now)).toBe(isSo)
  })
  test('never while something goes wrong', () => {
    expect(closesItself({ calmSince: null, reopened: 0 }, now)).toBe(false)
    expect(calmFor(0)).toBe(5 * MINUTE_MS)
  })
})

describe('severity', () => {
  const cost = { kind: 'silence', stations: 1, allStations: 1000, lostMinor: 0, usualMinor: 100_000 } as const
  test.each([
    [{}, 'minor'],
    [{ stations: 10 }, 'major'],
    [{ stations: 100 }, 'critical'],
    [{ stations: 5, allStations: 20 }, 'critical'],
    [{ stations: 1, allStations: 3 }, 'minor'],
    [{ stations: 2, allStations: 9 }, 'minor'],
    [{ stations: 2, allStations: 10 }, 'critical'],
    [{ stations: 1, allStations: 10 }, 'minor'],
    [{ stations: 2, allStations: 40 }, 'major'],
    [{ stations: 2, allStations: 41 }, 'minor'],
    [{ lostMinor: 2000, usualMinor: 0 }, 'minor'],
    [{ kind: 'energy', stations: 400 }, 'minor'],
    [{ kind: 'firmware', stations: 400 }, 'minor'],
    [{ lostMinor: 2000 }, 'major'],
    [{ lostMinor: 10_000 }, 'critical'],
    [{ kind: 'books', stations: 0 }, 'major'],
    [{ kind: 'certificates', stations: 400 }, 'info'],
  ] as const)('of %j is %s', (changes, severity) => {
    expect(severityOf({ ...cost, ...changes })).toBe(severity)
  })
})

test('an incident becomes severer, and not less severe', () => {
  expect([isSeverer('major', 'minor'), isSeverer('major', 'major'), isSeverer('minor', 'critical')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('a group goes', () => {
  test('to the incident of its key, else to the one that has most of its troubles, else to a new one', () => {
    expect(
      placesOf([group('a', ['1']), group('b', ['2', '3'])], [known(7, 'a'), known(8, 'x')], [['2', 8]]),
    ).toEqual({
      placed: { a: 7, b: 8 },
      merged: [],
    })
    expect(placesOf([group('c', ['9'])], [], [])).toEqual({ placed: { c: null }, merged: [] })
  })

  test('not to an incident that has the key of another group', () => {
    expect(
      placesOf(
        [group('a', ['1']), group('b', ['2', '3'])],
        [known(7, 'a')],
        [
          ['2', 7],
          ['3', 7],
        ],
      ),
    ).toEqual({
      placed: { a: 7, b: null },
      merged: [],
    })
  })

  test('and takes the place of those whose troubles it has', () => {
    const incidents = [known(7, 'x'), known(8, 'y')]
    expect(
      placesOf([group('whole', ['1', '2', '3'])], incidents, [
        ['1', 7],
        ['2', 8],
        ['3', 8],
      ]),
    ).toEqual({
      placed: { whole: 8 },
      merged: [[7, 'whole']],
    })
  })

  test('to one that was closed only by its key', () => {
    expect(placesOf([group('a', ['1'])], [known(7, 'a', 'closed')], [])).toEqual({
      placed: { a: 7 },
      merged: [],
    })
  })
  test('before those that have less, and they do not get the same incident', () => {
    const holders: [string, number][] = [
      ['1', 8],
      ['2', 8],
      ['3', 8],
    ]
    expect(placesOf([group('a', ['1']), group('b', ['2', '3'])], [known(8, 'x')], holders)).toEqual({
      placed: { a: null, b: 8 },
      merged: [],
    })
  })

  test('to the one that has some of its troubles, however many no incident has', () => {
    expect(placesOf([group('a', ['1', '2', '3'])], [known(8, 'x')], [['3', 8]]).placed).toEqual({ a: 8 })
  })

  test('of two that have as many, to the older', () => {
    const incidents = [known(8, 'y'), known(7, 'x')]
    expect(
      placesOf([group('a', ['1', '2'])], incidents, [
        ['1', 8],
        ['2', 7],
      ]),
    ).toEqual({ placed: { a: 7 }, merged: [[8, 'a']] })
  })

  test('not by its troubles to one that was closed or is gone, and neither is merged', () => {
    const holders: [string, number][] = [
      ['1', 8],
      ['2', 99],
    ]
    expect(placesOf([group('a', ['1', '2'])], [known(8, 'x', 'closed')], holders)).toEqual({
      placed: { a: null },
      merged: [],
    })
  })
})

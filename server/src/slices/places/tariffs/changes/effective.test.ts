import { describe, expect, test } from 'vitest'
import { type Candidate, chooseVersion } from './effective.ts'

const connector = { type: 'CCS 2', current: 'DC', powerW: 150_000 }
const now = new Date('2026-03-10T12:00:00Z')
let ids = 0

function candidate(given: Partial<Candidate>): Candidate {
  ids += 1
  return {
    assignmentId: ids,
    scope: 'network',
    priority: 0,
    versionId: ids,
    validFrom: new Date('2026-01-01T00:00:00Z'),
    validTo: null,
    ...given,
  }
}

/** Every order of the candidates must give the same choice. */
function chosen(...candidates: Candidate[]): Candidate | null {
  const forward = chooseVersion(candidates, connector, now)
  expect(chooseVersion([...candidates].reverse(), connector, now)).toBe(forward)
  return forward
}

describe('the version that prices a connector', () => {
  test('is that of the closest scope, whatever the others filter or rank', () => {
    const network = candidate({ scope: 'network', connectorType: 'CCS 2', current: 'DC', priority: 9 })
    const owner = candidate({ scope: 'owner' })
    const location = candidate({ scope: 'location' })
    const station = candidate({ scope: 'station' })
    const own = candidate({ scope: 'connector' })
    expect(chosen(network)).toBe(network)
    expect(chosen(network, owner)).toBe(owner)
    expect(chosen(network, owner, location)).toBe(location)
    expect(chosen(network, owner, location, station)).toBe(station)
    expect(chosen(network, owner, location, station, own)).toBe(own)
  })

  test('is the one with more filters within a scope, before any priority', () => {
    const wide = candidate({ scope: 'location', priority: 5 })
    const byCurrent = candidate({ scope: 'location', current: 'DC' })
    const byTypeAndPower = candidate({
      scope: 'location',
      connectorType: 'CCS 2',
      powerMinW: 100_000,
      powerMaxW: 200_000,
    })
    expect(chosen(wide, byCurrent)).toBe(byCurrent)
    expect(chosen(wide, byCurrent, byTypeAndPower)).toBe(byTypeAndPower)
  })

  test('is never one whose filter does not fit', () => {
    const fallback = candidate({})
    expect(
      chosen(
        fallback,
        candidate({ scope: 'connector', connectorType: 'Type 2' }),
        candidate({ scope: 'connector', current: 'AC' }),
        candidate({ scope: 'connector', powerMaxW: 149_999 }),
        candidate({ scope: 'connector', powerMinW: 150_001 }),
      ),
    ).toBe(fallback)
  })

  test('fits at both ends of a power range', () => {
    const exact = candidate({ powerMinW: 150_000, powerMaxW: 150_000, connectorType: null, current: null })
    expect(chosen(exact)).toBe(exact)
  })

  test('is the one of higher priority, then the newest', () => {
    const older = candidate({ priority: 1 })
    const newer = candidate({ priority: 1, validFrom: new Date('2026-03-01T00:00:00Z') })
    const lower = candidate({ priority: 0, validFrom: new Date('2026-03-09T00:00:00Z') })
    const lastAssigned = candidate({ priority: 1, validFrom: newer.validFrom })
    expect(chosen(older, lower)).toBe(older)
    expect(chosen(older, newer, lower)).toBe(newer)
    expect(chosen(older, newer, lower, lastAssigned)).toBe(lastAssigned)
  })

  test('is the last one assigned, then the last version, among equals', () => {
    const first = candidate({ assignmentId: 5, versionId: 900 })
    const second = candidate({ assignmentId: 6, versionId: 800 })
    expect(chosen(first, second)).toBe(second)
    const newer = candidate({ assignmentId: 6, versionId: 801 })
    expect(chosen(second, newer)).toBe(newer)
  })

  test('counts half a range of powers as a filter, and one that is left out as none', () => {
    const wide = candidate({
      connectorType: null,
      current: null,
      powerMinW: null,
      powerMaxW: null,
      priority: 5,
    })
    const from = candidate({ powerMinW: 100_000 })
    const upTo = candidate({ powerMaxW: 200_000, powerMinW: null })
    expect(chosen(wide, from)).toBe(from)
    expect(chosen(wide, upTo)).toBe(upTo)
    expect(chosen(wide, candidate({ priority: 4 }))).toBe(wide)
  })

  test('holds from its first instant up to, not including, its last', () => {
    const ended = candidate({ scope: 'connector', validTo: now })
    const coming = candidate({ scope: 'connector', validFrom: new Date(now.getTime() + 1) })
    const starting = candidate({ validFrom: now, validTo: new Date(now.getTime() + 1) })
    expect(chosen(ended, coming, starting)).toBe(starting)
  })

  test('is none when nothing fits', () => {
    expect(chosen()).toBeNull()
    expect(chosen(candidate({ current: 'AC' }))).toBeNull()
  })
})

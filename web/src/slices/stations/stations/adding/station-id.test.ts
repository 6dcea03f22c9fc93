import { expect, test } from 'vitest'
import { drawStationId, stationIdFault, withoutSpaces } from './station-id.ts'

test('a proposed id is 10 random bytes in hex, and can be used', () => {
  const ids = Array.from({ length: 100 }, drawStationId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{20}$/)
  expect(new Set(ids).size).toBe(100)
  expect(stationIdFault(ids[0]!)).toBeNull()
})

test('spaces are removed', () => {
  expect(withoutSpaces(' a1 b2\tc3 ')).toBe('a1b2c3')
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['x'.repeat(49), 'tooLong'],
  ['Säule', 'characters'],
  ['a/b', 'characters'],
  ['DE*ABC*E1:2', null],
])('the id %j: %s', (id, fault) => {
  expect(stationIdFault(id)).toBe(fault)
})

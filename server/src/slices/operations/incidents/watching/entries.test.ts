import { expect, test } from 'vitest'
import { entryOf } from './entries.ts'

test('a line of the network is of nobody, and has its facts', () => {
  const at = new Date('2026-11-23T10:00:00Z')
  const line = {
    incidentId: 7,
    at,
    kind: 'opened',
    byKind: 'network',
    managerId: null,
    stationId: null,
    text: null,
  }
  expect(entryOf(7, 'opened', at)).toEqual({ ...line, data: {} })
  expect(entryOf(7, 'opened', at, { n: 1 })).toEqual({ ...line, data: { n: 1 } })
})

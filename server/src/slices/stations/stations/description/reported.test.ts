import { describe, expect, test } from 'vitest'
import { addedBy, neverReported } from './reported.ts'
import type { SetUp } from './reported-store.ts'

const fast = { type: 'CCS 2', current: 'DC', powerW: 150_000 } as const
const slow = { type: 'Type 2', current: 'AC', powerW: 22_000 } as const
const at = (
  evse: number,
  number: number,
  ordinal: number,
  kind: Pick<SetUp, 'type' | 'current' | 'powerW'> = fast,
) => ({
  evse,
  number,
  ordinal,
  ...kind,
})

describe('connectors that a station reports beside those that are set up', () => {
  test.each([
    ['one more of 1.6 is an EVSE of its own', ['2'], [at(1, 1, 1)], [at(2, 1, 2)]],
    ['one behind a hole keeps its number', ['3'], [at(1, 1, 1)], [at(3, 1, 3)]],
    [
      'an EVSE with two leaves its number',
      ['3', '4'],
      [at(1, 1, 1), at(3, 1, 2)],
      [at(4, 1, 3), at(5, 1, 4)],
    ],
    ['one of 2.x names its EVSE', ['2/1'], [at(1, 1, 1)], [at(2, 1, 2)]],
    [
      'a neighbour on its EVSE tells the kind',
      ['1/2'],
      [at(1, 1, 1, slow), at(2, 1, 2)],
      [at(1, 2, 3, slow)],
    ],
    ['else the last one does', ['3/1'], [at(1, 1, 1), at(2, 1, 2, slow)], [at(3, 1, 3, slow)]],
    ['nothing is added to nothing', ['1'], [], []],
    ['nothing reported adds nothing', [], [at(1, 1, 1)], []],
  ])('%s', (_, places, setUp, added) => {
    expect(addedBy(places, setUp)).toEqual(added)
  })
})

describe('connectors that are set up and never reported', () => {
  const bootedAt = new Date('2026-11-24T08:00:00Z')
  const after = (ms: number) => new Date(bootedAt.getTime() + ms)
  const reported = { ordinal: 1, ocpp_status: 'Available' }
  const silent = { ordinal: 2, ocpp_status: null }
  const station = { online: true, booted_at: bootedAt }
  test.each([
    ['are told five minutes after the boot', station, 300_000, ['2']],
    ['and not a moment before', station, 299_999, []],
    ['are none of a station that is away', { ...station, online: false }, 300_000, []],
    ['are none of one that has never booted', { ...station, booted_at: null }, 300_000, []],
  ])('%s', (_, one, ms, places) => {
    expect(neverReported(one, [reported, silent], after(ms))).toEqual(places)
  })
})

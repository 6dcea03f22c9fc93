import { expect, test } from 'vitest'
import type { KeyRow } from './key-store.ts'
import { keyHistory, keyView, keyViews } from './key-view.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const iso = (day: number) => at(day).toISOString()
const key = (of: Partial<KeyRow> = {}): KeyRow => ({
  fingerprint: 'f',
  publicKey: 'p',
  connector: 1,
  source: 'message',
  reportedAt: at(1),
  confirmedAt: null,
  confirmedBy: null,
  retiredAt: null,
  ...of,
})
const confirmed = key({ confirmedAt: at(2), confirmedBy: 'Ada', fingerprint: 'c' })

test('a key is shown with when it was reported, confirmed and replaced', () => {
  const shown = { fingerprint: 'f', public_key: 'p', connector: 1, source: 'message', reported_at: iso(1) }
  expect(keyView(key())).toEqual({
    ...shown,
    confirmed_at: null,
    confirmed_by: null,
    retired_at: null,
    contradicts: false,
  })
  expect(keyView(key({ confirmedAt: at(2), confirmedBy: 'Ada', retiredAt: at(3) }))).toEqual({
    ...shown,
    confirmed_at: iso(2),
    confirmed_by: 'Ada',
    retired_at: iso(3),
    contradicts: false,
  })
})

test.each([
  [{}, {}, true],
  [{ connector: null }, {}, true],
  [{}, { connector: null }, true],
  [{ connector: 2 }, {}, false],
  [{ confirmedAt: at(2) }, {}, false],
  [{ retiredAt: at(2) }, {}, false],
  [{}, { confirmedAt: null }, false],
  [{}, { retiredAt: at(3) }, false],
])('a key of %j contradicts a confirmed one of %j: %s', (own, other, does) => {
  const all = [key(own), { ...confirmed, ...other }]
  expect(keyViews(all)[0]?.contradicts).toBe(does)
})

test('the history has what the station has named and what people have done, the newest first', () => {
  const keys = [key({ fingerprint: 'a' }), key({ fingerprint: 'b', source: 'staff', reportedAt: at(2) })]
  const deed = (day: number, action: string, fingerprint: string | null) =>
    ({ at: at(day), action, fingerprint, by: 'Ada' }) as Parameters<typeof keyHistory>[1][number]
  const deeds = [
    deed(2, 'station.meter_key_confirm', 'b'),
    deed(4, 'station.meter_key_retire', 'a'),
    deed(5, 'station.meter_key_confirm', null),
  ]
  expect(keyHistory(keys, deeds)).toEqual([
    { at: iso(4), event: 'replaced', fingerprint: 'a', source: null, by: 'Ada' },
    { at: iso(2), event: 'confirmed', fingerprint: 'b', source: null, by: 'Ada' },
    { at: iso(1), event: 'reported', fingerprint: 'a', source: 'message', by: null },
  ])
  expect(
    keyHistory(
      Array.from({ length: 51 }, () => key()),
      [],
    ),
  ).toHaveLength(50)
})

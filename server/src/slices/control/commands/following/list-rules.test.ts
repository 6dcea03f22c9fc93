import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { nextTryMs, wordOfFailure } from './list-rules.ts'

test('a list waits twice as long after each failure, an hour at most', () => {
  expect([0, 1, 5].map(nextTryMs)).toEqual([MINUTE_MS, 2 * MINUTE_MS, 32 * MINUTE_MS])
  expect([6, 1000].map(nextTryMs)).toEqual([HOUR_MS, HOUR_MS])
})

test.each([
  ['station.list_unfinished', { status: 'VersionMismatch' }, 'VersionMismatch', false, true],
  ['station.list_unfinished', { status: 'Failed' }, 'Failed', false, true],
  ['station.list_unfinished', { status: 'timeout' }, 'timeout', false, false],
  ['station.list_unfinished', { status: 'NotSupported' }, 'NotSupported', true, false],
  ['station.list_unfinished', { status: 'NotImplemented' }, 'NotImplemented', true, false],
  ['station.call_error', { code: 'NotImplemented' }, 'NotImplemented', true, false],
  ['station.call_error', { code: 'InternalError' }, 'InternalError', false, false],
  ['station.unsupported', undefined, 'station.unsupported', true, false],
  ['station.list_too_large', { bytes: 2, most: 1 }, 'station.list_too_large', false, false],
] as const)('%s with %j is %s', (code, details, answer, unsupported, misfits) => {
  expect(wordOfFailure({ code, details })).toEqual({ answer, unsupported, misfits })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './log-lines.ts'

const receivedAt = new Date('2026-03-10T09:00:00Z')
const read = (text: string | Buffer) =>
  linesOf(Buffer.from(text), 'S1', receivedAt).map(({ at, level, connector, text: rest }) => [
    at.toISOString(),
    level,
    connector,
    rest,
  ])

test.each([
  ['2026-03-10T08:00:00Z INFO [1] plugged in', '2026-03-10T08:00:00.000Z', 'info', 1, 'plugged in'],
  ['[2026-03-10 08:00:00.5] [warn]: hot', '2026-03-10T08:00:00.500Z', 'warning', null, 'hot'],
  ['2026-03-10T10:00:00+03:00 error', '2026-03-10T07:00:00.000Z', 'error', null, ''],
  ['2026-03-10T08:00:00Z information', '2026-03-10T08:00:00.000Z', 'info', null, 'information'],
  ['2026-03-10T08:00:00Z   [12]door', '2026-03-10T08:00:00.000Z', 'info', 12, 'door'],
  ['INFO [1] without a time', receivedAt.toISOString(), 'info', null, 'INFO [1] without a time'],
  ['2026-03-10T08:00:00Zjoined', receivedAt.toISOString(), 'info', null, '2026-03-10T08:00:00Zjoined'],
  ['2036-03-10T08:00:00Z from the future', receivedAt.toISOString(), 'info', null, 'from the future'],
  ['1999-03-10T08:00:00Z from the past', receivedAt.toISOString(), 'info', null, 'from the past'],
  ['2026-13-40T99:00:00Z never', receivedAt.toISOString(), 'info', null, 'never'],
])('%s', (line, ...parts) => {
  expect(read(line)).toEqual([parts])
})

test('the last 5,000 lines are kept in their order, empty ones left out', () => {
  const lines = Array.from({ length: 6_000 }, (_, nth) => `line ${nth}`)
  const kept = read(`${lines.join('\r\n\n')}\n`).map(([, , , text]) => text)
  expect(kept).toEqual(lines.slice(1_000))
})

test('what is no text has no lines', () => {
  expect(read(Buffer.from([0x61, 0x00, 0x62]))).toEqual([])
  expect(read(Buffer.from([0xff, 0xfe, 0x61]))).toEqual([])
})

test('any text gives its own lines again', () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((text) => `#${text.replaceAll(/\s|\0/g, '_')}`)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      expect(read(lines.join('\n')).map(([, , , text]) => text)).toEqual(lines)
    }),
  )
})

test.each([
  ['spaces after a time', `2026-03-10T08:00:00Z${' '.repeat(2_000_000)}x`],
  ['a time that does not end', `2026-03-10T08:00:00.${'1'.repeat(2_000_000)}`],
  ['spaces alone', `${' '.repeat(2_000_000)}x`],
  ['many half lines', `2026-03-10T08:00:00Z ${'['.repeat(4_000)}\n`.repeat(4_000)],
])('takes time by its length: %s', (_name, text) => {
  const begun = performance.now()
  read(text)
  expect(performance.now() - begun).toBeLessThan(2_000)
})

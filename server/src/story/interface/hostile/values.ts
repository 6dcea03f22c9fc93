import type { Chance } from './chance.ts'

/** Instants at and beyond what JavaScript, ISO 8601 and PostgreSQL can say. */
export const hostileInstants: readonly string[] = [
  ...['0020-02-29T23:00:00Z', '0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '-004713-11-23T00:00:00Z'],
  ...['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.001Z'],
  ...['9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1969-12-31T23:59:59Z'],
  ...[
    '2026-02-29T00:00:00Z',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-03-29T02:30:00+99:99',
    '2026-03-29',
  ],
  ...['24:00', '0', '-1', '2026', 'infinity', '-infinity', 'now', 'Invalid Date', '20260329T000000Z'],
]

/** Integers at and beyond what columns and 32 bits hold. */
export const outgrownIntegers: readonly number[] = [
  ...[2_147_483_647, -2_147_483_648, 2_147_483_648, -2_147_483_649, 4_294_967_296, 2 ** 53 + 2],
  ...[2 ** 63, 1e20, -1e20, 1e308],
]

/** Texts that parsers, patterns, databases and spreadsheets take for something else. */
const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\t',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\ufeff',
    '\u202e',
    '\u2028',
    '\r\nx: y',
    'İ',
    'ß',
    '٣',
  ],
  ...['-1', '-0', '+1', '1e999', '1e3', '0x10', '1.5', ' 1', '1 ', 'NaN', 'Infinity', '-Infinity', '007'],
  ...['2147483647', '2147483648', '9007199254740993', '9223372036854775808', '99999999999999999999999999'],
  ...[
    'null',
    'true',
    'undefined',
    '[]',
    '{}',
    '""',
    '__proto__',
    'constructor',
    'toString',
    'length',
    'hasOwnProperty',
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '*',
    '(',
    '[',
    '$1',
    '../../etc/passwd',
    '<script>',
    '=1+1',
    '{{7}}',
    '%00',
    '%ff',
  ],
  ...[
    'javascript:alert(1)',
    'http://[',
    'https://a:b@c',
    'http://127.0.0.1:0',
    'file:///etc/passwd',
    'data:,a',
  ],
  ...['a@b', '"a b"@c.example', `${'a'.repeat(64)}@${'b.'.repeat(90)}example`],
]

const hostileNumbers: readonly number[] = [
  ...[0, -0, 1, -1, 0.1, -0.5, 99, 100, 101, 255, 256, 32_767, 32_768, 65_535, 65_536, 1_000_001],
  ...[2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 4_294_967_295, 4_294_967_296],
  ...[
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 1,
    Number.MIN_SAFE_INTEGER,
    2 ** 63,
    -(2 ** 63) - 2049,
  ],
  ...[1e21, 1e308, -1e308, 5e-324, 1.0000000000000002, 0.1 + 0.2],
]

/** Objects that look like what they are not: `toString` and `length` that are no function and no number, keys of prototypes. */
const hostileShapes: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    [{}],
    { length: -1 },
    { length: { toString: '-1' } },
    { toString: '-1' },
  ],
  ...[
    { valueOf: 1, toString: null },
    { toJSON: 1 },
    Object.fromEntries([['then', 1]]),
    { constructor: { prototype: { a: 1 } } },
  ],
  ...[
    Object.fromEntries([['__proto__', { polluted: true }]]),
    { $ref: '#' },
    { type: 'Buffer', data: [0, 255] },
  ],
]

const lengths: readonly number[] = [1, 2, 20, 21, 255, 256, 1_000, 10_000]

export const hostileText = (chance: Chance): string =>
  chance.happens(0.7)
    ? chance.one([...hostileTexts, ...hostileInstants])
    : chance.one(['a', '9', ' ', 'я', '𝒳', '\u0000', '-', '(', 'a@', '%']).repeat(chance.one(lengths))

export const hostileNumber = (chance: Chance): number => chance.one(hostileNumbers)

/** Lists in lists, deeper than a parser that calls itself may go. */
export function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any unexpected JSON value. */
export function hostileValue(chance: Chance): unknown {
  const kind = chance.below(10)
  if (kind < 4) return hostileText(chance)
  if (kind < 7) return hostileNumber(chance)
  if (kind < 9) return chance.one(hostileShapes)
  return nested(chance.one([5, 60, 500]))
}

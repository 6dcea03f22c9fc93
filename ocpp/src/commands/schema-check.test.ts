import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versions } from '../versions.ts'
import { checksOf } from './schema-check.ts'

const { definitionsText, messages } = versions['ocpp2.0.1']
const checks = checksOf(definitionsText)
const definitions = JSON.parse(definitionsText) as Record<string, Schema>
const names = Object.keys(messages)

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: string[]
  format?: string
  maxLength?: number
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom<unknown>(
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 31 - 1,
    -1,
    0.5,
    null,
    [],
    {},
    '2026-02-30T10:00:00Z',
    '🚗'.repeat(37),
  ),
)

/** Mostly what a schema wants, with something odd here and there. */
function payloadOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 25, arbitrary: wanted(schema) }, { weight: 1, arbitrary: odd })
}

function wanted(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return payloadOf(definitions[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const parts = Object.entries(schema.properties ?? {}).map(
        ([name, part]) => [name, payloadOf(part)] as const,
      )
      const stray = fc.dictionary(fc.constantFrom('stray', '__proto__', 'constructor'), fc.constant(1), {
        maxKeys: 1,
      })
      const known = fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [] })
      return fc
        .tuple(known, fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: stray }))
        .map(([one, more]) => Object.assign(one, more))
    }
    case 'array':
      return fc.array(payloadOf(schema.items ?? {}), { maxLength: 5 })
    case 'integer':
      return fc.integer()
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      if (schema.format === 'date-time') return fc.constant('2026-03-01T10:00:00Z')
      return fc.string({ maxLength: Math.min(schema.maxLength ?? 20, 60) + 1 })
  }
}

test('checks find what compiled validators find, in every message', () => {
  const one = fc
    .constantFrom(...names)
    .chain((name) => payloadOf(definitions[name]!).map((value) => ({ name, value })))
  const verdicts = { well: 0, faulty: 0 }
  fc.assert(
    fc.property(one, ({ name, value }) => {
      const payload: unknown = JSON.parse(JSON.stringify(value))
      const [compiled, checked] = [messages[name]!, checks[name]!]
      expect(checked(payload)).toBe(compiled(payload))
      verdicts[checked.errors ? 'faulty' : 'well'] += 1
      const lines = (faults: typeof checked.errors) =>
        (faults ?? [])
          .map(
            ({ instancePath, keyword, params }) =>
              `${instancePath} ${keyword} ${JSON.stringify({ ...params, comparison: undefined })}`,
          )
          .sort()
      expect(lines(checked.errors)).toEqual(lines(compiled.errors))
    }),
    { numRuns: 3000 },
  )
  expect(verdicts.well).toBeGreaterThan(300)
  expect(verdicts.faulty).toBeGreaterThan(300)
})

test('what has no definition has no check, whatever its name', () => {
  expect(checks.constructor).toBeUndefined()
  expect(checks.Heartbeat?.({})).toBe(true)
  expect(checks.Heartbeat?.(null)).toBe(false)
})

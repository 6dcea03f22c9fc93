import { expect, test } from 'vitest'
import { faultsOf, type JsonSchema, leastOf, objectOf } from './schema.ts'

const schema: JsonSchema = {
  type: 'object',
  required: ['connectorId', 'profile'],
  additionalProperties: false,
  properties: {
    connectorId: { type: 'integer', minimum: 0 },
    note: { type: 'string', maxLength: 3 },
    profile: {
      type: 'object',
      required: ['unit', 'periods', 'from'],
      properties: {
        unit: { type: 'string', enum: ['A', 'W'] },
        from: { type: 'string', format: 'date-time' },
        periods: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { limit: { type: 'number', multipleOf: 0.1 } } },
        },
      },
    },
  },
}
const now = new Date('2026-03-05T10:00:00Z')

test('the least payload fits', () => {
  const least = leastOf(schema, now)
  expect(least).toEqual({
    connectorId: 0,
    profile: { unit: 'A', periods: [{}], from: '2026-03-05T10:00:00.000Z' },
  })
  expect(faultsOf(schema, least)).toEqual([])
})

test('the least number is not below zero, whatever its bounds allow', () => {
  const numberOf = (bounds: object) => leastOf({ type: 'integer', ...bounds })
  expect([numberOf({}), numberOf({ minimum: -5 }), numberOf({ minimum: 3 })]).toEqual([0, 0, 3])
})

test('every fault has its path', () => {
  const payload = {
    connectorId: 1.5,
    note: 'long',
    more: 1,
    profile: { unit: 'V', periods: [{ limit: 8.15 }, { limit: 8.1 }] },
  }
  expect(faultsOf(schema, payload).map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
    'connectorId type',
    'note maxLength',
    ' additionalProperties',
    'profile required',
    'profile.unit enum',
    'profile.periods.0.limit multipleOf',
  ])
})

test('only an object is a payload', () => {
  expect(objectOf('{"type":"Soft"}')).toEqual({ type: 'Soft' })
  for (const text of ['', '[1]', 'null', '"x"', '{"a":}']) expect(objectOf(text)).toBeNull()
})

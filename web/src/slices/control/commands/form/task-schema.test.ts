import { expect, test } from 'vitest'
import { filledIn, schemaOf } from './task-schema.ts'

test('inputs of a task have the choices and the bounds of the contract', () => {
  expect(schemaOf('reserve', 'minutes')).toEqual({ type: 'integer', minimum: 1, maximum: 1440 })
  expect(schemaOf('limit', 'limit')).toEqual({ type: 'number', minimum: 0, maximum: 1_000_000 })
  expect(schemaOf('limit', 'duration_minutes')).toMatchObject({ type: 'integer', maximum: 43_200 })
  expect(schemaOf('limit', 'unit')).toEqual({ enum: ['A', 'W'] })
  expect(schemaOf('watch', 'charging')).toEqual({ type: 'boolean' })
  expect(schemaOf('reserve', 'token')).toEqual({ type: 'string', maxLength: 20 })
})

test('an empty optional field is left out, an empty required one is sent', () => {
  const values = { component: ' ', name: 'WebSocketPingInterval', value: '' }
  expect(filledIn('configure', values)).toEqual({
    task: 'configure',
    name: 'WebSocketPingInterval',
    value: '',
  })
})

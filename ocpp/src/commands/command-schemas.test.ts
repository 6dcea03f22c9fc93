import { expect, test } from 'vitest'
import { protocols } from '../protocol.ts'
import { versions } from '../versions.ts'
import { commandFaults, commandSchemas, stationActions } from './command-schemas.ts'
import { templateNames } from './templates.ts'

test.each(protocols)('the schemas of %s are those of its commands, whole', (protocol) => {
  const schemas = commandSchemas(protocol)
  expect(schemas.map(({ action }) => action)).toEqual(Object.keys(versions[protocol].fromCentral).sort())
  expect(JSON.stringify(schemas)).not.toContain('$ref')
  for (const { action, schema } of schemas) expect(schema.type, action).toBe('object')
})

test('a required enum lists its words', () => {
  const reset = commandSchemas('ocpp2.0.1').find(({ action }) => action === 'Reset')
  expect(reset?.schema.required).toEqual(['type'])
  expect(reset?.schema.properties).toMatchObject({ type: { enum: ['Immediate', 'OnIdle'] } })
})

test.each(protocols)('each template of %s is a payload that fits its command', (protocol) => {
  const ready = commandSchemas(protocol).flatMap(({ action, templates }) =>
    templates.map(({ name, payload }) => ({ name, faults: commandFaults(protocol, action, payload) })),
  )
  expect(ready.map(({ name }) => name).sort()).toEqual([...templateNames].sort())
  expect(ready.filter(({ faults }) => faults?.length !== 0)).toEqual([])
})

test('each command says whether it may hurt', () => {
  const hurts = (action: string) =>
    commandSchemas('ocpp1.6').find((command) => command.action === action)?.hurts
  expect(['Reset', 'GetLog', 'ChangeConfiguration'].map(hurts)).toEqual([true, false, { setting: 'key' }])
})

test('the actions of stations are listed over all versions, once each', () => {
  expect(stationActions).toEqual([...new Set(stationActions)].sort())
  expect(stationActions).toEqual(expect.arrayContaining(['Heartbeat', 'StopTransaction', 'TransactionEvent']))
})

test('faults are listed one by one; an unknown command has none', () => {
  expect(commandFaults('ocpp1.6', 'Reset', { type: 'Soft' })).toEqual([])
  expect(commandFaults('ocpp1.6', 'Reset', { type: 'Warm' })).toMatchObject([
    { instancePath: '/type', keyword: 'enum', message: '/type: not one of the allowed values' },
  ])
  expect(commandFaults('ocpp1.6', 'Reset', {})).toMatchObject([{ keyword: 'required' }])
  expect(commandFaults('ocpp1.6', 'BootNotification', {})).toBeUndefined()
  expect(commandFaults('ocpp1.6', 'toString', {})).toBeUndefined()
})

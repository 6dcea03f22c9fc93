import { expect, test } from 'vitest'
import { type CommandName, commandNames, commandOf, type Draft, emptyDraft, nameOf } from './draft.ts'

const filled: Partial<Record<CommandName, Partial<Draft>>> = {
  configure: { setting: 'HeartbeatInterval', value: '60' },
  firmware: { location: 'https://files.example/fw.bin' },
  install_certificate: {
    certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  },
  message: { protocol: 'ocpp1.6', action: 'ClearCache', payload: {} },
}

test.each(commandNames)('%s is a command once it is filled in, and keeps its name', (name) => {
  const command = commandOf({ ...emptyDraft, ...filled[name], name })
  expect(command && nameOf(command)).toBe(name)
  if (filled[name]) expect(commandOf({ ...emptyDraft, name })).toBeNull()
})

test('nothing is none', () => {
  expect(commandOf(emptyDraft)).toBeNull()
  expect(commandOf({ ...emptyDraft, name: 'limit', limit: '' })).toBeNull()
})

test('a limit, its end and a message are of a place where one is told', () => {
  const at = (more: Partial<Draft>) => commandOf({ ...emptyDraft, name: 'limit', ...more })
  expect(at({ evse: 1, connector: 2 })).toMatchObject({ task: { evse: 1, connector: 2 } })
  expect(at({ evse: 2 })).not.toHaveProperty('task.connector')
  expect(at({ connector: 2 })).not.toHaveProperty('task.evse')
  expect(commandOf({ ...emptyDraft, name: 'clear_limit', evse: 2 })).toMatchObject({ task: { evse: 2 } })
  expect(commandOf({ ...emptyDraft, name: 'trigger', evse: 2 })).toMatchObject({ task: { evse: 2 } })
})

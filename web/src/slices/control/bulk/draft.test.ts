import { expect, test } from 'vitest'
import {
  type CommandName,
  commandNames,
  commandOf,
  type Draft,
  emptyDraft,
  nameOf,
  type TaskDraft,
} from './draft.ts'

const withTask = (task: Partial<TaskDraft>): Partial<Draft> => ({ task: { ...emptyDraft.task, ...task } })
const filled: Partial<Record<CommandName, Partial<Draft>>> = {
  configure: withTask({ name: 'HeartbeatInterval', value: '60' }),
  firmware: withTask({ location: 'https://files.example/fw.bin' }),
  install_certificate: withTask({
    certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  }),
  message: { protocol: 'ocpp1.6', action: 'ClearCache', payload: {} },
}

test.each(commandNames)('%s is a command once it is filled in, and keeps its name', (name) => {
  const command = commandOf({ ...emptyDraft, ...filled[name], name })
  expect(command && nameOf(command)).toBe(name)
  if (filled[name]) expect(commandOf({ ...emptyDraft, name })).toBeNull()
})

test('an empty draft is no command', () => {
  expect(commandOf(emptyDraft)).toBeNull()
  expect(commandOf({ ...emptyDraft, name: 'limit', ...withTask({ limit: '' }) })).toBeNull()
})

test('a limit, its removal and a message go to a place where one is given', () => {
  const at = (place: Partial<TaskDraft>, name: CommandName = 'limit') =>
    commandOf({ ...emptyDraft, name, ...withTask(place) })
  expect(at({ evse: 1, connector: 2 })).toMatchObject({ task: { evse: 1, connector: 2 } })
  expect(at({ evse: 2 })).not.toHaveProperty('task.connector')
  expect(at({ connector: 2 })).not.toHaveProperty('task.evse')
  expect(at({ evse: 2 }, 'clear_limit')).toMatchObject({ task: { evse: 2 } })
  expect(at({ evse: 2 }, 'trigger')).toMatchObject({ task: { evse: 2 } })
})

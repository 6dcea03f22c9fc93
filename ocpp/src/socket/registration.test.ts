import { describe, expect, test } from 'vitest'
import type { Registration } from '../station-event.ts'
import { versions } from '../versions.ts'
import { mayReceive, messageRequestedBy, treatmentOf } from './registration.ts'

const kept = new Set([
  'StartTransaction',
  'StopTransaction',
  'MeterValues',
  'TransactionEvent',
  'NotifySettlement',
])

describe.each(Object.values(versions))('a station that is not accepted ($protocol)', (version) => {
  const actions = [...Object.keys(version.fromStation), 'NoSuchAction']
  const treated = (registration: Registration, requested: string[], action: string) =>
    treatmentOf(version, { registration, requested: new Set(requested) }, action)

  test.each(actions)('says %s', (action) => {
    const unasked = action === 'BootNotification' ? 'accepted' : kept.has(action) ? 'kept' : 'refused'
    expect(treated('Accepted', [], action)).toBe('accepted')
    expect(treated('Pending', [], action)).toBe(unasked)
    expect(treated('Rejected', [], action)).toBe(unasked)
    expect(treated('Pending', [action], action)).toBe('accepted')
    expect(treated('Rejected', [action], action)).toBe(unasked)
  })

  test.each(Object.keys(version.fromCentral))('may receive %s', (action) => {
    const moves = /^(Remote|Request)(Start|Stop)Transaction$/.test(action)
    const call = { action, payload: {} }
    expect(mayReceive(version, 'Accepted', call)).toBe(true)
    expect(mayReceive(version, 'Pending', call)).toBe(!moves)
    expect(mayReceive(version, 'Rejected', call)).toBe(false)
    expect(mayReceive(version, 'Pending', { action: 'NoSuchAction', payload: {} })).toBe(true)
  })
})

test.each([
  ['TriggerMessage', { requestedMessage: 'StatusNotification' }, 'StatusNotification'],
  ['ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' }, 'SignCertificate'],
  ['GetBaseReport', { requestId: 1 }, 'NotifyReport'],
  ['GetReport', { requestId: 1 }, 'NotifyReport'],
  ['GetVariables', {}, null],
  ['GetVariables', { requestedMessage: 'Heartbeat' }, null],
  ['TriggerMessage', {}, null],
])('%s %j asks for %s', (action, payload, message) => {
  expect(messageRequestedBy({ action, payload })).toBe(message)
})

import { describe, expect, test } from 'vitest'
import type { Registration } from '../station-event.ts'
import { versions } from '../versions.ts'
import { askedFor, mayBeTold, treatmentOf } from './registration.ts'

const energy = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'])

describe.each(Object.values(versions))('a station that is not accepted ($protocol)', (version) => {
  const actions = [...Object.keys(version.fromStation), 'NoSuchAction']
  const treated = (registration: Registration, asked: string[], action: string) =>
    treatmentOf(version, { registration, asked: new Set(asked) }, action)

  test.each(actions)('says %s', (action) => {
    const unasked = action === 'BootNotification' ? 'taken' : energy.has(action) ? 'kept' : 'refused'
    expect(treated('Accepted', [], action)).toBe('taken')
    expect(treated('Pending', [], action)).toBe(unasked)
    expect(treated('Rejected', [], action)).toBe(unasked)
    expect(treated('Pending', [action], action)).toBe('taken')
    expect(treated('Rejected', [action], action)).toBe(unasked)
  })

  test.each(Object.keys(version.fromCentral))('is told %s', (action) => {
    const moves = /^(Remote|Request)(Start|Stop)Transaction$/.test(action)
    const call = { action, payload: {} }
    expect(mayBeTold(version, 'Accepted', call)).toBe(true)
    expect(mayBeTold(version, 'Pending', call)).toBe(!moves)
    expect(mayBeTold(version, 'Rejected', call)).toBe(false)
    expect(mayBeTold(version, 'Pending', { action: 'NoSuchAction', payload: {} })).toBe(true)
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
  expect(askedFor({ action, payload })).toBe(message)
})

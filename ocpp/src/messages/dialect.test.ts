import { expect, test } from 'vitest'
import { inTurn } from '../commands/commanding.ts'
import type { Answered, CommandOutcome, SingleCommand } from '../station-command.ts'
import { versions } from '../versions.ts'
import { frameBytesOf, passwordReadings, readSettings, wordOf } from './dialect.ts'

const [v16, v201] = [versions['ocpp1.6'], versions['ocpp2.0.1']]

test('a password is set as it is shown, in 1.6 by the digits of its bytes', () => {
  const password = 'Qwertz23456789abcdef'
  const digits = Buffer.from(password).toString('hex')
  expect(v16.writeCommand({ type: 'password', password })).toMatchObject({
    action: 'ChangeConfiguration',
    payload: { key: 'AuthorizationKey', value: digits },
  })
  expect(passwordReadings('ocpp1.6', password)).toEqual([Buffer.from(password), Buffer.from(digits)])
  expect(v201.writeCommand({ type: 'password', password })).toMatchObject({
    action: 'SetVariables',
    payload: { setVariableData: [{ attributeValue: password, variable: { name: 'BasicAuthPassword' } }] },
  })
  expect(passwordReadings('ocpp2.0.1', password)).toEqual([Buffer.from(password)])
})

const answered = (payload: object = {}): Answered => ({
  kind: 'answered',
  accepted: true,
  status: 'Accepted',
  findings: {},
  effect: null,
  payload: payload as Record<string, unknown>,
})
const raise = { type: 'raise_profile', securityProfile: 2, url: 'wss://csms.example/ocpp' } as const

async function raised(protocol: 'ocpp1.6' | 'ocpp2.0.1', answers: CommandOutcome[]) {
  const sent: SingleCommand[] = []
  const outcome = await inTurn(versions[protocol].raiseProfile(raise), async (command) => {
    sent.push(command)
    return answers[sent.length - 1] ?? answered()
  })
  return { outcome, sent }
}

test('in 1.6 a higher security profile is one setting', async () => {
  const { sent } = await raised('ocpp1.6', [])
  expect(sent).toEqual([{ type: 'configure', name: 'SecurityProfile', value: '2' }])
})

test('in 1.6 another address is a key of the model and a restart, and nothing where nobody knows the key', async () => {
  const move = { type: 'move', securityProfile: 2, url: raise.url } as const
  expect(versions['ocpp1.6'].move(move)).toHaveProperty('unsupported')
  const steps = versions['ocpp1.6'].move({ ...move, key: 'BackendUrl' })
  expect([...(steps as Iterable<SingleCommand>)]).toEqual([
    { type: 'configure', name: 'BackendUrl', value: raise.url },
    { type: 'reset', whenIdle: true },
  ])
})

test('in 2.0.1 a free slot takes the new connection and goes before those that are there', async () => {
  const slots = answered({ getVariableResult: [{ attributeValue: '1,3' }] })
  const { sent, outcome } = await raised('ocpp2.0.1', [slots])
  expect(outcome).toMatchObject({ accepted: true })
  expect(sent).toMatchObject([
    { type: 'raw', action: 'GetVariables' },
    { type: 'raw', action: 'SetNetworkProfile', payload: { configurationSlot: 2 } },
    { type: 'configure', name: 'NetworkConfigurationPriority', value: '2,1,3' },
    { type: 'reset', whenIdle: true },
  ])
})

test.each([
  { ...answered(), accepted: false, status: 'Rejected' },
  { kind: 'disconnected' } as const,
])('nothing follows a step that ends %j', async (refusal) => {
  const { sent, outcome } = await raised('ocpp2.0.1', [answered(), refusal])
  expect(sent).toHaveLength(2)
  expect(outcome).toEqual(refusal)
})

test('the answer to a setting is read where the version puts it', () => {
  const configure = { type: 'configure', component: 'A', name: 'B', value: 'c' } as const
  const payload = { setVariableResult: [{ attributeStatus: 'RebootRequired' }] }
  expect(v201.readAnswer(configure, payload)).toEqual({ status: 'RebootRequired' })
  expect(v16.readAnswer(configure, { status: 'Rejected' })).toEqual({})
})

test('a stop of a transaction that the station does not have has a finding of its own', () => {
  const stop = { type: 'stop', transactionId: '1' } as const
  const refused = { status: 'Rejected', statusInfo: { reasonCode: 'TxNotFound' } }
  expect(v201.readAnswer(stop, refused)).toEqual({ transactionUnknown: true })
  expect(v201.readAnswer(stop, { status: 'Rejected' })).toEqual({})
})

test('settings read alike in both versions', () => {
  const set = (name: string, value: string, component?: string) => ({
    name,
    value,
    readonly: true,
    ...(component ? { component } : {}),
  })
  const old = [set('ConnectionTimeOut', '60'), set('SendLocalListMaxLength', '10')]
  const young = [
    set('EVConnectionTimeOut', '60', 'TxCtrlr'),
    set('ItemsPerMessage.SendLocalList', '10', 'LocalAuthListCtrlr'),
  ]
  const reading = { connectionTimeoutSeconds: 60, list: { entriesPerMessage: 10 } }
  expect(readSettings('ocpp1.6', old)).toEqual(reading)
  expect(readSettings('ocpp2.0.1', young)).toEqual(reading)
})

test.each([
  [{ status: 'Rejected' }, 'Rejected'],
  [{ idTagInfo: { status: 'Blocked' } }, 'Blocked'],
  [{ idTokenInfo: { status: 'Invalid' } }, 'Invalid'],
  [{ status: 1 }, null],
  [{}, null],
  [null, null],
  ['text', null],
])('the word of %j is %j', (payload, word) => expect(wordOf(payload)).toBe(word))

test('a command is as long as its frame', () => {
  const frame = JSON.stringify([2, '#'.repeat(36), 'ClearCache', {}])
  expect(frameBytesOf('ocpp1.6', { type: 'clear_cache' })).toBe(Buffer.byteLength(frame))
  expect(frameBytesOf('ocpp1.6', { type: 'stop', transactionId: 'T' })).toBe(0)
})

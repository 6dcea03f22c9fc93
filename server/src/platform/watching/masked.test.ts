import { describe, expect, test } from 'vitest'
import { isSecret, masked, maskedFrame } from './masked.ts'

describe('a setting', () => {
  test.each([
    'AuthorizationKey',
    'BasicAuthPassword',
    'wifi_passwd',
    'KeyPassphrase',
    'clientSecret',
    'AuthToken',
    'vendor.api-key',
    'API_KEY',
    'WPA2-PSK',
    'MqttCredential',
    'private_key',
    'SimPin',
    'SimPin2',
    'PINCODE',
  ])('%s is a secret', (name) => expect(isSecret(name)).toBe(true))

  test.each([
    'WebSocketPingInterval',
    'MeterValueSampleInterval',
    'PinpadEnabled',
    'Author',
    'ApiUrl',
    'KeyCount',
    '',
  ])('"%s" is none', (name) => expect(isSecret(name)).toBe(false))
})

describe('a payload is kept', () => {
  test.each<[string, unknown, unknown]>([
    [
      'without the value of a key of 1.6',
      { key: 'AuthToken', value: 'a' },
      { key: 'AuthToken', value: '***' },
    ],
    [
      'with that of another',
      { key: 'HeartbeatInterval', value: '5' },
      { key: 'HeartbeatInterval', value: '5' },
    ],
    [
      'without the value of a variable of 2.0.1',
      { setVariableData: [{ component: { name: 'C' }, variable: { name: 'WifiPsk' }, attributeValue: 'a' }] },
      {
        setVariableData: [{ component: { name: 'C' }, variable: { name: 'WifiPsk' }, attributeValue: '***' }],
      },
    ],
    [
      'without its attributes in a report',
      { reportData: [{ variable: { name: 'ApiKey' }, variableAttribute: [{ type: 'Actual', value: 'a' }] }] },
      {
        reportData: [{ variable: { name: 'ApiKey' }, variableAttribute: [{ type: 'Actual', value: '***' }] }],
      },
    ],
    [
      'without the value of a task',
      { task: 'configure', name: 'Credential', value: 'a' },
      { task: 'configure', name: 'Credential', value: '***' },
    ],
    [
      'without what is a secret by its own name, whatever its type',
      { apn: { apn: 'net', simPin: 1234, apnPassword: 'a' }, accessToken: 'b', pin: null },
      { apn: { apn: 'net', simPin: '***', apnPassword: '***' }, accessToken: '***', pin: null },
    ],
    [
      "without a VPN's key",
      { vpn: { server: 's', user: 'u', password: 'a', key: 'b' } },
      { vpn: { server: 's', user: 'u', password: '***', key: '***' } },
    ],
    [
      'with the numbers of cards',
      { idToken: { idToken: 'AB12', type: 'ISO14443' }, groupIdToken: { idToken: 'G' }, token: 'AB12' },
      { idToken: { idToken: 'AB12', type: 'ISO14443' }, groupIdToken: { idToken: 'G' }, token: 'AB12' },
    ],
    [
      "without a URL's log-in",
      { location: 'ftp://anna:a@files.example/up' },
      { location: 'ftp://***@files.example/up' },
    ],
  ])('%s', (_how, payload, kept) => expect(masked(payload)).toEqual(kept))
})

describe('a frame is kept', () => {
  const answer = '[3,"1",{"configurationKey":[{"key":"SimPin","value":"1234"},{"key":"A","value":"b"}]}]'

  test('without the secrets that a station reports in its settings', () =>
    expect(maskedFrame('GetConfiguration', answer)).toBe(answer.replace('1234', '***')))

  test.each([
    ['as it came where nothing is a secret', 'GetConfiguration', '[3, "1", {"configurationKey": []}]'],
    ['as it came where it cannot be read', 'SetVariables', '[2,"1","SetVariables",{"password":'],
    ['as it came of other actions', 'Authorize', '[2,"1","Authorize",{"password":"a"}]'],
    ['as it came where no action is known', null, '[3,"1",{"password":"a"}]'],
  ])('%s', (_how, action, frame) => expect(maskedFrame(action, frame)).toBe(frame))
})

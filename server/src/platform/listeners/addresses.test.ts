import { expect, test } from 'vitest'
import { testConfig } from '../general/testing.ts'
import { Addresses } from './addresses.ts'

const at = (env: Record<string, string>) => Object.assign(new Addresses(testConfig(env)), { port: 3000 })

test('without PUBLIC_URL people reach the server where it listens', () => {
  expect(at({ HOST: '0.0.0.0' })).toMatchObject({
    local: 'http://127.0.0.1:3000',
    base: 'http://127.0.0.1:3000',
    secure: null,
  })
})

test('PUBLIC_URL is believed, and stations connect over TLS where people do', () => {
  expect(at({ HOST: '127.0.0.1', PUBLIC_URL: 'https://csms.example:8443' })).toMatchObject({
    local: 'http://127.0.0.1:3000',
    base: 'https://csms.example:8443',
    secure: 'wss://csms.example:8443/ocpp',
  })
})

test('a door of our own for stations over TLS comes before a proxy', () => {
  const addresses = at({ PUBLIC_URL: 'https://csms.example:8443' })
  addresses.tlsPort = 9443
  expect(addresses.secure).toBe('wss://csms.example:9443/ocpp')
})

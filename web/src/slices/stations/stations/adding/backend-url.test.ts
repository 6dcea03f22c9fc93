import { expect, test } from 'vitest'
import { backendUrl, isLocal } from './backend-url.ts'
import { phaseOf } from './phase.ts'

test('the backend URL is the one that the server names, else that of the page', () => {
  const page = { protocol: 'https:', host: 'charge.example:8443' }
  expect(backendUrl('wss://ocpp.example/ocpp', page)).toBe('wss://ocpp.example/ocpp')
  expect(backendUrl(null, page)).toBe('wss://charge.example:8443/ocpp')
  expect(backendUrl(null, { protocol: 'http:', host: '127.0.0.1:8080' })).toBe('ws://127.0.0.1:8080/ocpp')
})

test('addresses of this computer are of no use to a station', () => {
  expect(['ws://127.0.0.1:8080/ocpp', 'ws://localhost/ocpp', 'ws://[::1]:1/ocpp'].map(isLocal)).toEqual([
    true,
    true,
    true,
  ])
  expect(isLocal('wss://charge.example/ocpp')).toBe(false)
})

test('a new station is waited for, connects, and is accepted; later it may be away', () => {
  expect(phaseOf({ online: false, configured: false })).toBe('waiting')
  expect(phaseOf({ online: true, configured: false })).toBe('connected')
  expect(phaseOf({ online: true, configured: true })).toBe('accepted')
  expect(phaseOf({ online: false, configured: true })).toBe('away')
})

import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { readNetworks } from '../../listeners/proxies.ts'
import { ForbiddenTarget, mayCall, targetOf } from './targets.ts'

const nowhere = { privateNetworks: new BlockList() }
const ofOurs = { privateNetworks: readNetworks('loopback, 10.1.0.0/16') ?? new BlockList() }

test.each([
  ['https://127.0.0.1/ocpi'],
  ['https://127.1/ocpi'],
  ['https://2130706433/'],
  ['https://0x7f.0.0.1/'],
  ['https://0/'],
  ['https://10.0.0.1/'],
  ['https://100.64.0.1/'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://172.16.0.1/'],
  ['https://172.31.255.255/'],
  ['https://192.168.1.1/'],
  ['https://198.18.0.1/'],
  ['https://224.0.0.1/'],
  ['https://255.255.255.255/'],
  ['https://[::1]/'],
  ['https://[::]/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[::ffff:a9fe:a9fe]/'],
  ['https://[fd00::1]/'],
  ['https://[fe80::1]/'],
  ['https://[64:ff9b::a00:1]/'],
  ['https://[2002:7f00:1::]/'],
  ['file:///etc/passwd'],
  ['gopher://example.com/'],
  ['https://user:pass@example.com/'],
  ['https://user@example.com/'],
  ['/ocpi/versions'],
  [''],
])('%s is not called', (url) => {
  expect(() => targetOf(url, nowhere)).toThrow(ForbiddenTarget)
})

test.each([
  ['https://93.184.216.34/ocpi'],
  ['https://172.15.255.255/'],
  ['https://172.32.0.0/'],
  ['https://[2a00:1450::1]/'],
  ['https://partner.example/ocpi/versions'],
])('%s is called', (url) => {
  expect(targetOf(url, nowhere).href).toBe(url)
})

test('a network that the operator allows is called, and no other beside it', () => {
  expect(mayCall('10.1.255.255', ofOurs, false)).toBe(true)
  expect(mayCall('10.2.0.0', ofOurs, false)).toBe(false)
  expect(mayCall('127.0.0.1', ofOurs, false)).toBe(true)
  expect(mayCall('::1', ofOurs, false)).toBe(true)
  expect(mayCall('::ffff:127.0.0.1', ofOurs, false)).toBe(true)
})

test('without TLS the operator’s own networks alone are called', () => {
  expect(mayCall('93.184.216.34', ofOurs, true)).toBe(false)
  expect(mayCall('10.1.0.1', ofOurs, true)).toBe(true)
  const signed = { ...nowhere, plainToPublic: true } as const
  expect(mayCall('93.184.216.34', signed, true)).toBe(true)
  for (const address of ['10.1.0.1', '127.0.0.1', '169.254.169.254', '::1'])
    expect(mayCall(address, signed, true)).toBe(false)
  expect(() => targetOf('http://93.184.216.34/', nowhere)).toThrow(ForbiddenTarget)
  expect(targetOf('http://127.0.0.1:80/ocpi', ofOurs).href).toBe('http://127.0.0.1/ocpi')
})

test('what is no address is not called', () => {
  expect(mayCall('partner.example', ofOurs, false)).toBe(false)
})

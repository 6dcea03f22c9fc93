import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { networkOf, Proxies } from './proxies.ts'

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}, tls = false) => {
  const socket = tls
    ? Object.create(TLSSocket.prototype, { remoteAddress: { value: remoteAddress } })
    : { remoteAddress }
  return { socket, headers } as unknown as IncomingMessage
}
const from = (proxies: string, socket: string, forwarded?: string, tls = false) =>
  Proxies.read(proxies)!.addressOf(
    request(socket, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, tls),
  )

const [client, forged, outer, inner] = ['198.51.100.7', '8.8.8.8', '203.0.113.5', '10.0.0.5'] as const

describe('an address', () => {
  test('is the socket’s where no proxy is known of, whatever is said', () => {
    for (const none of ['0', 'false']) expect(from(none, client, forged)).toBe(client)
    expect(Proxies.unconfigured.addressOf(request(client, { 'x-forwarded-for': forged }))).toBe(client)
  })

  test.each([
    ['1', 'the last that the one proxy added', `${forged}, ${client}`, client],
    ['2', 'the one before, with two', `${forged}, ${client}, ${outer}`, client],
    ['3', 'what there is, with fewer than counted', `${client}, ${outer}`, client],
    ['1', 'the proxy’s, where it adds nothing', undefined, inner],
    ['1', 'the proxy’s, where it adds an empty one', '', inner],
  ])('by a count of %s is %s', (count, _what, forwarded, address) => {
    expect(from(count, inner, forwarded)).toBe(address)
  })

  test.each([
    ['10.0.0.0/8', 'the first that is none of ours, from the right', `${forged}, ${client}`, client],
    ['uniquelocal, 203.0.113.5', 'beyond each of ours', `${forged}, ${client}, ${outer}`, client],
    ['10.0.0.5,203.0.113.0/24', 'beyond each of ours', `${client},${outer} ,10.0.0.5`, client],
    ['10.0.0.5', 'the outer proxy’s, which nobody has named', `${client}, ${outer}`, outer],
    ['10.0.0.0/8', 'of a client inside our own network', '10.1.2.3', '10.1.2.3'],
    ['192.0.2.1', 'the socket’s, of somebody who goes round the proxy', forged, inner],
  ])('by the networks %s is %s', (networks, _what, forwarded, address) => {
    expect(from(networks, inner, forwarded)).toBe(address)
  })

  test.each([
    ['198.51.100.7:50312', client],
    ['"198.51.100.7:50312"', client],
    ['::ffff:198.51.100.7', client],
    ['::FFFF:198.51.100.7', client],
    ['[::ffff:198.51.100.7]:443', client],
    ['2001:DB8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ...['unknown', '_hidden', '198.51.100', '198.51.100.7.8', "' or 1=1", '[', '9'.repeat(5000)].map(
      (garbage): [string, string] => [garbage, inner],
    ),
  ])('written as %s is read, or the proxy stands for it', (written, address) => {
    expect(from('1', inner, `${forged}, ${written}`)).toBe(address)
  })

  test('of a proxy is known in each way of writing it', () => {
    expect(from('10.0.0.0/8', '::ffff:10.0.0.5', client)).toBe(client)
    expect(from('::ffff:10.0.0.5', '10.0.0.5', client)).toBe(client)
    expect(from('2001:db8:1::/48', '2001:DB8:1::9', client)).toBe(client)
    expect(from('2001:db8:1::/48', '2001:db8:2::9', client)).toBe('2001:db8:2::9')
    expect(from('loopback', '::1', client)).toBe(client)
    expect(from('linklocal', 'fe80::1%eth0', client)).toBe(client)
  })

  test('at a door that ends TLS itself is the socket’s, unless a proxy is known by its address', () => {
    expect(from('1', client, forged, true)).toBe(client)
    expect(from('10.0.0.5', inner, client, true)).toBe(client)
  })

  test('of an ended socket is empty', () => {
    expect(Proxies.read('1')!.addressOf(request(undefined, { 'x-forwarded-for': forged }))).toBe('')
  })
})

test.each([
  ['1', inner, 'https', true],
  ['1', inner, 'http', false],
  ['1', inner, 'https, http', false],
  ['1', inner, 'http, HTTPS', true],
  ['0', inner, 'https', false],
  ['10.0.0.5', inner, 'https', true],
  ['10.0.0.5', client, 'https', false],
])('with proxies %s a socket of %s that says %s is over TLS: %s', (proxies, socket, proto, is) => {
  expect(Proxies.read(proxies)!.overTls(request(socket, { 'x-forwarded-proto': proto }))).toBe(is)
})

test('a socket of our own TLS door is over TLS', () => {
  expect(Proxies.unconfigured.overTls(request(client, {}, true))).toBe(true)
})

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

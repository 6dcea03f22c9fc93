import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openProvider } from './provider.ts'

/** An authorization server and a provider behind it, as theirs are. */
const calls: string[] = []
let url = ''
/** tokens that the provider takes */
let taken = new Set<string>()
let given = 0
let expiresIn: number | undefined = 600
const server = createServer((request, response) => {
  const { url: path = '', headers } = request
  calls.push(`${path} ${headers.authorization ?? ''}`)
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    if (path === '/oauth/token') {
      const basic = Buffer.from('client%3A1:s%2Fcret').toString('base64')
      const right = headers.authorization === `Basic ${basic}` && body === 'grant_type=client_credentials'
      given += 1
      taken.add(`token-${given}`)
      response.writeHead(right ? 200 : 401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ access_token: `token-${given}`, token_type: 'Bearer', expires_in: expiresIn }),
      )
      return
    }
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    response.writeHead(taken.has(bearer) ? 200 : 401).end('MIIB')
  })
})
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))
beforeEach(() => {
  calls.length = 0
  taken = new Set()
  given = 0
  expiresIn = 600
})

let now = new Date('2026-03-01T12:00:00Z')
const provider = (secret = 's/cret') =>
  openProvider(
    { url, token: null, client: { tokenUrl: `${url}/oauth/token`, id: 'client:1', secret } },
    { now: () => now },
  )
const tokensRequested = () => calls.filter((call) => call.startsWith('/oauth/token')).length

test('a token is requested once, and again shortly before its end', async () => {
  const one = provider()
  expect(await one.authorities()).toBe('MIIB')
  await one.authorities()
  expect(tokensRequested()).toBe(1)
  now = new Date(now.getTime() + 569_000)
  await one.authorities()
  expect(tokensRequested()).toBe(1)
  now = new Date(now.getTime() + 2_000)
  await one.authorities()
  expect(tokensRequested()).toBe(2)
  expect(calls.at(-1)).toBe('/.well-known/cpo/cacerts Bearer token-2')
})

test('a token without an end holds for five minutes, one that is withdrawn is replaced once', async () => {
  expiresIn = undefined
  const one = provider()
  await one.authorities()
  taken.delete('token-1')
  expect(await one.authorities()).toBe('MIIB')
  expect(tokensRequested()).toBe(2)
  now = new Date(now.getTime() + 271_000)
  await one.authorities()
  expect(tokensRequested()).toBe(3)
})

test('a client that is refused gets nothing, and the provider is not called', async () => {
  await expect(provider('wrong').authorities()).rejects.toThrow('authorization server answered 401')
  expect(calls).toHaveLength(1)
})

import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readNetworks } from '../../listeners/proxies.ts'
import { type OutgoingFault, type OutgoingRequest, sendOutgoing } from './send.ts'

const loopback = { privateNetworks: readNetworks('loopback') ?? new BlockList() }
const nowhere = { privateNetworks: new BlockList() }

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = (url: string, more: Partial<OutgoingRequest> = {}, reach = loopback) =>
  sendOutgoing({ method: 'GET', url, headers: {}, timeoutMs: 60_000, bytesMost: 1000, ...more }, reach)
const faultOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'none',
    (error: OutgoingFault) => error.kind,
  )

test('what is sent arrives, and what is answered comes back', async () => {
  const url = await aServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      response.writeHead(201, { 'x-of': request.headers['x-of'] })
      response.end(`${request.method} ${request.url} ${text}`)
    })
  })
  const answer = await send(`${url}/a?b=c`, { method: 'PUT', headers: { 'x-of': 'us' }, body: '{"ä":1}' })
  expect(answer).toMatchObject({ status: 201, text: 'PUT /a?b=c {"ä":1}', headers: { 'x-of': 'us' } })
})

test('an answer is read up to its bound, and no byte further', async () => {
  const url = await aServer((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))))
  for (const bytes of [999, 1000]) expect((await send(`${url}/${bytes}`)).text).toHaveLength(bytes)
  expect(await faultOf(send(`${url}/1001`))).toBe('too_large')
})

test('an answer without an end is given up', async () => {
  const url = await aServer((_request, response) => {
    const more = () => response.write('x'.repeat(10_000), more)
    more()
  })
  expect(await faultOf(send(url))).toBe('too_large')
})

test('a server that hangs, before its answer or in the middle of it, is given up', async () => {
  const silent = await aServer(() => undefined)
  expect(await faultOf(send(silent, { timeoutMs: 50 }))).toBe('timeout')
  const half = await aServer((_request, response) => response.write('half'))
  expect(await faultOf(send(half, { timeoutMs: 300 }))).toBe('timeout')
})

test('a connection that ends without an answer is told from one that was never there', async () => {
  const broken = await aServer((request) => request.socket.destroy())
  expect(await faultOf(send(broken))).toBe('broken')
  const gone = await aServer(() => undefined)
  await new Promise((closed) => servers.pop()?.close(closed))
  expect(await faultOf(send(gone))).toBe('unreachable')
})

test('a redirect is followed for reading within the same server', async () => {
  const url = await aServer((request, response) =>
    request.url === '/versions'
      ? response.writeHead(301, { location: '/versions/' }).end()
      : response.end(`${request.method} ${request.url}`),
  )
  expect((await send(`${url}/versions`)).text).toBe('GET /versions/')
  expect(await faultOf(send(`${url}/versions`, { method: 'POST', body: '{}' }))).toBe('redirected')
})

test('a redirect to another server, and one without an end, is not followed', async () => {
  let calls = 0
  const other = await aServer((_request, response) => {
    calls += 1
    response.end()
  })
  const url = await aServer((_request, response) => response.writeHead(302, { location: other }).end())
  expect(await faultOf(send(url))).toBe('redirected')
  expect(calls).toBe(0)
  const round = await aServer((_request, response) => {
    calls += 1
    response.writeHead(302, { location: '/' }).end()
  })
  expect(await faultOf(send(round))).toBe('redirected')
  expect(calls).toBe(4)
})

test('an address and a name of a private network are not called unless the operator allows it', async () => {
  let calls = 0
  const url = await aServer((_request, response) => {
    calls += 1
    response.end()
  })
  const byName = url.replace('127.0.0.1', 'localhost')
  expect(await faultOf(send(url, {}, nowhere))).toBe('forbidden')
  expect(await faultOf(send(byName, {}, nowhere))).toBe('forbidden')
  expect(await faultOf(send(byName.replace('http:', 'https:'), {}, nowhere))).toBe('forbidden')
  expect(calls).toBe(0)
  expect((await send(byName)).status).toBe(200)
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../../platform/general/testing.ts'
import { secure } from '../../platform/http/security.ts'
import { serveWeb } from '../../platform/http/web.ts'
import { Office } from '../world/office.ts'

/** Headers of every answer. */
const everywhere = {
  'content-security-policy': expect.stringMatching(/default-src '(self|none)'.*frame-ancestors 'none'/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

describe('security headers', () => {
  let office: Office
  let port: number
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), { PUBLIC_URL: 'https://csms.example' })
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    port = (office.app.server.address() as { port: number }).port
  })
  afterAll(() => office.close())

  const answerTo = (options: InjectOptions) => office.app.inject(options)
  const bearer = async () => ({ authorization: `Bearer ${await office.tokenOf('administrator')}` })

  const requests: [string, InjectOptions][] = [
    ['data', { url: '/api/v1/help/config' }],
    ['a page or its absence', { url: '/privacy' }],
    ['a file that is not there', { url: '/assets/nothing.js' }],
    ['an unknown call', { url: '/api/v1/nothing' }],
    ['a call without a token', { url: '/api/v1/stations' }],
    ['a broken body', { method: 'POST', url: '/api/v1/auth/manager/log-in', payload: '{' }],
    ['a large body', { method: 'POST', url: '/api/v1/auth/manager/log-in', payload: 'x'.repeat(1_100_000) }],
    ['a broken address', { url: '/api/v1/%E0%A4%A' }],
    ['a broken query to GraphQL', { method: 'POST', url: '/api/graphql', payload: { query: '{' } }],
    ['health', { url: '/health/ready' }],
    ['metrics', { url: '/metrics' }],
    ['the documentation', { url: '/api/docs/' }],
    ['the OpenAPI document', { url: '/api/openapi.json' }],
  ]
  test.each(requests)('%s', async (_name, options) => {
    const { headers } = await answerTo({
      ...options,
      headers: { 'content-type': 'application/json' },
    })
    expect(headers).toMatchObject(everywhere)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*(unsafe|data:|\*)/)
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('the policy of pages lets in no inline script and no style attribute', async () => {
    const { headers } = await answerTo({ url: '/health/live' })
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src-attr 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy.split(';')).toContain(part)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
    })
  })

  test('a file of the pages is kept for good, and carries nothing that only pages heed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stationmaster-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'assets/page-1.js'), 'plain')
    writeFileSync(join(folder, 'assets/page-1.js.br'), brotliCompressSync('pressed'))
    const app = fastify()
    await secure(app, testConfig())
    await serveWeb(app, { publicUrl: 'https://csms.example', readiness: { ready: true }, folder })
    const page = await app.inject({ url: '/any/page' })
    expect(page.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-cache' })
    expect((await app.inject({ url: '/login?step=forgot' })).headers.link).toBe(
      '<https://csms.example/login>; rel="canonical"',
    )
    expect(page.headers).not.toHaveProperty('link')
    const file = await app.inject({ url: '/assets/page-1.js', headers: { 'accept-encoding': 'br' } })
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    })
    expect(file.headers).not.toHaveProperty('content-security-policy')
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe('pressed')
    expect((await app.inject({ url: '/assets/page-1.js' })).payload).toBe('plain')
    expect((await app.inject({ url: '/assets/gone-2.js' })).statusCode).toBe(404)
    await app.close()
  })

  test('before the pages are built visitors see a page to wait, and afterwards the pages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stationmaster-'))
    const readiness = { ready: false }
    const app = fastify()
    await serveWeb(app, { publicUrl: null, readiness, folder })
    const early = await app.inject({ url: '/dashboard', headers: { 'accept-language': 'de' } })
    expect(early).toMatchObject({ statusCode: 503, headers: { refresh: '1', 'retry-after': '1' } })
    writeFileSync(join(folder, 'index.html'), 'the page')
    expect((await app.inject({ url: '/dashboard' })).payload).toBe('the page')
    mkdirSync(join(folder, 'pages/de'), { recursive: true })
    writeFileSync(join(folder, 'pages/de/login.html'), 'die Seite')
    readiness.ready = true
    const drawn = await app.inject({ url: '/login', headers: { 'accept-language': 'de' } })
    expect(drawn.payload).toBe('die Seite')
    // only files of the build can be read, by no path any other
    for (const url of ['/pages/de/login.html', '/../package.json', '/%2e%2e/package.json'])
      expect((await app.inject({ url })).statusCode, url).toBe(404)
    const away = await app.inject({ url: '/login', headers: { cookie: 'stationmaster.language=../../..' } })
    expect(away.payload).toBe('the page')
    await app.close()
  })

  test('data is not cached on the way', async () => {
    for (const url of [
      '/api/v1/auth/manager',
      '/api/v1/stations',
      '/api/v1/nothing',
      '/api/v1/help/config',
    ]) {
      const { headers } = await answerTo({ url, headers: await bearer() })
      expect(headers['cache-control'], url).toBe('no-store')
    }
  })

  test('the live feed has them too', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/live`, { headers: await bearer() })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    await answer.body?.cancel()
  })

  test('invalid HTTP is refused in the same shape', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/9\r\nhost\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('"code":"request.invalid"')
  })
})

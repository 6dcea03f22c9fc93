import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { KeptAnswer } from './kept-answer.ts'

const kind = { type: 'text/plain; charset=utf-8', seconds: 1 }

async function ask(answer: KeptAnswer, headers: Record<string, string> = {}) {
  const app = fastify()
  app.get('/', (request, reply) => answer.send(request, reply))
  return app.inject({ url: '/', headers })
}

test.each([1, 100, 101, 250])('a text in %i parts is whole, plain and compressed', async (count) => {
  const parts = Array.from({ length: count }, (_, nth) => `${nth} ж;`)
  const answer = await KeptAnswer.ofParts(parts, { ...kind, mark: 'a' })
  expect((await ask(answer)).payload).toBe(parts.join(''))
  const { rawPayload } = await ask(answer, { 'accept-encoding': 'gzip' })
  expect(gunzipSync(rawPayload).toString()).toBe(parts.join(''))
})

test('an answer is the one before as long as its mark is, and who has that gets 304', async () => {
  const first = await KeptAnswer.ofParts(['at 12:00', 'a'], { ...kind, mark: 'a' })
  expect(await KeptAnswer.ofParts(['at 12:01', 'a'], { ...kind, mark: 'a' }, first)).toBe(first)
  const second = await KeptAnswer.ofParts(['at 12:02', 'b'], { ...kind, mark: 'b' }, first)
  expect((await ask(second)).payload).toBe('at 12:02b')
  const { etag } = (await ask(first)).headers
  expect((await ask(first, { 'if-none-match': `"x", ${etag}` })).statusCode).toBe(304)
  expect((await ask(second, { 'if-none-match': String(etag) })).statusCode).toBe(200)
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTime } from './in-time.ts'

/** Answers each byte after as many milliseconds as it says; it runs while the tests keep their own thread busy. */
const peer = new Worker(
  `const { createServer } = require('node:net')
   const { parentPort } = require('node:worker_threads')
   const server = createServer((socket) => {
     socket.on('data', ([ms]) => setTimeout(() => socket.write('x'), ms))
   }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
  { eval: true },
)
let socket: Socket
beforeAll(async () => {
  const [port] = await once(peer, 'message')
  socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
})
afterAll(async () => {
  socket.destroy()
  await peer.terminate()
})

const ask = (afterMs: number): Promise<unknown> => {
  socket.write(Buffer.of(afterMs))
  return once(socket, 'data')
}

const keepBusy = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('what has come while the process was busy is not late', { retry: 0 }, async () => {
  const answer = inTime(ask(20), 100)
  keepBusy(300)
  await expect(answer).resolves.toBeDefined()
})

test('an answer that has not come is late, and a failure is passed on unchanged', async () => {
  const answer = ask(250)
  await expect(inTime(answer, 50)).rejects.toThrow('no answer within 50 ms')
  await answer
  await expect(inTime(Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused')
})

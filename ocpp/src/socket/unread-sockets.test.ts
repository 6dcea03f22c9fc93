import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { aCentral, type CentralWorld, cordialReply, until } from '../testing.ts'

/** What pausing a socket does is seen on a real one. */
let world: CentralWorld
let socket: WebSocket
const received: unknown[][] = []
beforeEach(async () => {
  world = await aCentral({ mostWaitingCalls: 5 })
  received.length = 0
  socket = new WebSocket(`${world.url}/S`, ['ocpp1.6'], { perMessageDeflate: false })
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
})
afterEach(async () => {
  socket.terminate()
  await world.close()
})

test('calls that are sent without waiting are all answered, in their order', async () => {
  world.answer = async (call) => {
    await new Promise((resolve) => setImmediate(resolve))
    return call.result(cordialReply(call.event))
  }
  for (let id = 1; id <= 400; id++) socket.send(`[2,"${id}","Heartbeat",{}]`)
  await until(() => received.length === 400, 20_000)
  expect(received.map(([, id]) => id)).toEqual(Array.from({ length: 400 }, (_, index) => `${index + 1}`))
  expect(world.closes).toEqual([])
})

test('calls are left in the network while none is answered', async () => {
  world.answer = () => new Promise(() => undefined)
  const data = 'x'.repeat(20_000)
  for (let id = 1; id <= 2000; id++)
    socket.send(JSON.stringify([2, `${id}`, 'DataTransfer', { vendorId: 'V', data }]))
  await until(() => world.backlog.unread === 1, 20_000)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(world.calls).toHaveLength(1)
  expect(world.backlog.size).toBeLessThan(400_000)
  expect(socket.bufferedAmount).toBeGreaterThan(10_000_000)
})

import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Yard } from './yard.ts'

let yard: Yard
const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await yard.close()
})

interface Closed {
  code: number
  /** since the process got the signal, in milliseconds */
  afterMs: number
}

/** A station's bare socket, which says when it closed. */
async function connect(id: string, password: string): Promise<WebSocket> {
  const socket = new WebSocket(`${yard.server.url.replace('http', 'ws')}/ocpp/${id}`, 'ocpp1.6', {
    headers: { authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}` },
  })
  sockets.push(socket)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

/** The status that a new station gets. */
const refusalOf = (id: string, password: string) =>
  connect(id, password).then(
    () => 101,
    (error: Error) => Number(/response: (\d+)/.exec(error.message)?.[1] ?? 0),
  )

/** Sends a call and resolves with the answer. */
const call = (socket: WebSocket, action: string) =>
  new Promise<unknown[]>((resolve) => {
    const read = (text: Buffer) => {
      const frame = JSON.parse(text.toString()) as unknown[]
      if (frame[1] !== action) return
      socket.off('message', read)
      resolve(frame)
    }
    socket.on('message', read)
    socket.send(JSON.stringify([2, action, action, action === 'Heartbeat' ? {} : { vendorId: 'V' }]))
  })

const health = async () => {
  const answer = await fetch(`${yard.server.url}/health/ready`)
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

/** The most closings within so many milliseconds. */
const mostWithin = (closed: readonly Closed[], ms: number): number =>
  Math.max(
    ...closed.map(
      ({ afterMs }) =>
        closed.filter((other) => other.afterMs >= afterMs && other.afterMs < afterMs + ms).length,
    ),
  )

test('SIGTERM: not ready at once, still answering for a time, then sockets close one after the other', async () => {
  yard = await Yard.open({ DRAIN_NOTICE_SECONDS: '1', DRAIN_SPREAD_SECONDS: '3' })
  await yard.start()
  const stations: WebSocket[] = []
  const closed: Closed[] = []
  let endedAt = 0
  for (let index = 0; index < 20; index += 1) {
    const id = `DRAIN${index}`
    const socket = await connect(id, await yard.register(id))
    socket.once('close', (code) => closed.push({ code, afterMs: performance.now() - endedAt }))
    stations.push(socket)
  }
  const late = await yard.register('LATE')
  expect(await health()).toEqual([200, undefined])

  endedAt = performance.now()
  yard.server.signal('SIGTERM')
  await expect.poll(health).toEqual([503, 'server.draining'])
  expect(await (await fetch(`${yard.server.url}/health/live`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${yard.server.url}/api/v1/version`)).status).toBe(200)
  expect(await refusalOf('LATE', late)).toBe(503)
  expect(await call(stations[19]!, 'Heartbeat')).toMatchObject([3, 'Heartbeat', {}])
  expect(closed).toEqual([])

  await expect.poll(() => closed.length).toBeGreaterThanOrEqual(3)
  expect((await fetch(`${yard.server.url}/api/v1/version`)).status).toBe(503)
  // those that are still open are answered, from the database too
  expect(await call(stations[19]!, 'DataTransfer')).toMatchObject([3, 'DataTransfer', {}])
  expect(await yard.server.ended()).toBe(0)
  await expect.poll(() => closed.length).toBe(20)
  expect(closed.map(({ code }) => code)).toEqual(closed.map(() => 1001))
  expect(closed[0]!.afterMs).toBeGreaterThan(950)
  // the last of twenty has one twentieth of the time left
  expect(closed[19]!.afterMs).toBeGreaterThan(950 + 3000 * 0.9)
  // evenly it is seven a second; nearly all of them at once would be a storm
  expect(mostWithin(closed, 1000)).toBeLessThan(14)
  await yard.start()
  expect(await refusalOf('LATE', late)).toBe(101)
})

test('a command that is under way at the end gets its outcome, and so does who gave it', async () => {
  yard = await Yard.open()
  await yard.start()
  const station = await connect('ASKED', await yard.register('ASKED'))
  const api = await yard.api()
  let received: () => void = () => undefined
  const hasCommand = new Promise<void>((resolve) => (received = resolve))
  station.on('message', async (text: Buffer) => {
    const [type, id] = JSON.parse(text.toString()) as [number, string]
    if (type !== 2) return
    received()
    await delay(300)
    station.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  })
  const outcome = api.post('stations/ASKED/message', { action: 'ClearCache', payload: {} })
  await hasCommand
  yard.server.signal('SIGTERM')
  expect(await outcome).toMatchObject({ kind: 'answered', status: 'Accepted' })
  expect(await yard.server.ended()).toBe(0)
})

test('a second SIGTERM ends at once', async () => {
  yard = await Yard.open({ DRAIN_NOTICE_SECONDS: '300' })
  await yard.start()
  yard.server.signal('SIGTERM')
  await expect.poll(health).toEqual([503, 'server.draining'])
  // what comes right behind the first is the same one, passed on by somebody
  yard.server.signal('SIGTERM')
  await delay(700)
  expect(yard.server.alive).toBe(true)
  yard.server.signal('SIGTERM')
  expect(await yard.server.ended()).toBe(143)
})

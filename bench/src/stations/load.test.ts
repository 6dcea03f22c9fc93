import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { Load } from './load.ts'
import type { LoadResult } from './load-spec.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

/** Runs a load of heartbeats for an instant against a server that answers each after a while; null: never. */
async function runAgainst(answerMs: number | null, callMs: number): Promise<LoadResult> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'ocpp1.6' })
  await once(server, 'listening')
  undo.push(() => new Promise((resolve) => server.close(resolve)))
  server.on('connection', (socket) =>
    socket.on('message', async (data: Buffer) => {
      const [, id, action] = JSON.parse(data.toString()) as [number, string, string]
      if (action === 'Heartbeat' && answerMs === null) return
      if (action === 'Heartbeat') await pause(answerMs ?? 0)
      const answer = action === 'Heartbeat' ? { currentTime: '2026-11-27T12:00:00Z' } : { status: 'Accepted' }
      socket.send(JSON.stringify([3, id, answer]))
    }),
  )
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const spec = { scenario: 'heartbeat', url, version: '1.6', connections: 2, seconds: 0.1 } as const
  const load = new Load(spec, { callMs, drainMs: 50 })
  undo.push(() => load.close())
  await load.setUp()
  await load.run(() => undefined)
  return load.result()
}

test('a call that is answered after the time for what was begun is no fault', async () => {
  expect(await runAgainst(600, 60_000)).toMatchObject({ accepted: 2, errors: {} })
})

test('a call that is never answered is counted once', async () => {
  expect((await runAgainst(null, 300)).errors).toEqual({ 'Heartbeat: no answer': 2 })
})

import { once } from 'node:events'
import { callsOf, protocols } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'
import { Chance, drawn, outgrownIntegers, type Schema, whole } from './hostile/index.ts'

const seed = process.env.SEED!
const timesEach = 12

/** What is neither a text nor a number, and cannot be made one. */
const shapeless = { toString: '-1', valueOf: '-1' }

const { actions: actionsOf201 } = callsOf('ocpp2.0.1')
const calls: { protocol: string; action: string; definitions: Record<string, Schema> }[] = protocols.flatMap(
  (protocol) => {
    const { actions, definitions } = callsOf(protocol)
    // 2.1 reads all others as 2.0.1 does
    const own = actions.filter((action) => protocol !== 'ocpp2.1' || !actionsOf201.includes(action))
    return own.map((action) => ({ protocol, action, definitions }))
  },
)

describe.each(openTestDatabases())('on $name', ({ open }) => {
  let world: World
  const sockets = new Map<string, WebSocket>()
  beforeAll(async () => {
    console.log(`hostile frames: SEED=${seed}`)
    world = await World.open(await open())
    for (const protocol of protocols) {
      const { id, password } = await world.addStation()
      const url = `${world.server.url.replace('http', 'ws')}/ocpp/${id}`
      const socket = new WebSocket(url, [protocol], { auth: `${id}:${password}` })
      await once(socket, 'open')
      sockets.set(protocol, socket)
    }
  })
  afterAll(async () => {
    for (const socket of sockets.values()) socket.terminate()
    await world?.close()
  })

  let callCount = 0
  /** The error code that a frame is answered with, null for a result. */
  const ask = async (protocol: string, action: string, payload: unknown) =>
    (await askFor(protocol, action, payload)).code
  async function askFor(
    protocol: string,
    action: string,
    payload: unknown,
  ): Promise<{ code: string | null; text: string | null }> {
    const socket = sockets.get(protocol)!
    expect(socket.readyState, 'the socket is open').toBe(WebSocket.OPEN)
    callCount += 1
    const id = `hostile-${callCount}`
    const answered = new Promise<unknown[]>((resolve, reject) => {
      socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
      socket.on('message', function heard(data) {
        const frame = JSON.parse(String(data)) as unknown[]
        if (frame[1] !== id) return
        socket.off('message', heard)
        socket.removeAllListeners('close')
        resolve(frame)
      })
    })
    socket.send(JSON.stringify([2, id, action, payload]))
    const [type, , code, text] = await answered
    return type === 3 ? { code: null, text: null } : { code: String(code), text: String(text) }
  }

  test.each(calls)('$protocol $action is answered, whatever it holds', async ({
    protocol,
    action,
    definitions,
  }) => {
    const chance = new Chance(`${seed}/${protocol}/${action}`)
    const properties = Object.keys((definitions[action]?.properties ?? {}) as object)
    const payloads = [
      ...properties.map((name) => ({ [name]: shapeless })),
      Object.fromEntries(properties.map((name) => [name, shapeless])),
      ...Array.from({ length: timesEach }, () => {
        const making = { chance, root: { definitions }, wild: chance.one([0.05, 0.2, 0.5]), known: {} }
        return drawn(definitions[action] ?? {}, making)
      }),
    ]
    for (const payload of payloads) {
      const code = await ask(protocol, action, payload)
      expect({ code, payload }).not.toEqual({ code: 'InternalError', payload })
    }
  })

  test.each(calls)('$protocol $action meets no column that cannot hold its integers', async ({
    protocol,
    action,
    definitions,
  }) => {
    const named = new Set<string>()
    const message = (integerOf: (name: string) => number) =>
      whole(definitions[action] ?? {}, { definitions }, integerOf)
    message((name) => Number(named.add(name) && 0))
    for (const name of named)
      for (const value of outgrownIntegers) {
        const { code, text } = await askFor(
          protocol,
          action,
          message((one) => (one === name ? value : 1)),
        )
        const answer = { name, value, code, text }
        expect(answer).not.toMatchObject({ code: 'InternalError' })
        expect(answer).not.toMatchObject({ text: 'a value is beyond what can be kept' })
        if (code !== null && Math.abs(value) > 2 ** 31)
          expect(answer).toMatchObject({
            code: expect.stringMatching(
              /^(PropertyConstraintViolation|TypeConstraintViolation|NotSupported)$/,
            ),
          })
      }
  })

  test.each([
    { eventType: 'Started', transactionInfo: { transactionId: 'A', chargingState: shapeless } },
    { eventType: 'Updated', transactionInfo: { transactionId: 'A', remoteStartId: shapeless } },
    { eventType: 'Ended', transactionInfo: { transactionId: 'A', stoppedReason: shapeless } },
  ])('2.0.1 takes $eventType, however its state is spelled', async (event) => {
    const whole = { timestamp: new Date().toISOString(), triggerReason: 'Authorized', seqNo: 0, ...event }
    expect(await ask('ocpp2.0.1', 'TransactionEvent', whole)).not.toBe('InternalError')
    expect((await fetch(`${world.server.url}/health/live`)).status).toBe(200)
  })
})

import { pbkdf2Sync } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

const old = 'old-password-of-kai1'
const pbkdf2 = pbkdf2Sync(old, 'a1b2', 1000, 64, 'sha512').toString('hex')

describe('a station that was taken over', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  /** The status of the answer to a handshake. */
  const attempt = (id: string, password: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(world.server.url)
      const opening = request({
        hostname,
        port,
        path: `/ocpp/${id}`,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-protocol': 'ocpp1.6',
          authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
        },
      })
      opening.on('response', (answer) => resolve(answer.statusCode ?? 0))
      opening.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer.statusCode ?? 0)
      })
      opening.on('error', reject)
      opening.end()
    })

  /** As a takeover leaves a station whose hash it has brought. */
  const taken = async (hash: string): Promise<string> => {
    const { id } = await world.addStation()
    await world.db
      .updateTable('stations')
      .set({ password_hash: '', former_password: hash })
      .where('id', '=', id)
      .execute()
    return id
  }
  const kept = (id: string) =>
    world.db
      .selectFrom('stations')
      .select(['password_hash', 'former_password'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test.each([
    ['bcrypt', hashSync(old, 6)],
    ['PBKDF2', `PBKDF2:1000:64:sha512:a1b2:${pbkdf2}`],
  ])('connects with the password that it has, which is hashed as ours are then: %s', async (_of, hash) => {
    const id = await taken(hash)
    expect(await attempt(id, 'another')).toBe(401)
    expect(await kept(id)).toEqual({ password_hash: '', former_password: hash })
    expect(await attempt(id, old)).toBe(101)
    const { password_hash, former_password } = await kept(id)
    expect(former_password).toBeNull()
    expect(password_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await attempt(id, old)).toBe(101)
    expect(await attempt(id, 'another')).toBe(401)
  })

  test('wrong passwords that come all at once are put off, and do not keep the server from others', async () => {
    const id = await taken(hashSync(old, 8))
    const { id: other, password } = await world.addStation()
    const flood = Promise.all(Array.from({ length: 40 }, () => attempt(id, 'another')))
    await delay(20)
    const begunMs = performance.now()
    expect(await attempt(other, password)).toBe(101)
    expect(performance.now() - begunMs).toBeLessThan(2000)
    const answers = await flood
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(answers.filter((status) => status === 503).length).toBeGreaterThanOrEqual(35)
    expect(await attempt(id, old)).toBe(101)
  })
})

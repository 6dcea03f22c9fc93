import { readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Manager, pictureBytesMost } from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { openUpload } from '../../slices/control/tasks/upload-target.ts'
import { World } from '../world/world.ts'

let world: World
let picture: Buffer
let me: number
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
  me = (await world.get<Manager>('auth/manager')).id
  const blue = sharp({ create: { width: 64, height: 64, channels: 3, background: '#369' } })
  picture = await blue.jpeg().toBuffer()
})
afterAll(() => world.close())

/** Sends a body in the given pieces, each of which has arrived before the next one is sent. */
async function send(path: string, pieces: readonly (Buffer | string)[], type: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    const sent = request(`${world.server.url}${path}`, {
      method: 'POST',
      headers: { authorization: world.authorization, 'content-type': type, 'content-length': length },
    })
    sent.once('response', resolve)
    // a server that has answered need not read the rest: then this comes too late
    sent.on('error', reject)
    void (async () => {
      for (const piece of pieces) {
        await new Promise((done) => sent.write(piece, done))
        if (pieces.length > 1) await pause(50)
      }
      sent.end()
    })()
  })
  const text = (await answer.toArray()).join('')
  return { status: answer.statusCode, code: text.startsWith('{') ? (JSON.parse(text).code ?? null) : null }
}

const form = 'multipart/form-data; boundary=b'
const part = (head: string, bytes: Buffer | string = '') =>
  Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
const named = 'content-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg'
const end = '--b--\r\n'

let versions = 0
/** Every call that takes a file, and an address of it that nothing was sent to yet. */
const calls: Record<string, () => Promise<string>> = {
  avatar: async () => `/api/v1/managers/${me}/avatar`,
  photo: async () => `/api/v1/locations/${world.locationId}/photos`,
  firmware: async () => `/api/v1/firmware?vendor_name=Story&model=One&version=1.${++versions}`,
  'station’s file': async () => {
    const { id: stationId } = await world.addStation()
    const upload = { stationId, kind: 'diagnostics', by: me, at: world.clock.now() } as const
    return (await openUpload(world.db, upload)).path
  },
}
const people = ['avatar', 'photo', 'firmware']

describe.each(Object.keys(calls))('an upload: %s', (name) => {
  const upload = async (pieces: readonly (Buffer | string)[], type = form) =>
    send(await calls[name]!(), pieces, type)
  const kept = async () => {
    const files = await world.db.selectFrom('files').select('name').execute()
    const brought = await world.db
      .selectFrom('station_uploads')
      .select('id')
      .where('received_at', 'is not', null)
      .execute()
    return files.length + brought.length
  }

  test('that is correct is accepted, whatever field stands before the file', async () => {
    const field = part('content-disposition: form-data; name="x"', '1')
    const { status } = await upload([Buffer.concat([field, part(named, picture), Buffer.from(end)])])
    expect(status).toBeLessThan(300)
  })

  test.each<[string, () => (Buffer | string)[], string?]>([
    ['nothing in it', () => [end]],
    ['nothing at all', () => []],
    ['no boundary', () => [part(named, picture), end], 'multipart/form-data'],
    ['a field instead of a file', () => [part('content-disposition: form-data; name="file"', 'text'), end]],
    [
      'a field of a name that objects have',
      () => [part('content-disposition: form-data; name="__proto__"; filename="a"', picture), end],
    ],
    ['a part without a word about itself', () => [part('x-nothing: here', picture), end]],
    [
      'a disposition of another kind',
      () => [part('content-disposition: attachment; filename="a.jpg"', picture), end],
    ],
    ['an end in the middle of the file', () => [part(named, picture).subarray(0, 200)]],
    ['no end', () => [part(named, picture)]],
  ])('with %s is refused with a code, and nothing is kept', async (_what, pieces, type) => {
    const before = await kept()
    const { status, code } = await upload([Buffer.concat(pieces().map((piece) => Buffer.from(piece)))], type)
    // what is no form may be the file itself where stations bring it
    expect([status, code]).toEqual([400, expect.stringMatching(/^(file\.missing|request\.invalid)$/)])
    expect(await kept()).toBe(before)
  })

  test('of a file without a name is input like any other', async () => {
    const nameless = 'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream'
    const answer = await upload([Buffer.concat([part(nameless, picture), Buffer.from(end)])])
    if (people.includes(name)) expect(answer).toEqual({ status: 400, code: 'file.nameless' })
    else expect(answer.status).toBe(201)
  })

  test.each([
    '../../etc/passwd',
    'a\u0000b',
    '%00',
    'ü'.repeat(300),
    '"; x="',
    '.',
  ])('of a file called %j is no failure of ours', async (called) => {
    const head = `content-disposition: form-data; name="file"; filename="${called}"\r\ncontent-type: image/jpeg`
    expect((await upload([Buffer.concat([part(head, picture), Buffer.from(end)])])).status).toBeLessThan(500)
  })
})

test('a large part that the parser leaves out, and stops at for ever, is refused after some seconds', async () => {
  const left = part('content-disposition: attachment; filename="a.jpg"', Buffer.alloc(20_000))
  const answer = await send(await calls.avatar!(), [Buffer.concat([left, Buffer.from(end)])], form)
  expect(answer).toEqual({ status: 400, code: 'file.missing' })
})

const most = pictureBytesMost
/** A picture that is good whether it is cut or not: what follows its end is not looked at. */
const pictureOf = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])

test.each<[string, number, number[], number]>([
  ['as large as it may be', most, [most], 200],
  ['a byte larger', most + 1, [most + 1], 413],
  ['a byte larger, which comes when all it may have is read', most + 1, [most, 1], 413],
  ['a piece larger, which comes after that', most + 65_536, [most, 65_536], 413],
  ['two bytes larger, which come one by one', most + 2, [most, 1, 1], 413],
  ['cut by a byte', most + 1, [most - 1, 2], 413],
])('a picture is never cut and kept: %s', async (_what, bytes, cuts, status) => {
  const whole = pictureOf(bytes)
  const ends = cuts.map((_, nth) => cuts.slice(0, nth + 1).reduce((sum, length) => sum + length, 0))
  const pieces = ends.map((to, nth) => whole.subarray(ends[nth - 1] ?? 0, to))
  const answer = await send(
    `/api/v1/managers/${me}/avatar`,
    [`--b\r\n${named}\r\n\r\n`, ...pieces, `\r\n${end}`],
    form,
  )
  expect(answer).toEqual({ status, code: status === 413 ? 'file.too_large' : null })
  expect(readdirSync(join(world.dataDir, 'incoming-pictures'))).toEqual([])
})

test('of many large pictures at once ten of an address lie on the disk, and the others come again', async () => {
  const path = `/api/v1/managers/${me}/avatar`
  const body = Buffer.concat([part(named, pictureOf(1_000_000)), Buffer.from(end)])
  const half = body.length / 2
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => send(path, [body.subarray(0, half), body.subarray(half)], form)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)])
})

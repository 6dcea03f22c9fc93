import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { copyFiles, FolderStore } from '../../platform/files/folder-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { openTestDatabase, testConfig } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'
import { S3Server } from '../world/s3-server.ts'
import { uploadPicture } from '../world/upload-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
let s3: S3Server
beforeAll(async () => {
  s3 = await S3Server.open()
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An office whose files rest in a store, and what its stories need. */
async function openStage(env: Record<string, string>) {
  const office = await Office.open(await openTestDatabase(), env)
  const { db } = office.database
  const id = await office.idOf('manager')
  let shade = 0
  return {
    office,
    store: openFileStore(office.config.fileStore),
    /** a new avatar's address; the one before is removed */
    add: async (): Promise<string> => {
      shade += 1
      const picture = sharp({
        create: { width: 300, height: 300, channels: 3, background: { r: shade, g: 9, b: 9 } },
      })
      const { body } = await uploadPicture<{ avatar_url: string }>(
        ...([office, 'manager', `managers/${id}/avatar`, await picture.png().toBuffer()] as const),
      )
      return body.avatar_url
    },
    remove: () => office.call('manager', 'DELETE', `managers/${id}/avatar`),
    read: async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
      const answer = await office.app.inject({ method, url, headers })
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
    },
    move: () => office.parts.files.move(),
    waiting: async () =>
      Number(/^files_waiting (\d+)$/m.exec((await office.call<string>(null, 'GET', '/metrics')).body)?.[1]),
    inDatabase: async (url: string) => {
      const { rows } = await sql<{ here: boolean }>`select bytes is not null as here from files
        where name = ${nameOf(url)}`.execute(db)
      return rows[0]?.here
    },
  }
}
type Stage = Awaited<ReturnType<typeof openStage>>

const nameOf = (url: string): string => url.split('/').at(-1)!
const kept = (store: FileStore, url: string) =>
  store.open(nameOf(url)).then(
    (body) => {
      body.destroy()
      return true
    },
    () => false,
  )

describe.each([
  ['a folder', () => ({ FILES_URL: pathToFileURL(folder).href })],
  ['an S3 server', () => s3.env()],
])('files in %s', (_, envOf) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(envOf())
  })
  afterAll(() => stage.office.close())

  test('rest in the database first, then in the store, and are served the same from both', async () => {
    const { read, add, inDatabase, move, waiting } = stage
    const url = await add()
    expect([await inDatabase(url), await waiting()]).toEqual([true, 1])
    const served = async () => {
      const all = await read(url)
      const etag = String(all.headers.etag)
      const part = await read(url, { range: 'bytes=4-11' })
      expect(part.bytes).toEqual(all.bytes.subarray(4, 12))
      expect(part.headers['content-range']).toBe(`bytes 4-11/${all.bytes.length}`)
      expect(all.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(all.bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
      })
      const beyond = await read(url, { range: 'bytes=9999999-' })
      const head = await read(url, {}, 'HEAD')
      expect(head.headers['content-length']).toBe(all.headers['content-length'])
      const known = await read(url, { 'if-none-match': etag })
      return [all, part, beyond, head, known].map(({ status, bytes }) => [status, bytes.toString('hex')])
    }
    const before = await served()
    expect(before.map(([status]) => status)).toEqual([200, 206, 416, 200, 304])
    await move()
    expect([await inDatabase(url), await waiting()]).toEqual([false, 0])
    expect(await served()).toEqual(before)
  })

  test('that a server has put but not noted are put again', async () => {
    const { store, add, read, move, inDatabase } = stage
    const url = await add()
    const { bytes } = await read(url)
    await store.put(nameOf(url), { contentType: 'image/webp', bytes: bytes.subarray(0, 10) })
    await move()
    expect(await inDatabase(url)).toBe(false)
    expect((await read(url)).bytes).toEqual(bytes)
  })

  test('that are removed are gone at once for people, and a day later from the store', async () => {
    const { office, store, add, read, move, remove } = stage
    const moved = await add()
    await move()
    const unmoved = await add()
    expect((await read(moved)).status).toBe(404)
    await remove()
    expect((await read(unmoved)).status).toBe(404)
    // a server that read it before it was removed puts it now
    await store.put(nameOf(unmoved), { contentType: 'image/webp', bytes: Buffer.from('late') })
    office.clock.forward(DAY_MS - 1)
    await move()
    expect([await kept(store, moved), await kept(store, unmoved)]).toEqual([true, true])
    office.clock.forward(1)
    await move()
    expect([await kept(store, moved), await kept(store, unmoved)]).toEqual([false, false])
    const { rows } = await sql`select from removed_files`.execute(office.database.db)
    expect(rows).toEqual([])
  })

  test('can be written', async () => {
    expect(await stage.office.parts.files.trouble()).toBeNull()
  })
})

test('while the store is away new files wait, requests for stored ones are told to retry, and all is served afterwards', async () => {
  const stage = await openStage(s3.env())
  const { read, add, move, inDatabase, waiting, office } = stage
  const moved = await add()
  await move()
  // the place of the first picture is taken, which is not removed from here
  await sql`update managers set avatar_url = null`.execute(office.database.db)
  await s3.stop()
  const late = await add()
  await move()
  expect([await inDatabase(late), await waiting(), (await read(late)).status]).toEqual([true, 1, 200])
  const away = await read(moved)
  expect(away.status).toBe(503)
  expect(away.headers['retry-after']).toBe('30')
  expect(away.headers['cache-control']).not.toMatch(/immutable/)
  expect(JSON.parse(away.bytes.toString())).toMatchObject({ code: 'file.store_away' })
  expect(await office.parts.files.trouble()).toMatch(
    /^The file store at http:\S+ cannot be reached: ECONNREFUSED\.$/,
  )
  await s3.start()
  await move()
  expect([await inDatabase(late), await waiting()]).toEqual([false, 0])
  expect((await read(moved)).status).toBe(200)
  await office.close()
})

test.each([
  [{ FILES_SECRET_KEY: 'not-the-one' }, /refuses: SignatureDoesNotMatch \(403\)\.$/],
  [{ FILES_ACCESS_KEY: 'NOBODY' }, /refuses: InvalidAccessKeyId \(403\)\.$/],
  [{ FILES_URL: 's3://127.0.0.1:PORT/nobodys?tls=false' }, /refuses: NoSuchBucket \(404\)\.$/],
])('%o is told in one line, without the keys', async (more, line) => {
  const port = new URL(s3.env().FILES_URL!).port
  const env = s3.env(Object.fromEntries(Object.entries(more).map(([k, v]) => [k, v.replace('PORT', port)])))
  const store = openFileStore(testConfig(env).fileStore)
  const message = await store.check().then(String, (error: Error) => error.message)
  expect(message).toMatch(line)
  expect(message).not.toContain(env.FILES_SECRET_KEY)
})

test('a folder takes no name that leads out of it, and what is not whole is not copied', async () => {
  const inner = join(folder, 'inner')
  const store = new FolderStore(inner)
  const file = { contentType: 'text/plain', bytes: Buffer.from('x') }
  for (const name of ['../out', '..', '.hidden', 'a/b', 'a\0b', ''])
    await expect(store.put(name, file)).rejects.toThrow(/is no name of a file/)
  await store.put('whole', file)
  writeFileSync(join(inner, 'torn.part'), 'x')
  await copyFiles(inner, join(folder, 'copy'))
  expect(readdirSync(join(folder, 'copy'))).toEqual(['whole'])
  await copyFiles(join(folder, 'none'), join(folder, 'nothing'))
  expect(readdirSync(folder)).not.toContain('nothing')
})

test.each([
  ['http://store/bucket', 'FILES_URL must be file:///folder or s3://host/bucket.'],
  ['file:///', 'FILES_URL must be file:///folder or s3://host/bucket.'],
  ['s3://host', 'FILES_URL must be file:///folder or s3://host/bucket.'],
  ['s3://host/Bucket', 'FILES_URL must be file:///folder or s3://host/bucket.'],
  ['s3://key:secret@host/bucket', 'FILES_URL holds no keys: set FILES_ACCESS_KEY and FILES_SECRET_KEY.'],
  ['s3://host/bucket?tsl=false', "FILES_URL takes region=NAME and tls='true' or 'false'."],
  ['s3://host/bucket?tls=no', "FILES_URL takes region=NAME and tls='true' or 'false'."],
])('%s ends with one line', (url, line) => {
  const env = {
    SECRET_KEY: 'x'.repeat(32),
    FILES_URL: url,
    FILES_ACCESS_KEY: 'key',
    FILES_SECRET_KEY: 'secret',
  }
  expect(() => readConfig(env, [])).toThrow(line)
})

test('a store is named by its URL', () => {
  const env = {
    SECRET_KEY: 'x'.repeat(32),
    FILES_ACCESS_KEY: 'key',
    FILES_SECRET_KEY: 'secret',
    DATA_DIR: '/srv/csms',
  }
  const read = (url: string) => readConfig({ ...env, FILES_URL: url }, []).fileStore
  expect(read('')).toEqual({ kind: 'folder', folder: '/srv/csms/files' })
  expect(read('file:///mnt/shared%20files')).toEqual({ kind: 'folder', folder: '/mnt/shared files' })
  expect(read('s3://host:9000/bucket?tls=false')).toMatchObject({
    url: 'http://host:9000/bucket/',
    region: null,
  })
  expect(read('s3://host/bucket/in/it?region=ru-1')).toEqual({
    kind: 's3',
    url: 'https://host/bucket/in/it/',
    region: 'ru-1',
    accessKey: 'key',
    secretKey: 'secret',
  })
  expect(() => readConfig({ ...env, FILES_URL: 's3://host/bucket', FILES_SECRET_KEY: '' }, [])).toThrow(
    'FILES_SECRET_KEY must be set as well.',
  )
})

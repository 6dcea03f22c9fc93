import { once } from 'node:events'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { openUpload } from '../../slices/control/tasks/upload-target.ts'
import { World } from '../world/world.ts'

const megabyte = 1024 * 1024

describe.each(openTestDatabases())('on $name', ({ open }) => {
  let world: World
  let stationId: string
  const dataDir = mkdtempSync(join(tmpdir(), 'stationmaster-uploads-'))
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { DATA_DIR: dataDir })
    stationId = (await world.addStation()).id
  })
  afterAll(() => world?.close())

  const folder = join(dataDir, 'incoming')
  const incoming = () => readdirSync(folder)
  const address = async () => {
    const [manager] = await world.get<{ id: number }[]>('managers')
    const upload = { stationId, kind: 'diagnostics', by: manager!.id, at: world.clock.now() } as const
    return openUpload(world.db, upload)
  }
  const bring = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${world.server.url}${path}`, { method: 'PUT', body, headers })
  const said = async (answer: Response) => ({
    status: answer.status,
    code: ((await answer.json()) as { code: string }).code,
  })
  const kept = (id: number) =>
    world.db
      .selectFrom('station_uploads')
      .select(['bytes', 'received_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  /** Promises a large body and sends the beginning of it; `answered` is the status line, or null while there is none. */
  function promise(path: string, bytes: number): { socket: Socket; answered: Promise<string | null> } {
    const { hostname, port } = new URL(world.server.url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    const answered = Promise.race([
      once(socket, 'data').then(([data]) => String(data).split('\r\n')[0]!),
      new Promise<null>((resolve) => setTimeout(resolve, 3_000, null).unref()),
    ])
    socket.write(`PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${20 * megabyte}\r\n\r\n`)
    socket.write(Buffer.alloc(bytes, 'x'))
    return { socket, answered }
  }

  test('a wrong or used secret is refused before the body comes, and the connection ends', async () => {
    const { id, path } = await address()
    for (const wrong of [
      `/api/v1/uploads/${id}.wrong`,
      '/api/v1/uploads/x.y',
      '/api/v1/uploads/999999999.a/x.log',
    ]) {
      const { socket, answered } = promise(wrong, 10)
      expect(await answered).toBe('HTTP/1.1 410 Gone')
      if (!socket.closed) await once(socket, 'close')
    }
    expect((await bring(path, 'first')).status).toBe(201)
    expect(await said(await bring(path, 'second'))).toEqual({ status: 410, code: 'upload.expired' })
    expect((await kept(id)).bytes?.toString()).toBe('first')
  })

  test('ten bodies of one address are under way at once, and go to the disk as they come', async () => {
    const paths = await Promise.all(Array.from({ length: 11 }, address))
    const first = paths.slice(0, 10).map(({ path }) => promise(path, 8 * megabyte))
    const onDisk = () => incoming().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    await world.until('what was sent lies on the disk', () => onDisk() >= 75 * megabyte)
    const { answered, socket } = promise(paths[10]!.path, 10)
    expect(await answered).toBe('HTTP/1.1 429 Too Many Requests')
    for (const one of [...first.map((other) => other.socket), socket]) one.destroy()
    await world.until('nothing is left of what ended early', () => incoming().length === 0)
    expect((await bring(paths[0]!.path, 'again')).status).toBe(201)
  })

  test('a form is accepted as its file; a broken or too large one is refused, and may be sent again', async () => {
    const { id, path } = await address()
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.log"\r\n\r\n'
    expect(await said(await bring(path, `${head}half of it`, form))).toEqual({
      status: 400,
      code: 'request.invalid',
    })
    expect(await said(await bring(path, '--b--\r\n', form))).toMatchObject({ status: 400 })
    const large = Buffer.alloc(20 * megabyte + 1)
    for (const headers of [{}, form]) {
      const body =
        headers === form ? Buffer.concat([Buffer.from(head), large, Buffer.from('\r\n--b--\r\n')]) : large
      expect(await said(await bring(path, body, headers))).toEqual({ status: 413, code: 'request.too_large' })
    }
    expect((await kept(id)).received_at).toBeNull()
    expect((await bring(path, `${head}whole\r\n--b--\r\n`, form)).status).toBe(201)
    expect((await kept(id)).bytes?.toString()).toBe('whole')
    expect(incoming()).toEqual([])
  })
})

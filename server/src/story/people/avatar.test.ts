import type { Manager, Role } from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'
import { uploadPicture } from '../world/upload-picture.ts'

describe.each(openTestDatabases())('an avatar ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const upload = (role: Role, id: number, bytes: Buffer) =>
    uploadPicture<{ avatar_url: string }>(office, role, `managers/${id}/avatar`, bytes)
  const fetchFile = async (url: string) => {
    const answer = await office.app.inject({ method: 'GET', url })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  const avatarOf = async (role: Role) =>
    (await office.call<Manager>(role, 'GET', 'auth/manager')).body.avatar_url
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c02040' } })

  test('is drawn again as a square, without the data of the camera, and cached for ever under its name', async () => {
    const id = await office.idOf('operator')
    const camera = { IFD0: { Copyright: 'Oleg of Vyborg' } }
    const photo = await picture(800, 500).withExif(camera).jpeg().toBuffer()
    expect(photo.includes('Oleg of Vyborg')).toBe(true)
    const { status, body } = await upload('operator', id, photo)
    expect(status).toBe(200)
    expect(await avatarOf('operator')).toBe(body.avatar_url)
    const file = await fetchFile(body.avatar_url)
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(file.bytes.includes('Oleg of Vyborg')).toBe(false)
  })

  test('takes the place of the one before, and is removed by the owner', async () => {
    const id = await office.idOf('manager')
    const first = (await upload('manager', id, await picture(300, 300).png().toBuffer())).body.avatar_url
    const second = (await upload('administrator', id, await picture(10, 10).png().toBuffer())).body.avatar_url
    expect(second).not.toBe(first)
    expect((await fetchFile(first)).status).toBe(404)
    expect((await office.call('manager', 'DELETE', `managers/${id}/avatar`)).status).toBe(204)
    expect(await avatarOf('manager')).toBeNull()
    expect((await fetchFile(second)).status).toBe(404)
  })

  test('is not another’s to change', async () => {
    const id = await office.idOf('administrator')
    const photo = await picture(10, 10).png().toBuffer()
    expect(await upload('operator', id, photo)).toMatchObject({
      status: 404,
      body: { code: 'manager.not_found' },
    })
    expect((await office.call('operator', 'DELETE', `managers/${id}/avatar`)).status).toBe(404)
  })

  test('may be of several megabytes', async () => {
    const id = await office.idOf('operator')
    const noise = Buffer.from(Array.from({ length: 1100 * 1100 * 3 }, (_, i) => (i * 2_654_435_761) >>> 24))
    const large = await sharp(noise, { raw: { width: 1100, height: 1100, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(3_000_000)
    expect((await upload('operator', id, large)).status).toBe(200)
  })

  test.each([
    [
      'text with the name of a picture',
      async () => Buffer.from('<svg onload="alert(1)"/>'),
      'file.not_a_picture',
    ],
    ['a picture of another kind', () => picture(20, 20).gif().toBuffer(), 'file.not_a_picture'],
    [
      'a torn picture',
      async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 200),
      'file.not_a_picture',
    ],
    ['nothing at all', async () => Buffer.alloc(0), 'file.not_a_picture'],
    [
      'a small file that unfolds to a giant',
      () => picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer(),
      'file.too_many_pixels',
    ],
  ])('is refused when it is %s', async (_, make, code) => {
    const before = await avatarOf('app-developer')
    const answer = await upload('app-developer', await office.idOf('app-developer'), await make())
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(await avatarOf('app-developer')).toBe(before)
  })

  test('an invalid name is answered as an absent file', async () => {
    for (const name of ['x', 'A'.repeat(22), '..%2F..%2Fsecret', "';drop table files"])
      expect((await fetchFile(`/api/v1/files/${encodeURIComponent(name)}`)).status).toBe(404)
  })
})

import type { ErrorAnswer, Location, Photo, Role } from '@stationmaster/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'
import { formOf, uploadPicture } from '../world/upload-picture.ts'

describe.each(openTestDatabases().slice(0, 1))('photos of a location ($name)', ({ open }) => {
  let office: Office
  let place: number
  beforeAll(async () => {
    office = await Office.open(await open())
    place = await aPlace('manager')
  })
  afterAll(() => office.close())

  const aPlace = async (owner: Role) =>
    (
      await office.call<Location>('administrator', 'POST', 'locations', {
        name: 'Quay',
        owner_id: await office.idOf(owner),
      })
    ).body.id
  const add = (bytes: Buffer, role: Role = 'manager', id = place) =>
    uploadPicture<Photo>(office, role, `locations/${id}/photos`, bytes)
  const listed = async (id = place) =>
    (await office.call<Photo[]>('operator', 'GET', `locations/${id}/photos`)).body
  const picture = (width: number, height: number, background = '#c02040') =>
    sharp({ create: { width, height, channels: 3, background } })
  const filesKept = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from files`.execute(office.database.db)
    return rows[0]!.n
  }

  test('are stored in several widths, upright, and without the file’s data about place and camera', async () => {
    // a wide picture, red on its left, that a camera held on its side
    const left = await picture(1500, 2000, '#ff0000').png().toBuffer()
    const photo = await picture(3000, 2000, '#0000ff')
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Oleg of Vyborg' }, IFD3: { GPSLatitude: '59/1 56/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await add(photo)
    expect(status).toBe(201)
    expect(body.sizes.map(({ width, height }) => [width, height])).toEqual([
      [267, 400],
      [640, 960],
      [1280, 1920],
    ])
    expect(body.url).toBe(body.sizes.at(-1)!.url)
    for (const { url } of body.sizes) {
      const { rawPayload, headers } = await office.app.inject({ method: 'GET', url })
      expect(headers['content-type']).toBe('image/webp')
      const { exif, orientation, format } = await sharp(rawPayload).metadata()
      expect({ exif, orientation, format }).toEqual({
        exif: undefined,
        orientation: undefined,
        format: 'webp',
      })
      const { data } = await sharp(rawPayload).resize(1, 2, { fit: 'fill' }).raw().toBuffer({
        resolveWithObject: true,
      })
      expect([data[0]! > 128, data[2]! > 128, data[3]! > 128, data[5]! > 128]).toEqual([
        true,
        false,
        false,
        true,
      ])
    }
    const { body: location } = await office.call<Location>('manager', 'GET', `locations/${place}`)
    expect(location.photos).toEqual(await listed())
    expect(location.can.add_photo).toBe(true)
    await office.call('manager', 'DELETE', `locations/${place}/photos/${body.id}`)
  })

  test('keep the given order, with their captions, and leave no files behind', async () => {
    const id = await aPlace('manager')
    const before = await filesKept()
    const path = `locations/${id}/photos`
    const ids: number[] = []
    for (const side of [300, 500, 700])
      ids.push((await add(await picture(side, side).png().toBuffer(), 'manager', id)).body.id)
    expect((await listed(id)).map((photo) => photo.sizes.map(({ width }) => width))).toEqual([
      [300],
      [400, 500],
      [400, 700],
    ])
    const order = [ids[2]!, ids[0]!, ids[1]!]
    const { body } = await office.call<Photo[]>('manager', 'PUT', `${path}/order`, order)
    expect(body.map((photo) => photo.id)).toEqual(order)
    await office.call('administrator', 'PATCH', `${path}/${ids[0]}`, { caption: ' The drive ' })
    expect((await listed(id)).map(({ id: one, caption }) => [one, caption])).toEqual([
      [ids[2], ''],
      [ids[0], 'The drive'],
      [ids[1], ''],
    ])
    for (const others of [ids.slice(1), [...ids, 999_999], [ids[0], ids[0], ids[1]]])
      expect(await office.call<ErrorAnswer>('manager', 'PUT', `${path}/order`, others)).toMatchObject({
        status: 409,
        body: { code: 'photo.others' },
      })
    for (const one of ids) expect((await office.call('manager', 'DELETE', `${path}/${one}`)).status).toBe(204)
    expect(await listed(id)).toEqual([])
    expect(await filesKept()).toBe(before)
    expect((await office.call('manager', 'DELETE', `${path}/${ids[0]}`)).status).toBe(404)
  })

  test('cannot be changed by others, and are at most thirty', async () => {
    const id = await aPlace('administrator')
    const small = await picture(10, 10).png().toBuffer()
    expect(await add(small, 'manager', id)).toMatchObject({ status: 404 })
    expect(await add(small, 'operator', id)).toMatchObject({ status: 403 })
    await sql`insert into location_photos (location_id, position, caption, sizes, created_at)
      select ${id}, n, '', '[{"url":"/a","width":1,"height":1}]', now() from generate_series(1, 29) n`.execute(
      office.database.db,
    )
    expect((await add(small, 'administrator', id)).status).toBe(201)
    expect(await add(small, 'administrator', id)).toMatchObject({
      status: 409,
      body: { code: 'photo.too_many' },
    })
  })

  const heic = Buffer.concat([Buffer.from('0000001c667479706865696300000000', 'hex'), Buffer.alloc(5000, 7)])
  test.each([
    ['text under the name of a photo', async () => Buffer.from('just a text'), 'file.not_a_picture'],
    [
      'an SVG with a script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'file.not_a_picture',
    ],
    ['HEIC', async () => heic, 'file.not_a_picture'],
    [
      'truncated',
      async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 2000),
      'file.not_a_picture',
    ],
    [
      'a decompression bomb',
      () => picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer(),
      'file.too_many_pixels',
    ],
  ])('are refused, and leave nothing behind, when they are %s', async (_, make, code) => {
    const before = await filesKept()
    expect(await add(await make())).toMatchObject({ status: 400, body: { code } })
    expect(await filesKept()).toBe(before)
  })

  test('of 50 megapixels become good pictures', async () => {
    const { status, body } = await add(await picture(8660, 5774).jpeg().toBuffer())
    expect(status).toBe(201)
    expect(body.sizes.at(-1)).toMatchObject({ width: 1920, height: 1280 })
  })

  test('of 100 MB are refused during the upload', async () => {
    const before = await filesKept()
    const url = await office.app.listen({ port: 0, host: '127.0.0.1' })
    const { type, body } = formOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100_000_000)]))
    const answer = await fetch(`${url}/api/v1/locations/${place}/photos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await office.tokenOf('manager')}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'file.too_large' })
    expect(await filesKept()).toBe(before)
  })
})

import { createHash } from 'node:crypto'
import {
  type ErrorCode,
  type FirmwareFile,
  type FleetFirmware,
  firmwareBytesMost,
  type OfferedFirmware,
  type Rollout,
  type RolloutBody,
  type RolloutStation,
} from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../platform/general/testing.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'
import { type StoryStation, World } from '../world/world.ts'

const model = { vendor_name: 'Story', model: 'One' }
const image = Buffer.alloc(300_000, 'firmware')

describe.each(openTestDatabases())('firmware ($name)', ({ open }) => {
  let world: World
  let version = 1
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterEach(async () => {
    // each story takes all stations of the model that there are
    const open = await world.get<Rollout[]>('firmware/rollouts')
    for (const { id, can } of open) if (can.cancel) await world.post(`firmware/rollouts/${id}/cancel`)
    await world.db.updateTable('stations').set({ deleted_at: world.clock.now() }).execute()
  })
  afterAll(async () => {
    await world?.close()
  })

  const upload = async (of: string, bytes = image, name = `fw ${of}.bin`, more: object = {}) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const query = new URLSearchParams({ ...model, version: of, ...more })
    const answer = await fetch(`${world.server.url}/api/v1/firmware?${query}`, {
      method: 'POST',
      headers: { authorization: world.authorization },
      body: form,
    })
    return { status: answer.status, body: (await answer.json()) as FirmwareFile & { code: ErrorCode } }
  }
  /** a file of a version that nothing has yet */
  const aFile = async (): Promise<FirmwareFile> => {
    version += 1
    const { status, body } = await upload(`9.${version}.0`)
    expect(status).toBe(201)
    return body
  }
  /** a simulated station that is known to be connected, which follows its handshake */
  const aStation = async (protocol: Protocol) => {
    const station = await world.simulate(protocol)
    await world.untilOnline(station.made.id)
    return station
  }
  const remove = async (id: number) => {
    const answer = await fetch(`${world.server.url}/api/v1/firmware/${id}`, {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })
    return answer.status === 204 ? 204 : ((await answer.json()) as { code: ErrorCode }).code
  }
  const begin = (file: FirmwareFile, more: Partial<RolloutBody> = {}) =>
    world.post<Rollout>('firmware/rollouts', {
      file_id: file.id,
      share: { of: 'percent', percent: 100 },
      wave_size: 10,
      failures_most: 1,
      ...more,
    })
  const rollout = (id: number) => world.get<Rollout>(`firmware/rollouts/${id}`)
  const stations = (id: number, query = '') =>
    world.get<RolloutStation[]>(`firmware/rollouts/${id}/stations${query}`)
  const until = (id: number, what: string, isSo: (seen: Rollout) => boolean) =>
    world.until(`roll-out ${id}: ${what}`, async () => isSo(await rollout(id)))
  const ended = async (id: number): Promise<Rollout> => {
    await until(id, 'has ended', ({ status }) => status === 'finished')
    return rollout(id)
  }
  const failure = (made: Promise<unknown>) =>
    made.then(
      () => null,
      (error: { body: string }) => (JSON.parse(error.body) as { code: ErrorCode }).code,
    )

  test('is kept once for a version of a model, with its hash, and is fetched over signed addresses for a week', async () => {
    const { status, body } = await upload('1.0.0', image, '../Großes Update.bin')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...model,
      version: '1.0.0',
      file_name: 'Gro_es_Update.bin',
      size: image.length,
      sha256: createHash('sha256').update(image).digest('hex'),
      can: { delete: true },
    })
    expect((await upload('1.0.0')).body.code).toBe('firmware.exists')
    expect((await upload('1.0.1', Buffer.alloc(0))).body.code).toBe('file.missing')
    expect((await upload('1.0.1', image, 'x', { model: '' })).body.code).toBe('request.invalid')
    const listed = await world.get<FirmwareFile[]>('firmware')
    expect(listed[0]).toEqual(body)

    const { made } = await aStation('ocpp1.6')
    const { id } = await begin(body)
    await ended(id)
    const { location: address } = await world.db
      .selectFrom('firmware_rollout_stations')
      .select('location')
      .where('station_id', '=', made.id)
      .$narrowType<{ location: string }>()
      .executeTakeFirstOrThrow()
    expect(address).toMatch(/\/Gro_es_Update\.bin$/)
    const whole = await fetch(address)
    expect(whole.headers.get('content-length')).toBe(String(image.length))
    expect(Buffer.from(await whole.arrayBuffer()).equals(image)).toBe(true)
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(image.length)])
    for (const wrong of [
      address.replace(/firmware-files\/\d+/, 'firmware-files/999'),
      address.replace(/(firmware-files\/\d+)\.\w+/, '$1.zzzzzz'),
      address.replace(/[\w-]{5}\/Gro/, 'AAAAA/Gro'),
    ])
      expect((await fetch(wrong)).status).toBe(410)
    world.clock.forward(7 * DAY_MS - MINUTE_MS)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    await world.forward(MINUTE_MS)
    expect((await fetch(address)).status).toBe(410)
    expect(await remove(body.id)).toBe(204)
    expect(await remove(body.id)).toBe('firmware.not_found')
    expect((await upload('1.0.0')).status).toBe(201)
  })

  test('that is too large is refused before it is uploaded, and leaves nothing behind', async () => {
    const boundary = 'part-of-a-test'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f.bin"\r\n\r\n`
    let sent = 0
    const piece = new Uint8Array(8 * 1024 * 1024)
    const body = new ReadableStream({
      pull(controller) {
        if (sent === 0) controller.enqueue(new TextEncoder().encode(head))
        sent += piece.length
        if (sent > firmwareBytesMost + 2 * piece.length) controller.close()
        else controller.enqueue(piece)
      },
    })
    const query = new URLSearchParams({ ...model, version: '0.0.1' })
    const answer = await fetch(`${world.server.url}/api/v1/firmware?${query}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        authorization: world.authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    } as RequestInit)
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'request.too_large' }])
    expect((await world.get<FirmwareFile[]>('firmware')).map((one) => one.version)).not.toContain('0.0.1')
  })

  test.each(twoVersions)('goes to %s stations wave by wave, and is seen in the fleet', async (protocol) => {
    const file = await aFile()
    const made: StoryStation[] = []
    for (let i = 0; i < 3; i += 1) made.push((await aStation(protocol)).made)
    const fleet = async () =>
      (await world.get<FleetFirmware[]>('firmware/fleet')).map(({ version: of, stations: n }) => [of, n])
    expect(await fleet()).toEqual([['1.4.2', 3]])
    expect(await failure(begin(file, { versions: ['0.9'] }))).toBe('firmware.nobody')
    const { id, reach, total } = await begin(file, { wave_size: 2, versions: ['1.4.2', null] })
    expect([reach, total]).toEqual([3, 3])
    expect(await failure(begin(file))).toBe('firmware.nobody')
    expect(await remove(file.id)).toBe('firmware.in_use')
    expect((await ended(id)).counts).toMatchObject({ done: 3, failed: 0, waiting: 0 })
    const listed = await stations(id)
    expect(listed.map(({ wave }) => wave)).toEqual([1, 1, 2])
    expect(new Set(listed.map(({ station_id }) => station_id))).toEqual(new Set(made.map((one) => one.id)))
    expect(listed[0]).toMatchObject({
      state: 'done',
      version_before: '1.4.2',
      version_now: file.version,
      code: null,
      removed: false,
    })
    const [second, third] = [Date.parse(listed[1]!.at!), Date.parse(listed[2]!.at!)]
    expect(third).toBeGreaterThanOrEqual(second)
    expect(await fleet()).toEqual([[file.version, 3]])
    expect(await failure(begin(file))).toBe('firmware.nobody')
    const audits = await world.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject_type', '=', 'firmware_rollout')
      .where('subject_id', '=', String(id))
      .execute()
    expect(audits).toMatchObject([{ action: 'firmware.roll_out', after: { reach: 3, total: 3 } }])
  })

  test('a station is offered the kept files of its model, and a roll-out says what its stations wait for', async () => {
    const file = await aFile()
    const { made } = await aStation('ocpp2.0.1')
    const offered = await world.get<OfferedFirmware[]>(`stations/${made.id}/firmware-files`)
    expect(offered[0]).toMatchObject({ id: file.id, version: file.version, file_name: file.file_name })
    const given = await fetch(offered[0]!.location)
    expect([given.status, (await given.arrayBuffer()).byteLength]).toEqual([200, file.size])
    await world.db.updateTable('stations').set({ model: 'Another' }).where('id', '=', made.id).execute()
    expect(await world.get(`stations/${made.id}/firmware-files`)).toEqual([])
    await world.db.updateTable('stations').set({ model: file.model }).where('id', '=', made.id).execute()
    const { id } = await begin(file, { starts_at: new Date(Date.now() + 365 * DAY_MS).toISOString() })
    const waits = async () => new Set((await stations(id)).map(({ waits_for: wait }) => wait))
    expect(await waits()).toEqual(new Set(['start']))
    await world.post(`firmware/rollouts/${id}/pause`, {})
    expect(await waits()).toEqual(new Set(['paused']))
    await world.post(`firmware/rollouts/${id}/cancel`, {})
    expect(await waits()).toEqual(new Set([null]))
  })

  test('a share is rounded up; at too many failures it stops by itself, and goes on once a person has looked', async () => {
    const file = await aFile()
    const all: VirtualStation[] = []
    for (let i = 0; i < 3; i += 1) all.push(await aStation('ocpp2.0.1'))
    // the store has lost it
    await world.db
      .updateTable('firmware_files')
      .set({ name: `lost-${file.id}` })
      .where('id', '=', file.id)
      .execute()
    const { id, total } = await begin(file, { share: { of: 'percent', percent: 99 }, wave_size: 1 })
    expect(total).toBe(3)
    await until(id, 'has stopped', ({ status }) => status === 'paused')
    const stopped = await rollout(id)
    expect(stopped).toMatchObject({
      paused_by: 'failures',
      can: { pause: false, continue: true, cancel: true },
    })
    expect(stopped.counts.failed).toBeGreaterThanOrEqual(1)
    const wanted = async () => {
      const { attention } = await world.get<{ attention: { kind: string; rollout_id: number }[] }>(
        'statistics/network',
      )
      return attention.filter(({ kind }) => kind === 'rollout_paused')
    }
    expect(await wanted()).toMatchObject([{ rollout_id: id, text: `Story One ${file.version}` }])
    const mails = () =>
      readOutbox(world.dataDir).filter((mail) => linkIn(mail, '/firmware/').endsWith(`/${id}`))
    await world.until('who began it is mailed', async () => mails().length === 1)
    expect(mails()[0]!.text).toMatch(/: 1 of the 3 stations/)
    const [first] = await stations(id, '?state=failed')
    expect(first).toMatchObject({ status: 'DownloadFailed', version_now: '1.4.2', wave: 1 })
    expect((await world.post<Rollout>(`firmware/rollouts/${id}/continue`)).status).toBe('running')
    await until(id, 'has stopped again', ({ status, counts }) => status === 'paused' && counts.failed === 2)
    await world.until('its second stop is mailed', async () => mails().length === 2)
    expect(await failure(world.post(`firmware/rollouts/${id}/pause`))).toBe('firmware.rollout_moved_on')
    const canceled = await world.post<Rollout>(`firmware/rollouts/${id}/cancel`)
    expect(canceled).toMatchObject({ status: 'canceled', counts: { canceled: 1, failed: 2, waiting: 0 } })
    expect(await wanted()).toEqual([])
    expect(await failure(world.post(`firmware/rollouts/${id}/continue`))).toBe('firmware.rollout_moved_on')
  })

  test('begins at its time, waits for stations that are away, and leaves them when its time for them is over', async () => {
    const file = await aFile()
    const comes = await aStation('ocpp1.6')
    const stays = await world.addStation()
    await comes.goOffline()
    await world.untilOffline(comes.made.id)
    const starts_at = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    const { id, status } = await begin(file, { starts_at, wait_hours: 2, versions: ['1.4.2', null] })
    expect(status).toBe('scheduled')
    await comes.goOnline()
    await world.untilOnline(comes.made.id)
    world.clock.forward(HOUR_MS - MINUTE_MS)
    world.server.firmware.runner.wake()
    expect((await rollout(id)).counts).toMatchObject({ waiting: 2 })
    await world.forward(MINUTE_MS)
    await until(id, 'one is done', ({ counts }) => counts.done === 1)
    expect(await rollout(id)).toMatchObject({ status: 'running', counts: { waiting: 1 } })
    await world.forward(2 * HOUR_MS)
    expect((await ended(id)).counts).toMatchObject({ done: 1, left: 1 })
    const [left] = await stations(id, '?state=left')
    expect(left).toMatchObject({ station_id: stays.id, code: 'station.offline', version_now: null })
  })

  test('is paused with what had begun ending, and by itself when who commands it may not any more', async () => {
    const file = await aFile()
    await aStation('ocpp1.6')
    await aStation('ocpp1.6')
    const starts_at = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    const { id } = await begin(file, { wave_size: 1, starts_at, failures_most: 2 })
    expect((await world.post<Rollout>(`firmware/rollouts/${id}/pause`)).paused_by).toBe('person')
    const { attention } = await world.get<{ attention: object[] }>('statistics/network')
    expect(attention).not.toContainEqual(expect.objectContaining({ kind: 'rollout_paused' }))
    await world.forward(HOUR_MS)
    world.server.firmware.runner.wake()
    expect((await rollout(id)).counts).toMatchObject({ waiting: 2 })
    const operator = await world.db
      .selectFrom('managers')
      .select('id')
      .where('role', '=', 'operator')
      .executeTakeFirstOrThrow()
    await world.db
      .updateTable('firmware_rollouts')
      .set({ commanded_by: operator.id, status: 'running', paused_by: null })
      .where('id', '=', id)
      .execute()
    await until(id, 'is paused', ({ status }) => status === 'paused')
    expect((await rollout(id)).paused_by).toBe('commander')
    const mail = () => readOutbox(world.dataDir).find((one) => linkIn(one, '/firmware/').endsWith(`/${id}`))
    await world.until('an administrator is mailed', async () => mail() !== undefined)
    expect(mail()).toMatchObject({
      to: 'administrator@demo.stationmaster.example',
      subject: expect.stringContaining('Nobody is in charge'),
    })
    await world.post(`firmware/rollouts/${id}/continue`)
    expect((await ended(id)).counts).toMatchObject({ done: 2 })
  })

  test('goes on beside a station where a car charges, and ends when the car has left', async () => {
    const file = await aFile()
    const busy = await aStation('ocpp1.6')
    const card = `FW-${busy.made.id}`
    await world.addCard(card)
    await busy.begin({ token: card })
    const free = await aStation('ocpp1.6')
    // whatever is drawn
    for (let times = 0; times < 6; times++) {
      const starts_at = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
      const one = await begin(file, { starts_at, share: { of: 'stations', stations: 1 } })
      expect((await stations(one.id)).map(({ station_id }) => station_id)).toEqual([free.made.id])
      await world.post(`firmware/rollouts/${one.id}/cancel`)
    }
    const { id } = await begin(file, { wave_size: 1 })
    await until(id, 'the free one is done', ({ counts }) => counts.done === 1 && counts.updating === 1)
    await busy.stop()
    expect((await ended(id)).counts).toMatchObject({ done: 2 })
  })

  test('what a server had claimed and not sent is sent by another', async () => {
    const file = await aFile()
    const { made } = await aStation('ocpp2.0.1')
    await aStation('ocpp2.0.1')
    const starts_at = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    const { id } = await begin(file, { wave_size: 1, starts_at })
    await world.db
      .updateTable('firmware_rollout_stations')
      .set({ state: 'updating', location: 'http://nowhere/', wave: 1, at: world.clock.now() })
      .where('rollout_id', '=', id)
      .where('station_id', '=', made.id)
      .execute()
    await world.forward(HOUR_MS)
    expect((await ended(id)).counts).toMatchObject({ done: 2 })
  })
})

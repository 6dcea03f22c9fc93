import type { StationTaskAnswer, StationTaskState } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../platform/general/testing.ts'
import { ConsoleWorld } from '../stations/journal/console-world.ts'
import { World } from '../world/world.ts'

const cardCount = 165

describe.each(openTestDatabases())('local lists on $name', ({ open }) => {
  let world: World
  let staff: ConsoleWorld
  beforeAll(async () => {
    world = await World.open(await open())
    staff = new ConsoleWorld(world)
    const created_at = world.clock.now()
    await world.db
      .insertInto('id_tokens')
      .values(Array.from({ length: cardCount }, (_, n) => ({ token: `CARD-${1000 + n}`, created_at })))
      .execute()
  })
  afterAll(async () => {
    staff?.close()
    await world?.close()
  })

  const send = (id: string, full = true) =>
    staff.call<StationTaskAnswer & { code?: string; error?: string; details?: object }>(
      'POST',
      `stations/${id}/tasks`,
      { task: 'send_list', full },
    )
  const kept = async (id: string) => (await world.get<StationTaskState>(`stations/${id}/tasks`)).local_list
  /** The update types and lengths of the lists that a station received. */
  const sent = async (id: string) => {
    const rows = await world.db
      .selectFrom('frames')
      .select('frame')
      .where('station_id', '=', id)
      .where('action', '=', 'SendLocalList')
      .where('message_type', '=', 2)
      .orderBy('id')
      .execute()
    return rows.map(({ frame }) => {
      const payload = JSON.parse(frame)[3] as Record<string, unknown[] | string | number>
      const cards = (payload.localAuthorizationList ?? []) as unknown[]
      return { type: payload.updateType, cards: cards.length, bytes: Buffer.byteLength(frame) }
    })
  }

  describe.each(twoVersions)('%s', (protocol) => {
    test.each([10, 20, 100, 1000])('a station that takes %i cards at once gets all', async (most) => {
      const { made } = await world.simulate(protocol, { listLimits: { entriesPerMessage: most } })
      const parts = Math.ceil(cardCount / most)
      expect(await send(made.id)).toMatchObject({
        status: 200,
        body: { accepted: true, list_version: parts },
      })
      expect(await kept(made.id)).toMatchObject({ version: parts, entries: cardCount })
      await world.until('the journal has it', async () => (await sent(made.id)).length === parts)
      const all = await sent(made.id)
      expect(all.map(({ type }) => type)).toEqual(all.map((_, n) => (n === 0 ? 'Full' : 'Differential')))
      expect(all.reduce((sum, { cards }) => sum + cards, 0)).toBe(cardCount)
      expect(Math.max(...all.map(({ cards }) => cards))).toBeLessThanOrEqual(most)
    })

    test('a list that is too long is an error, and nothing is sent', async () => {
      const fits = await world.simulate(protocol, { listLimits: { entries: cardCount } })
      expect((await send(fits.made.id)).status).toBe(200)
      const { made } = await world.simulate(protocol, { listLimits: { entries: cardCount - 1 } })
      expect(await send(made.id)).toMatchObject({
        status: 409,
        body: { code: 'station.list_too_long', details: { cards: cardCount, most: cardCount - 1 } },
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await sent(made.id)).toEqual([])
    })

    test('a part that is refused ends the list with what the station has, and the next goes on from there', async () => {
      const { made } = await refusing(protocol)
      expect(await send(made.id)).toMatchObject({
        status: 409,
        body: {
          code: 'station.list_unfinished',
          details: { part: 3, parts: 9, status: 'Failed', list_version: 2 },
          error: expect.stringContaining('version 2'),
        },
      })
      expect(await kept(made.id)).toMatchObject({ version: 2, entries: 40 })
      refuses = false
      expect(await send(made.id, false)).toMatchObject({ status: 200, body: { list_version: 9 } })
      expect(await kept(made.id)).toMatchObject({ version: 9, entries: cardCount })
      await world.until('the journal has it', async () => (await sent(made.id)).length === 10)
      const types = (await sent(made.id)).map(({ type }) => type)
      expect(types.filter((type) => type === 'Full')).toHaveLength(1)
    })

    test('a station that has another list than the one that was sent gets the whole', async () => {
      const station = await refusing(protocol)
      refuses = false
      await send(station.made.id)
      version = 77
      expect(await send(station.made.id, false)).toMatchObject({ status: 200, body: { list_version: 86 } })
      await world.until('the journal has it', async () => (await sent(station.made.id)).length === 18)
      expect((await sent(station.made.id)).map(({ type }) => type)[9]).toBe('Full')
    })

    let refuses = true
    let version = 0
    /** A station that accepts 20 cards at once, refuses the third part, and stores only the version. */
    const refusing = async (spoken: typeof protocol) => {
      refuses = true
      version = 0
      let parts = 0
      return staff.aStation(spoken, (action, payload) => {
        if (action === 'GetLocalListVersion') {
          return spoken === 'ocpp1.6' ? { listVersion: version } : { versionNumber: version }
        }
        if (action !== 'SendLocalList') return { status: 'Accepted' }
        parts += 1
        if (refuses && parts === 3) return { status: 'Failed' }
        version = Number(payload.listVersion ?? payload.versionNumber)
        return { status: 'Accepted' }
      })
    }
  })

  test('in 2.0.1 a message keeps to its limit of bytes, and a longer card is an error', async () => {
    const { made } = await world.simulate('ocpp2.0.1', { listLimits: { bytesPerMessage: 700 } })
    expect((await send(made.id)).body).toMatchObject({ accepted: true })
    expect(await kept(made.id)).toMatchObject({ entries: cardCount })
    await world.until('the journal has it', async () => (await sent(made.id)).length > 1)
    for (const { bytes } of await sent(made.id)) expect(bytes).toBeLessThanOrEqual(700)
    const tiny = await world.simulate('ocpp2.0.1', { listLimits: { bytesPerMessage: 100 } })
    expect((await send(tiny.made.id)).body).toMatchObject({ code: 'station.list_too_large' })
  })
})

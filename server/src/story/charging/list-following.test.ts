import type { StationTaskState } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../platform/general/testing.ts'
import { openLog } from '../../platform/watching/log.ts'
import { ListKeeper } from '../../slices/control/commands/following/list-keeper.ts'
import { ConsoleWorld } from '../stations/journal/console-world.ts'
import { World } from '../world/world.ts'

interface SentCard {
  token: string
  status: string | null
  group: string | null
}

describe.each(openTestDatabases())('lists that follow the cards on $name', ({ open }) => {
  let world: World
  let stations: ConsoleWorld
  beforeAll(async () => {
    world = await World.open(await open())
    stations = new ConsoleWorld(world)
    await world.patch(`locations/${world.locationId}`, { local_lists: true })
  })
  afterAll(async () => {
    stations?.close()
    await world?.close()
  })
  beforeEach(async () => {
    await world.db.deleteFrom('id_tokens').execute()
    await add('A')
    await add('B')
  })

  const add = (token: string, group: string | null = null) =>
    world.db
      .insertInto('id_tokens')
      .values({ token, group_id: group, created_at: world.clock.now() })
      .execute()
  const change = (token: string, changed: object) =>
    world.db.updateTable('id_tokens').set(changed).where('token', '=', token).execute()
  /** Some time passes, in which a server compares and sends once. */
  const wait = async (ms = MINUTE_MS + 1000) => {
    await world.forward(ms)
    await world.server.stations.lists.keep()
  }
  const following = async (id: string) =>
    (await world.get<StationTaskState>(`stations/${id}/tasks`)).list_following

  /** The lists that a station received, from the nth on. */
  const sent = async (id: string, from = 0) => {
    const rows = await world.db
      .selectFrom('frames')
      .select('frame')
      .where('station_id', '=', id)
      .where('action', '=', 'SendLocalList')
      .where('message_type', '=', 2)
      .orderBy('id')
      .execute()
    return rows.slice(from).map(({ frame }) => {
      const payload = JSON.parse(frame)[3] as { updateType: string; localAuthorizationList?: object[] }
      const cards = (payload.localAuthorizationList ?? []).map((entry): SentCard => {
        const { idTag, idTagInfo, idToken, idTokenInfo } = entry as Record<string, Record<string, unknown>>
        const about = (idTagInfo ?? idTokenInfo) as { status: string; parentIdTag?: string } | undefined
        const { idToken: group } = (about as { groupIdToken?: { idToken: string } })?.groupIdToken ?? {}
        return {
          token: String(idTag ?? idToken?.idToken),
          status: about?.status ?? null,
          group: about?.parentIdTag ?? group ?? null,
        }
      })
      return {
        type: payload.updateType,
        cards: cards.toSorted((one, two) => (one.token < two.token ? -1 : 1)),
      }
    })
  }
  const untilSent = (id: string, count: number) =>
    world.until(`${count} lists are in the journal`, async () => (await sent(id)).length >= count)

  describe.each(twoVersions)('%s', (protocol) => {
    test('cards that are added, blocked, expired, moved and removed come as differences', async () => {
      const { made } = await world.simulate(protocol)
      await wait()
      await untilSent(made.id, 1)
      const whole = [
        { token: 'A', status: 'Accepted', group: null },
        { token: 'B', status: 'Accepted', group: null },
      ]
      expect(await sent(made.id)).toEqual([{ type: 'Full', cards: whole }])
      expect(await following(made.id)).toMatchObject({ state: 'in_step', answer: null, due_at: null })

      await wait()
      expect(await sent(made.id)).toHaveLength(1)

      await add('C', 'FLEET')
      await change('A', { blocked: true })
      await wait()
      await change('C', { group_id: 'OTHER' })
      await change('B', { expires_at: new Date(world.clock.now().getTime() + 90_000) })
      await wait()
      // now B expires, and nobody has changed anything
      await wait()
      await world.db.deleteFrom('id_tokens').where('token', '=', 'A').execute()
      await wait()
      await untilSent(made.id, 5)
      expect(await sent(made.id, 1)).toEqual([
        {
          type: 'Differential',
          cards: [
            { token: 'A', status: 'Blocked', group: null },
            { token: 'C', status: 'Accepted', group: 'FLEET' },
          ],
        },
        {
          type: 'Differential',
          cards: [
            { token: 'B', status: 'Accepted', group: null },
            { token: 'C', status: 'Accepted', group: 'OTHER' },
          ],
        },
        { type: 'Differential', cards: [{ token: 'B', status: 'Expired', group: null }] },
        { type: 'Differential', cards: [{ token: 'A', status: null, group: null }] },
      ])
    })

    test('a station without room for all gets those that may charge, and its state says so', async () => {
      await change('B', { blocked: true })
      await add('C')
      await add('D')
      const { made } = await world.simulate(protocol, { listLimits: { entries: 3 } })
      await wait()
      await untilSent(made.id, 1)
      expect((await sent(made.id))[0]!.cards.map(({ token }) => token)).toEqual(['A', 'C', 'D'])
      expect(await following(made.id)).toMatchObject({ state: 'part', left_out: 1 })
      await change('A', { blocked: true })
      await change('B', { blocked: false })
      await wait()
      await untilSent(made.id, 2)
      expect((await sent(made.id, 1)).flatMap(({ cards }) => cards)).toEqual([
        { token: 'A', status: null, group: null },
        { token: 'B', status: 'Accepted', group: null },
      ])
    })

    test('a station that is away gets what has changed when it is back', async () => {
      const station = await world.simulate(protocol)
      const { made } = station
      await wait()
      await untilSent(made.id, 1)
      await station.close()
      await world.untilOffline(made.id)
      await add('LATE')
      await wait()
      expect(await following(made.id)).toMatchObject({ state: 'in_step', due_at: expect.any(String) })
      await world.simulateAs(made, protocol)
      await world.untilOnline(made.id)
      await wait(6000)
      await untilSent(made.id, 2)
      expect(await following(made.id)).toMatchObject({ state: 'in_step', due_at: null })
    })

    test('a station that says that differences do not fit gets the whole list at once', async () => {
      const answers = ['Accepted', 'VersionMismatch', 'Accepted']
      const { made } = await stubborn(protocol, () => answers.shift() ?? 'Accepted')
      await wait()
      await add('C')
      await wait()
      await untilSent(made.id, 3)
      expect((await sent(made.id)).map(({ type }) => type)).toEqual(['Full', 'Differential', 'Full'])
      expect(await following(made.id)).toMatchObject({ state: 'in_step', answer: null })
    })

    test('one that fails is tried again later and later', async () => {
      let says = 'Failed'
      const { made, received } = await stubborn(protocol, () => says)
      await wait()
      // a difference that fails is sent as a whole list at once
      const first = received.length
      expect(first).toBeGreaterThan(0)
      expect(await following(made.id)).toMatchObject({ state: 'failed', answer: 'Failed' })
      await wait(30_000)
      expect(received).toHaveLength(first)
      await wait(31_000)
      expect(received.length).toBeGreaterThan(first)
      const second = received.length
      await wait()
      expect(received).toHaveLength(second)
      says = 'Accepted'
      await wait(MINUTE_MS + 1000)
      expect(await following(made.id)).toMatchObject({ state: 'in_step', answer: null, due_at: null })
    })

    test('one that has no lists is asked once, and left alone until it boots', async () => {
      const { made, received } = await stubborn(protocol, () => 'NotSupported')
      await wait()
      expect(await following(made.id)).toMatchObject({ state: 'unsupported', due_at: null })
      await add('C')
      await wait()
      await wait()
      expect(received).toEqual(['NotSupported'])
      await world.db
        .updateTable('stations')
        .set({ booted_at: world.clock.now() })
        .where('id', '=', made.id)
        .execute()
      await wait()
      expect(received).toHaveLength(2)
    })

    /** A station that keeps a version and answers as the test says. */
    const stubborn = async (spoken: typeof protocol, status: () => string) => {
      let version = 0
      const received: string[] = []
      const { made } = await stations.aStation(spoken, (action, payload) => {
        if (action === 'GetLocalListVersion')
          return spoken === 'ocpp1.6' ? { listVersion: version } : { versionNumber: version }
        if (action !== 'SendLocalList') return { status: 'Accepted' }
        const said = status()
        received.push(said)
        if (said === 'Accepted') version = Number(payload.listVersion ?? payload.versionNumber)
        return { status: said }
      })
      await world.untilOnline(made.id)
      return { made, received }
    }
  })

  test('two servers send a list once', async () => {
    const { made } = await world.simulate('ocpp1.6')
    const { commands, lists } = world.server.stations
    const other = new ListKeeper(commands, openLog({ logLevel: 'error' } as never))
    await world.forward(MINUTE_MS + 1000)
    await Promise.all([lists.keep(), other.keep()])
    await lists.keep()
    await untilSent(made.id, 1)
    expect(await sent(made.id)).toHaveLength(1)
  })

  test('where the location does not ask for it, nothing is sent', async () => {
    await world.patch(`locations/${world.locationId}`, { local_lists: false })
    const { made } = await world.simulate('ocpp1.6')
    await wait()
    expect(await following(made.id)).toBeNull()
    expect(await sent(made.id)).toEqual([])
    await world.patch(`locations/${world.locationId}`, { local_lists: true })
    await wait()
    await untilSent(made.id, 1)
    await world.patch(`locations/${world.locationId}`, { local_lists: false })
    await wait()
  })
})

import type { DriverTag, ErrorAnswer, TagProof } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../../platform/general/testing.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { World } from '../../world/world.ts'
import { type AccountOf, openAccount } from './driver-account.ts'

const proofMs = 120_000

describe.each(openTestDatabases())('a driver takes a card ($name)', ({ open }) => {
  let world: World
  let made = 0
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const aDriver = (): Promise<AccountOf> => openAccount(world, { email: `tags${++made}@people.example` })
  const aToken = () => `TAG${++made}FF`
  const take = (driver: AccountOf, token: string, stationNumber?: number) =>
    driver.call<TagProof & ErrorAnswer>('POST', 'driver/me/tags', { token, station_number: stationNumber })
  const tagsOf = async (driver: AccountOf) =>
    (await driver.call<{ tags: DriverTag[]; proofs: TagProof[] }>('GET', 'driver/me/tags')).body
  const numberOf = async (stationId: string) =>
    (
      await world.db
        .selectFrom('stations')
        .select('number')
        .where('id', '=', stationId)
        .executeTakeFirstOrThrow()
    ).number

  describe.each(twoVersions)('%s', (protocol) => {
    const aTalk = async () => {
      const station = await world.simulate(protocol)
      return { id: station.id, ...cardTalk(protocol, station, () => world.clock.now()) }
    }

    test('by showing it within two minutes, and pays with a saved card alone', async () => {
      const [station, driver, token] = [await aTalk(), await aDriver(), aToken()]
      const answer = await take(driver, token.toLowerCase())
      expect(answer.status).toBe(201)
      expect(await tagsOf(driver)).toMatchObject({ tags: [], proofs: [{ token, station_number: null }] })
      // the clock of a story goes on by itself
      world.clock.forward(proofMs - 20_000)
      expect((await station.authorize(token)).status).toBe(protocol === 'ocpp1.6' ? 'Blocked' : 'NoCredit')
      expect(await tagsOf(driver)).toMatchObject({ tags: [{ token, blocked: false }], proofs: [] })
    })

    test('and not a moment later', async () => {
      const [station, driver, token] = [await aTalk(), await aDriver(), aToken()]
      await take(driver, token)
      world.clock.forward(proofMs)
      expect((await station.authorize(token)).status).toBe('Invalid')
      expect(await tagsOf(driver)).toEqual({ tags: [], proofs: [] })
    })

    test('by beginning a session with it, unless the session began before', async () => {
      const [station, driver, token] = [await aTalk(), await aDriver(), aToken()]
      await take(driver, token)
      const before = new Date(world.clock.now().getTime() - 60_000)
      const early = await station.start(token, { at: before })
      await station.stop(early.transactionId, token)
      expect((await tagsOf(driver)).tags).toEqual([])
      world.clock.forward(1000)
      const { transactionId } = await station.start(token)
      await station.stop(transactionId, token)
      expect((await tagsOf(driver)).tags).toMatchObject([{ token }])
    })

    test('at the station that was named, and at no other', async () => {
      const [station, other, driver, token] = [await aTalk(), await aTalk(), await aDriver(), aToken()]
      await take(driver, token, await numberOf(station.id))
      await other.authorize(token)
      expect((await tagsOf(driver)).tags).toEqual([])
      await station.authorize(token)
      expect((await tagsOf(driver)).tags).toMatchObject([{ token }])
    })

    test('unless another driver waits for the same card', async () => {
      const [station, driver, other, token] = [await aTalk(), await aDriver(), await aDriver(), aToken()]
      await take(driver, token)
      await take(other, token)
      expect((await station.authorize(token)).status).toBe('Invalid')
      for (const one of [driver, other]) expect((await tagsOf(one)).tags).toEqual([])
      // the other one has given up
      world.clock.forward(proofMs)
      await take(driver, token)
      await station.authorize(token)
      expect((await tagsOf(driver)).tags).toMatchObject([{ token }])
    })

    test('a card shown by two stations at once goes to one driver once', async () => {
      const [one, two, driver, token] = [await aTalk(), await aTalk(), await aDriver(), aToken()]
      await take(driver, token)
      await Promise.all([one.authorize(token), two.authorize(token)])
      expect((await tagsOf(driver)).tags).toHaveLength(1)
    })
  })

  test('a card that somebody has is refused, whoever that is', async () => {
    const [driver, token, ownerless] = [await aDriver(), aToken(), aToken()]
    await world.addCard(token)
    await world.addCard(ownerless, false)
    for (const one of [token, ownerless]) {
      const { status, body } = await take(driver, one)
      expect([status, body.code]).toEqual([409, 'token.exists'])
      expect(Object.keys(body).toSorted()).toEqual(['code', 'error'])
    }
    expect((await take(driver, aToken(), 99_999)).body.code).toBe('station.not_found')
  })

  test('ten cards an hour may be tried', async () => {
    const driver = await aDriver()
    for (let time = 0; time < 10; time += 1) expect((await take(driver, aToken())).status).toBe(201)
    const refused = await take(driver, aToken())
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
  })

  test('blocks it for good, and gives it up where it is not blocked', async () => {
    const driver = await aDriver()
    const [lost, spare] = [aToken(), aToken()]
    for (const token of [lost, spare])
      await world.db
        .insertInto('id_tokens')
        .values({ token, driver_id: driver.id, created_at: world.clock.now() })
        .execute()
    const station = cardTalk('ocpp1.6', await world.simulate('ocpp1.6'), () => world.clock.now())
    const blocked = await driver.call('PATCH', `driver/me/tags/${lost}`, { blocked: true })
    expect(blocked).toMatchObject({ status: 200, body: { token: lost, blocked: true } })
    expect((await station.authorize(lost)).status).toBe('Blocked')
    expect((await driver.call('PATCH', `driver/me/tags/${lost}`, { blocked: false })).status).toBe(400)
    expect((await driver.call('DELETE', `driver/me/tags/${lost}`)).status).toBe(404)
    expect((await driver.call('DELETE', `driver/me/tags/${spare}`)).status).toBe(204)
    expect((await station.authorize(spare)).status).toBe('Invalid')
    expect((await tagsOf(driver)).tags).toMatchObject([{ token: lost, blocked: true }])
  })
})

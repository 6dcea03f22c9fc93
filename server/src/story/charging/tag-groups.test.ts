import type { Driver, OrderDetails, UnknownTag } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { cardTalk } from '../stations/journal/card-talk.ts'
import { World } from '../world/world.ts'

/** Groups of cards, drivers' own discounts and cards that nobody knows, at the tariff of the world: 17.00 a kWh. */
describe('groups, discounts and unknown cards', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  describe.each(twoVersions)('%s', (protocol) => {
    let made = 0
    const name = (text: string) => `${text}${protocol === 'ocpp1.6' ? 16 : 20}${++made}`
    const aTalk = async () => {
      const station = await world.simulate(protocol)
      return { id: station.id, ...cardTalk(protocol, station, () => world.clock.now()) }
    }
    const charge = async (card: string, energyWh = 10_000) => {
      const station = await aTalk()
      const { transactionId } = await station.start(card)
      await station.stop(transactionId, card, energyWh)
      const [order] = await world.ordersOf(station.id)
      return world.order(order!.id)
    }
    const driverOf = async (card: string): Promise<Driver> => {
      const [driver] = await world.get<Driver[]>(`drivers?search=${card}`)
      return driver!
    }
    const money = ({
      charging_price,
      discount,
      tariff,
      payment_method_type,
      needs_review,
    }: OrderDetails) => ({
      charging_price,
      discount,
      tariff,
      payment_method_type,
      needs_review,
    })

    test('a card of a free group charges for nothing, and nobody has to decide about it', async () => {
      const [card, group] = [name('FREE'), name('STAFF')]
      await world.addCard(card)
      await world.patch(`id-tokens/${card}`, { group })
      await world.put(`tag-groups/${group}`, { name: 'Staff', charging: 'free' })
      const order = await charge(card)
      expect(money(order)).toEqual({
        charging_price: 0,
        discount: 0,
        tariff: 1700,
        payment_method_type: 'compensation',
        needs_review: false,
      })
      expect(order.tag_group).toEqual({ key: group, name: 'Staff', free: true })
      expect(await world.paymentsOf(order.station_id)).toEqual([])
      // from now on it is like everybody's
      await world.put(`tag-groups/${group}`, { name: 'Staff', charging: 'usual' })
      expect(money(await charge(card))).toMatchObject({
        charging_price: 17_000,
        payment_method_type: 'account',
      })
    })

    test('a group’s own tariff holds from its change on, and what ran before keeps its price', async () => {
      const [card, group] = [name('TARIFF'), name('TAXI')]
      await world.addCard(card)
      await world.patch(`id-tokens/${card}`, { group })
      await world.put(`tag-groups/${group}`, {
        name: 'Taxi',
        charging: 'tariff',
        tariff: 1000,
        start_fee: 500,
      })
      const station = await aTalk()
      const { transactionId } = await station.start(card)
      await world.forward(DAY_MS)
      await world.put(`tag-groups/${group}`, { name: 'Taxi', charging: 'tariff', tariff: 1200 })
      await station.stop(transactionId, card, 10_000)
      const [first] = await world.ordersOf(station.id)
      expect(money(await world.order(first!.id))).toMatchObject({ charging_price: 10_500, tariff: 1000 })
      const second = await charge(card)
      expect(money(second)).toMatchObject({ charging_price: 12_000, tariff: 1200, discount: 0 })
      expect(second.tag_group).toEqual({ key: group, name: 'Taxi', free: false })
      const [driver] = await world.get<Driver[]>(`drivers?search=${card}`)
      expect(driver?.balance).toBe(-22_500)
    })

    test('a driver’s own discount is taken off and frozen at the start', async () => {
      const card = name('DISCOUNT')
      await world.addCard(card)
      const { id } = await driverOf(card)
      expect(await world.patch<Driver>(`drivers/${id}`, { discount_percent: 20 })).toMatchObject({
        discount_percent: 20,
      })
      const station = await aTalk()
      const { transactionId } = await station.start(card)
      await world.patch(`drivers/${id}`, { discount_percent: 50 })
      await station.stop(transactionId, card, 10_000)
      const [order] = await world.ordersOf(station.id)
      expect(money(await world.order(order!.id))).toMatchObject({ charging_price: 13_600, discount: 20 })
      expect(money(await charge(card))).toMatchObject({ charging_price: 8500, discount: 50 })
      expect((await driverOf(card)).balance).toBe(-22_100)
    })

    test('a card that nobody knows is counted until it is registered', async () => {
      const card = name('STRANGER')
      const station = await aTalk()
      for (let time = 0; time < 3; time++) await station.authorize(card.toLowerCase())
      const listed = async () =>
        (await world.get<UnknownTag[]>(`unknown-tags?search=${card}`)).map(
          ({ token, shown, station: at }) => [token, shown, at.id],
        )
      expect(await listed()).toEqual([[card, 3, station.id]])
      await world.post('id-tokens', { token: card, group: name('FAMILY') })
      expect(await listed()).toEqual([])
      expect((await station.authorize(card)).status).toBe('Accepted')
    })
  })
})

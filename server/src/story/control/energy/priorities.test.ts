import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

describe('who comes first where a location shares its current by groups', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  let nth = 0
  /** Puts the card of a yard's station into a card group of a priority, or its driver into a fleet of one. */
  const driverOf = async (yard: Yard, index: number): Promise<number> => {
    const card = `CARD-${yard.station(index).made.id}`
    const found = await world.get<{ id: number }[]>(`drivers?search=${card}`)
    return found[0]!.id
  }
  const inGroup = async (yard: Yard, index: number, priority: number | null): Promise<string> => {
    nth += 1
    const key = `PRIO${nth}`
    await world.put(`tag-groups/${key}`, { name: `Group ${nth}`, charging: 'usual', priority })
    await world.patch(`id-tokens/CARD-${yard.station(index).made.id}`, { group: key })
    return `Group ${nth}`
  }
  const inFleet = async (yard: Yard, index: number, priority: number | null): Promise<string> => {
    nth += 1
    const name = `Fleet ${nth}`
    const email = `fleet${nth}@company.example`
    const { id } = await world.post<{ id: number }>('fleets', { name, email, month_limit: null, priority })
    await world.patch(`drivers/${await driverOf(yard, index)}`, { fleet_id: id })
    return name
  }
  const saysOf = async (yard: Yard) => (await yard.view()).outlets.map(({ session }) => session?.priority)

  test('is the company, before the group of the card, before the EVSE, and the session says so', async () => {
    const yard = await Yard.open(world, ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'], { fuseA: 60 })
    const group = await inGroup(yard, 0, 5)
    const worse = await inGroup(yard, 1, 9)
    const fleet = await inFleet(yard, 1, 1)
    await yard.save({ strategy: 'priority' })
    for (const index of [0, 1, 2]) await yard.car(index)
    const targets = (...wanted: number[]) =>
      yard.until(`they are to have ${wanted.join(', ')} A`, ({ outlets }) =>
        outlets.every(({ session }, index) => session?.target_a === wanted[index]),
      )
    // who has begun keeps 6 A; the EVSE is of group 0, then comes the company, and the card's group has what is left
    await targets(6, 22, 32)
    expect(await saysOf(yard)).toEqual([
      { group: 5, of: 'cards', name: group },
      { group: 1, of: 'fleet', name: fleet },
      { group: 0, of: 'evse', name: null },
    ])
    expect(worse).not.toBe(group)
    await yard.save({ strategy: 'equal' })
    await yard.until('groups do not count', ({ outlets }) => outlets[0]?.session?.priority === null)
    await targets(20, 20, 20)
  })

  test('and a session that its driver or the staff let come first, however the location shares', async () => {
    const yard = await Yard.open(world, ['ocpp2.1', 'ocpp2.1'], { fuseA: 48 })
    for (const index of [0, 1]) await yard.car(index)
    const targets = (...wanted: number[]) =>
      yard.until(`they are to have ${wanted.join(', ')} A`, ({ outlets }) =>
        outlets.every(({ session }, index) => session?.target_a === wanted[index]),
      )
    await targets(24, 24)
    await yard.station(1).prioritize(true)
    await targets(16, 32)
    expect(await saysOf(yard)).toEqual([null, { group: 0, of: 'session', name: null }])
    await yard.station(1).prioritize(false)
    await targets(24, 24)
  })

  test('and a group or a company without a priority leaves it to what comes after it', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1'], { fuseA: 40 })
    const group = await inGroup(yard, 0, 3)
    await inFleet(yard, 0, null)
    await yard.save({ strategy: 'priority' })
    await yard.car(0)
    await yard.until('it charges', ({ outlets }) => outlets[0]?.session?.priority != null)
    expect(await saysOf(yard)).toEqual([{ group: 3, of: 'cards', name: group }])
  })
})

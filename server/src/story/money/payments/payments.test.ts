import type { GroupedPaymentNode, PaymentNode, Tokens } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

interface Answer<T> {
  data: T | null
  errors?: { extensions: { code: string } }[]
}

describe.each(openTestDatabases())('payments by day ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('CARD1')
    const station = await world.simulate('ocpp1.6')
    await station.charge({ token: 'CARD1', energyWh: 10_000 })
    await station.charge({ token: 'CARD1', energyWh: 2_500 })
  })
  afterAll(() => world.close())

  async function ask<T>(role: string, query: string): Promise<Answer<T>> {
    const post = async (path: string, body: object, token?: string) => {
      const answer = await fetch(`${world.server.url}/api/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      return answer.json()
    }
    const email = `${role}@demo.stationmaster.example`
    const tokens = (await post('v1/auth/manager/log-in', { email, password: 'demo-pass-1' })) as Tokens
    return (await post('graphql', { query }, tokens.access_token)) as Answer<T>
  }

  test('a day’s sums are the sums of its payments', async () => {
    const { data } = await ask<{ groupedPayments: GroupedPaymentNode[] }>(
      'accounter',
      `{ groupedPayments { day count kwh amount payment_method_type location { id name } } }`,
    )
    const [group, ...others] = data!.groupedPayments
    expect(others).toEqual([])
    const { data: list } = await ask<{ payments: PaymentNode[] }>(
      'administrator',
      `{ payments { id day energy captured_amount payment_method_type location { id } } }`,
    )
    const sum = (pick: (payment: PaymentNode) => number) =>
      list!.payments.reduce((total, payment) => total + pick(payment), 0)
    expect(group).toMatchObject({ count: 2, payment_method_type: 'account' })
    expect(group!.amount).toBe(sum((payment) => payment.captured_amount))
    expect(group!.amount).toBeGreaterThan(0)
    expect(group!.kwh * 1000).toBeCloseTo(sum((payment) => payment.energy))
    expect(new Set(list!.payments.map(({ day }) => day))).toEqual(new Set([group!.day]))
  })

  test.each([
    ['card', 2],
    ['account', 2],
    ['terminal', 0],
    ['cash', 0],
  ])('the filter %s finds %i', async (type, count) => {
    const { data } = await ask<{ payments: PaymentNode[] }>(
      'accounter',
      `{ payments(payment_method_type: "${type}") { id } }`,
    )
    expect(data!.payments).toHaveLength(count)
  })

  test('from and to bound the settlement day, in the network’s time zone', async () => {
    const now = world.clock.now().getTime()
    const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
    const count = async (bounds: string) => {
      const { data } = await ask<{ payments: PaymentNode[] }>('accounter', `{ payments(${bounds}) { id } }`)
      return data!.payments.length
    }
    expect(await count(`from: "${at(0)}", to: "${at(0)}"`)).toBe(2)
    expect(await count(`from: "${at(1)}"`)).toBe(0)
    expect(await count(`to: "${at(-1)}"`)).toBe(0)
  })

  test.each(['manager', 'operator', 'developer'])('%s is refused', async (role) => {
    for (const query of ['{ payments { id } }', '{ groupedPayments { day } }']) {
      const { errors } = await ask<null>(role, query)
      expect(errors, JSON.stringify(errors)).toMatchObject([{ extensions: { code: 'auth.forbidden' } }])
    }
  })

  test('what makes no sense is refused', async () => {
    for (const bad of [
      'payment_method_type: "gold"',
      'from: "yesterday"',
      'limit: 0',
      'locationIds: ["x"]',
    ]) {
      const { errors } = await ask<null>('administrator', `{ payments(${bad}) { id } }`)
      expect(errors?.[0]?.extensions.code, bad).toBe('request.invalid')
    }
  })
})

import type { ChargeStation, Controllers, Station } from '@stationmaster/contract'
import { expect } from 'vitest'
import { passwordOf, stepAt } from '../../../slices/control/commands/codes/code-rules.ts'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage21 } from '../stage21.ts'

/** The variables by which a station shows codes (2.1 part 2, C25). */
const variables = ['Enabled', 'URLTemplate', 'TOTPVersion', 'SharedSecret', 'ValidityTime', 'Length']

/** What the server sets of the codes' component once it has read that the station has it, by variable. */
async function setUp(s: Stage21): Promise<Map<string, string>> {
  for (const name of variables) s.variables.set(`WebPaymentsCtrlr.${name}`, '')
  await s.ready()
  const set = new Map<string, string>()
  s.station.always('SetVariables', ({ setVariableData }) => ({
    setVariableResult: (
      setVariableData as { component: Payload; variable: { name: string }; attributeValue: string }[]
    ).map(({ component, variable, attributeValue }) => {
      set.set(variable.name, attributeValue)
      return { component, variable, attributeStatus: 'Accepted' }
    }),
  }))
  await s.world.post(`stations/${s.id}/configuration/refresh`)
  await s.until('the server has read them', async () => {
    const { technical } = await s.world.get<Controllers>(`stations/${s.id}/controllers`)
    return technical?.configuration?.fetched_at != null
  })
  await s.boot('RemoteReset')
  await s.until('it shows codes', async () => set.get('Enabled') === 'true')
  return set
}

async function asDriver<T>(s: Stage21, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${s.world.server.url}/api/v1/driver/${path}`, {
    ...(body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })
  return (await answer.json()) as T
}

export const webPayment: Block<Stage21> = {
  title: 'Payments on the web',
  cases: [
    {
      id: 'SM_2.1_60',
      subject: 'Dynamic code at the station (C25): it is set up, and its one-time password is checked',
      async play(s) {
        const set = await setUp(s)
        expect([...set.keys()].toSorted()).toEqual(variables.toSorted())
        const { number } = await s.world.get<Station>(`stations/${s.id}`)
        expect(set.get('URLTemplate')).toContain(`/charge/${number}?c={totp}`)
        // the password is made of the secret as the station makes it
        const right = passwordOf(set.get('SharedSecret') ?? '', stepAt(s.world.clock.now()))
        const look = (c: string) => asDriver<ChargeStation>(s, `stations/${number}?c=${c}&evse=1`)
        expect(await look(right)).toMatchObject({ sticker: 'ours' })
        expect(await look(`x${right.slice(1)}`)).toMatchObject({ sticker: 'foreign' })
      },
    },
    {
      id: 'SM_2.1_61',
      subject: 'The station is told who pays on the web, and when nobody does any more (C25)',
      async play(s) {
        await s.ready()
        const { number } = await s.world.get<Station>(`stations/${s.id}`)
        const look = async () => {
          const { connectors } = await asDriver<ChargeStation>(s, `stations/${number}`)
          return connectors.find(({ evse }) => evse === 1)
        }
        await s.until('a driver may charge there', async () => (await look())?.can.charge === true)
        // the station has an EVSE 1
        const { id, price } = (await look())!
        const begin = { connector_id: id, quote: price?.quote, request_id: crypto.randomUUID() }
        const begun = await s.commanded('NotifyWebPaymentStarted', {}, () =>
          asDriver<{ order_id: number }>(s, `stations/${number}/sessions`, begin),
        )
        expect(begun.request).toEqual({ evseId: 1, timeout: expect.any(Number) })
        expect(begun.request.timeout).toBeGreaterThan(0)
        const { order_id } = begun.result
        const ended = await s.commanded('NotifyWebPaymentStarted', {}, () =>
          s.world.post(`orders/${order_id}/cancel`, { reason: 'changed their mind' }),
        )
        expect(ended.request).toEqual({ evseId: 1, timeout: 0 })
      },
    },
  ],
}

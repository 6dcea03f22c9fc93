import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage201 } from '../stage201.ts'

type Wish = 'operative' | 'inoperative'
const words = { operative: 'Operative', inoperative: 'Inoperative' } as const
const evseOf = async (s: Stage201, evse: number) => (await s.shown()).evses[evse - 1]!

/** An operator's wish, and the station's word for it; evse 0 is the whole station. */
async function wishes(s: Stage201, wish: Wish, evse: number, status = 'Accepted'): Promise<void> {
  const { asked, told } = await s.commanded('ChangeAvailability', { status }, () => s.operate(wish, evse))
  expect(asked).toMatchObject({ operationalStatus: words[wish] })
  if (evse === 0) expect(asked).not.toHaveProperty('evse')
  else expect(asked.evse).toEqual({ id: evse })
  const evses = evse === 0 ? [1, 2] : [evse]
  expect(told.answers).toMatchObject(evses.map((evse_number) => ({ evse_number, accepted: true, status })))
  for (const one of evses) {
    expect(await evseOf(s, one)).toMatchObject({
      operational: wish === 'operative',
      availability_pending: false,
    })
  }
  if (status !== 'Accepted') return
  for (const one of evses) {
    await s.status(wish === 'operative' ? 'Available' : 'Unavailable', one)
    expect(await s.shownStatus(one)).toBe(wish === 'operative' ? 'Available' : 'Unavailable')
  }
}

/** The wish waits for the car that charges; the other EVSE of the station is not its concern. */
async function waitsForCar(s: Stage201, evse: number): Promise<void> {
  await s.ready()
  const { transaction } = await s.charging()
  await wishes(s, 'inoperative', evse, 'Scheduled')
  expect(await s.order()).toMatchObject({ status: 'started' })
  await transaction.ended('EVDeparted', 'EVDisconnected')
  await s.status('Unavailable')
  expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
  expect(await s.shownStatus()).toBe('Unavailable')
}

async function wishesForConnector(s: Stage201, operationalStatus: string, status: string): Promise<void> {
  await s.ready()
  const evse = { id: 1, connectorId: 1 }
  await s.send('ChangeAvailability', { operationalStatus, evse }, { status: 'Accepted' })
  await s.status(status)
  expect(await s.shownStatus()).toBe(status)
}

export const blockG: Block<Stage201> = {
  title: 'G. Availability',
  cases: [
    {
      id: 'TC_G_03',
      subject: 'Change availability, EVSE, operative to inoperative',
      async play(s) {
        await s.ready()
        await wishes(s, 'inoperative', 1)
        expect(await s.shownStatus(2)).toBe('Available')
      },
    },
    {
      id: 'TC_G_04',
      subject: 'Change availability, EVSE, inoperative to operative',
      async play(s) {
        await s.ready()
        await wishes(s, 'inoperative', 1)
        await wishes(s, 'operative', 1)
      },
    },
    {
      id: 'TC_G_05',
      subject: 'Change availability, Station, operative to inoperative',
      async play(s) {
        await s.ready()
        await wishes(s, 'inoperative', 0)
      },
    },
    {
      id: 'TC_G_06',
      subject: 'Change availability, Station, inoperative to operative',
      async play(s) {
        await s.ready()
        await wishes(s, 'inoperative', 0)
        await wishes(s, 'operative', 0)
      },
    },
    {
      id: 'TC_G_11',
      subject: 'Change availability, EVSE, with a transaction',
      play: (s) => waitsForCar(s, 1),
    },
    {
      id: 'TC_G_14',
      subject: 'Change availability, Station, with a transaction',
      play: (s) => waitsForCar(s, 0),
    },
    {
      id: 'TC_G_07',
      subject: 'Change availability, connector, Inoperative',
      play: (s) => wishesForConnector(s, 'Inoperative', 'Unavailable'),
    },
    {
      id: 'TC_G_08',
      subject: 'Change availability, connector, Operative',
      play: (s) => wishesForConnector(s, 'Operative', 'Available'),
    },
    {
      id: 'TC_G_20',
      subject: 'Lock failure',
      async play(s) {
        await s.ready()
        await s.status('Occupied')
        expect((await s.authorize(await s.card())).status).toBe('Accepted')
        const answer = await s.call('NotifyEvent', {
          generatedAt: s.ago(),
          seqNo: 0,
          eventData: [
            {
              eventId: 1,
              timestamp: s.ago(),
              trigger: 'Alerting',
              actualValue: 'true',
              eventNotificationType: 'HardWiredNotification',
              component: { name: 'ConnectorPlugRetentionLock', evse: { id: 1, connectorId: 1 } },
              variable: { name: 'Problem' },
            },
          ],
        })
        expect(answer).toEqual({})
        await s.status('Faulted')
        expect(await s.shownStatus()).toBe('Faulted')
        expect(await s.orders()).toEqual([])
      },
    },
  ],
}

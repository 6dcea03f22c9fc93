import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage201 } from '../stage201.ts'

type OperationalStatus = 'operative' | 'inoperative'
const words = { operative: 'Operative', inoperative: 'Inoperative' } as const
const evseOf = async (s: Stage201, evse: number) => (await s.shown()).evses[evse - 1]!

/** An operator changes the availability, and the station answers with `status`; evse 0 is the whole station. */
async function changesAvailability(
  s: Stage201,
  desired: OperationalStatus,
  evse: number,
  status = 'Accepted',
): Promise<void> {
  const { request, result } = await s.commanded('ChangeAvailability', { status }, () =>
    s.operate(desired, evse),
  )
  expect(request).toMatchObject({ operationalStatus: words[desired] })
  if (evse === 0) expect(request).not.toHaveProperty('evse')
  else expect(request.evse).toEqual({ id: evse })
  const evses = evse === 0 ? [1, 2] : [evse]
  expect(result.answers).toMatchObject(evses.map((evse_number) => ({ evse_number, accepted: true, status })))
  for (const one of evses) {
    expect(await evseOf(s, one)).toMatchObject({
      operational: desired === 'operative',
      availability_pending: false,
    })
  }
  if (status !== 'Accepted') return
  for (const one of evses) {
    await s.status(desired === 'operative' ? 'Available' : 'Unavailable', one)
    expect(await s.shownStatus(one)).toBe(desired === 'operative' ? 'Available' : 'Unavailable')
  }
}

/** The change waits until the car that charges has left; the other EVSE of the station stays as it is. */
async function waitsForCar(s: Stage201, evse: number): Promise<void> {
  await s.ready()
  const { transaction } = await s.charging()
  await changesAvailability(s, 'inoperative', evse, 'Scheduled')
  expect(await s.order()).toMatchObject({ status: 'started' })
  await transaction.ended('EVDeparted', 'EVDisconnected')
  await s.status('Unavailable')
  expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
  expect(await s.shownStatus()).toBe('Unavailable')
}

async function changesConnectorAvailability(
  s: Stage201,
  operationalStatus: string,
  status: string,
): Promise<void> {
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
        await changesAvailability(s, 'inoperative', 1)
        expect(await s.shownStatus(2)).toBe('Available')
      },
    },
    {
      id: 'TC_G_04',
      subject: 'Change availability, EVSE, inoperative to operative',
      async play(s) {
        await s.ready()
        await changesAvailability(s, 'inoperative', 1)
        await changesAvailability(s, 'operative', 1)
      },
    },
    {
      id: 'TC_G_05',
      subject: 'Change availability, Station, operative to inoperative',
      async play(s) {
        await s.ready()
        await changesAvailability(s, 'inoperative', 0)
      },
    },
    {
      id: 'TC_G_06',
      subject: 'Change availability, Station, inoperative to operative',
      async play(s) {
        await s.ready()
        await changesAvailability(s, 'inoperative', 0)
        await changesAvailability(s, 'operative', 0)
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
      play: (s) => changesConnectorAvailability(s, 'Inoperative', 'Unavailable'),
    },
    {
      id: 'TC_G_08',
      subject: 'Change availability, connector, Operative',
      play: (s) => changesConnectorAvailability(s, 'Operative', 'Available'),
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

import type { OcppMessage } from '@stationmaster/contract'
import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage21 } from '../stage21.ts'

/** What the console shows of a station, newest first. */
const journal = (s: Stage21, action: string) =>
  s.world.get<OcppMessage[]>(`ocpp-messages/${s.id}?action=${action}`)

const stream = {
  id: 3,
  pending: 0,
  basetime: '2026-03-01T10:00:00Z',
  data: [{ t: 0, v: '230.1' }],
}

/** What is new on the wire of 2.1. */
export const frames: Block<Stage21> = {
  title: 'Frames',
  cases: [
    {
      id: 'SM_2.1_01',
      subject: 'The station’s order of subprotocols counts',
      async play(s) {
        await s.connect({ offers: ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] })
        expect(s.station.chosen).toBe('ocpp2.1')
        await s.connect({ offers: ['ocpp2.0.1', 'ocpp2.1'] })
        expect(s.station.chosen).toBe('ocpp2.0.1')
      },
    },
    {
      id: 'SM_2.1_02',
      subject: 'SEND is journaled and gets no answer',
      async play(s) {
        await s.ready()
        s.station.tell('NotifyPeriodicEventStream', stream)
        s.station.tell('NoSuchAction', {})
        // an answer to one of them would be a fault of the case
        await s.call('Heartbeat', {})
        let shown: OcppMessage | undefined
        await s.until('the console shows it', async () => {
          shown = (await journal(s, 'NotifyPeriodicEventStream'))[0]
          return shown !== undefined
        })
        expect(shown).toMatchObject({ message_type_id: 6, payload: stream })
      },
    },
    {
      id: 'SM_2.1_03',
      subject: 'NotifyPeriodicEventStream as a call is refused',
      async play(s) {
        await s.ready()
        await expect(s.station.callAsItStands('NotifyPeriodicEventStream', stream)).rejects.toThrow(
          'NotSupported',
        )
      },
    },
    {
      id: 'SM_2.1_04',
      subject: 'CALLRESULTERROR to an answer that cannot be taken',
      async play(s) {
        await s.ready()
        const posted = s.world.post(`stations/${s.id}/message`, { action: 'ClearCache', payload: {} })
        const refused = expect(posted).rejects.toThrow('TypeConstraintViolation')
        const call = await s.station.next('ClearCache')
        call.answerAsItStands({ status: 7 })
        await refused
        await s.until('the station is told', async () => s.station.refusedAnswers.length === 1)
        await s.send('ClearCache', {}, { status: 'Accepted' })
        expect(s.station.refusedAnswers).toEqual([[expect.any(String), 'TypeConstraintViolation']])
      },
    },
    {
      id: 'SM_2.1_05',
      subject: 'NotifyWebPaymentStarted, sent the wrong way round, does no harm',
      async play(s) {
        await s.ready()
        expect(await s.call('NotifyWebPaymentStarted', { evseId: 1, timeout: 60 })).toEqual({})
      },
    },
    {
      id: 'SM_2.1_06',
      subject: 'A card’s number of 255 characters',
      async play(s) {
        await s.ready()
        expect(await s.authorize('A'.repeat(255))).toMatchObject({ status: 'Invalid' })
        const tooLong = { idToken: { idToken: 'A'.repeat(256), type: 'Central' } }
        await expect(s.station.callAsItStands('Authorize', tooLong)).rejects.toThrow(
          'PropertyConstraintViolation',
        )
      },
    },
  ],
}

import { expect, test } from 'vitest'
import { faultsOf } from '../../commands/actions.ts'
import type { StationEvent, StationReply } from '../../station-event.ts'
import { versions } from '../../versions.ts'

const limit = { costMinor: 1234, energyWh: 5000.5, seconds: 3600, soc: 80 }
const event: StationEvent = { type: 'meter.sampled', transactionId: 'T', samples: [], offline: false }

function answered(protocol: 'ocpp2.0.1' | 'ocpp2.1', reply: StationReply) {
  const row = versions[protocol].fromStation.TransactionEvent
  if (row?.treatment !== 'handled') throw new Error('it is handled')
  const answer = JSON.parse(JSON.stringify(row.answer(reply, event))) as Record<string, unknown>
  expect(faultsOf(versions[protocol], 'TransactionEventResponse', answer)).toEqual([])
  return { answer, read: row.readAnswer(answer) }
}

test('a station of 2.1 gets the limits of its transaction', () => {
  const { answer, read } = answered('ocpp2.1', { type: 'accepted', totalCostMinor: 100, limit })
  expect(answer).toEqual({
    totalCost: 1,
    transactionLimit: { maxCost: 12.34, maxEnergy: 5000.5, maxTime: 3600, maxSoC: 80 },
  })
  expect(read).toEqual({ type: 'accepted', totalCostMinor: 100, limit })
  expect(answered('ocpp2.1', { type: 'accepted', limit: { seconds: 60 } }).answer).toEqual({
    transactionLimit: { maxTime: 60 },
  })
  expect(answered('ocpp2.1', { type: 'accepted' }).answer).toEqual({})
  expect(answered('ocpp2.1', { type: 'done' }).read).toEqual({ type: 'accepted' })
})

test('2.0.1 has no place for them', () => {
  expect(answered('ocpp2.0.1', { type: 'accepted', limit }).answer).toEqual({})
})

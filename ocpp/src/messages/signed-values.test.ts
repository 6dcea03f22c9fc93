import { expect, test } from 'vitest'
import { readEvent } from '../testing.ts'

const timestamp = '2026-11-20T10:00:00.000Z'
const at = new Date(timestamp)

test('values that a meter of 1.6 has signed are read as they came', () => {
  const data = ' OCMF|{"RD":[]}|{"SD":"30"}\n'
  const payload = {
    connectorId: 1,
    transactionId: 5,
    meterValue: [
      {
        timestamp,
        sampledValue: [
          { value: '21.5', unit: 'kWh' },
          { value: data, format: 'SignedData', context: 'Transaction.Begin' },
          { value: '', format: 'SignedData' },
        ],
      },
    ],
  }
  const { event, remarks } = readEvent('ocpp1.6', 'MeterValues', payload)
  expect(event).toMatchObject({
    samples: [{ at, energyWh: 21_500 }],
    signed: [{ at, context: 'Transaction.Begin', data }],
  })
  expect(remarks).toEqual([])
})

test('a message of 1.6 with nothing but signed values has their time', () => {
  const sampledValue = [{ value: 'OCMF|{}|{}', format: 'SignedData' }]
  const payload = { connectorId: 1, transactionId: 5, meterValue: [{ timestamp, sampledValue }] }
  expect(readEvent('ocpp1.6', 'MeterValues', payload).event).toMatchObject({ samples: [], happenedAt: at })
})

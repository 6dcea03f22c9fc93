import { expect, test } from 'vitest'
import { faultsOf } from '../../commands/actions.ts'
import type { StationTariff } from '../../commands/station-tariff.ts'
import type { SingleCommand } from '../../station-command.ts'
import { readEvent } from '../../testing.ts'
import { versions } from '../../versions.ts'

const { 'ocpp2.1': v21 } = versions
const tariff: StationTariff = {
  id: '17-abc-1',
  currency: 'RUB',
  validFrom: new Date('2026-12-01T00:00:00.000Z'),
  energy: [
    {
      priceMicro: 1_250_000,
      when: { from: '22:00', to: '00:00', daysOfWeek: [0, 6], fromDate: '2026-12-01', toDate: '2027-01-01' },
    },
    { priceMicro: 1_699_999.5, when: { minWh: 1000, maxWh: 2000 } },
    { priceMicro: 1_700_000 },
  ],
  time: [{ priceMicro: 50_000, when: { minSeconds: 60, maxSeconds: 120 } }],
  fee: [{ priceMicro: 3_000_000 }],
  leastMinor: 10_000,
  mostMinor: 99_999,
}

function written(command: SingleCommand) {
  const call = v21.writeCommand(command)
  if ('unsupported' in call) throw new Error(call.unsupported)
  expect(faultsOf(v21, call.action, JSON.parse(JSON.stringify(call.payload)))).toEqual([])
  return call
}

test('a tariff goes to an EVSE, and each minute costs the same whether the car charges or not', () => {
  const perMinute = { prices: [{ priceMinute: 0.5, conditions: { minTime: 60, maxTime: 120 } }] }
  expect(written({ type: 'set_tariff', evse: 2, tariff })).toEqual({
    action: 'SetDefaultTariff',
    payload: {
      evseId: 2,
      tariff: {
        tariffId: '17-abc-1',
        currency: 'RUB',
        validFrom: '2026-12-01T00:00:00.000Z',
        energy: {
          prices: [
            {
              priceKwh: 12.5,
              conditions: {
                startTimeOfDay: '22:00',
                endTimeOfDay: '00:00',
                dayOfWeek: ['Sunday', 'Saturday'],
                validFromDate: '2026-12-01',
                validToDate: '2027-01-01',
              },
            },
            { priceKwh: 16.999995, conditions: { minEnergy: 1000, maxEnergy: 2000 } },
            { priceKwh: 17 },
          ],
        },
        chargingTime: perMinute,
        idleTime: perMinute,
        fixedFee: { prices: [{ priceFixed: 30 }] },
        minCost: { exclTax: 100, inclTax: 100 },
        maxCost: { exclTax: 999.99, inclTax: 999.99 },
      },
    },
  })
})

test('what has no price has no place', () => {
  const free: StationTariff = { id: 'F', currency: 'EUR', energy: [{ priceMicro: 0 }], time: [], fee: [] }
  expect(written({ type: 'change_tariff', transactionId: 'T', tariff: free }).payload).toEqual({
    transactionId: 'T',
    tariff: { tariffId: 'F', currency: 'EUR', energy: { prices: [{ priceKwh: 0 }] } },
  })
})

test('tariffs are taken away by their ids, and what is not there is no refusal', () => {
  const command = { type: 'clear_tariffs', evse: 1, ids: ['A', 'B'] } as const
  expect(written(command)).toEqual({
    action: 'ClearTariffs',
    payload: { evseId: 1, tariffIds: ['A', 'B'] },
  })
  const answer = (...statuses: string[]) =>
    v21.readAnswer(command, {
      clearTariffsResult: statuses.map((status, at) => ({ status, tariffId: `${at}` })),
    })
  expect(answer('Accepted', 'NoTariff')).toEqual({ status: 'Accepted' })
  expect(answer('Accepted', 'Rejected')).toEqual({ status: 'Rejected' })
})

test('a station says what it can', () => {
  const command = { type: 'tariff_abilities' } as const
  written(command)
  const answer = (...values: (string | undefined)[]) =>
    v21.readAnswer(command, {
      getVariableResult: values.map((attributeValue) => ({ attributeStatus: 'Accepted', attributeValue })),
    }).tariffs
  expect(answer('true', 'True', 'false')).toEqual({ available: true, enabled: true, conditions: false })
  expect(answer('true', 'false', undefined)).toEqual({ available: true, enabled: false })
  expect(answer(undefined, undefined, undefined)).toEqual({ available: false, enabled: false })
})

test.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s has no word for any of it', (protocol) => {
  for (const command of [
    { type: 'tariff_abilities' },
    { type: 'set_tariff', evse: 1, tariff },
    { type: 'clear_tariffs', evse: 1 },
    { type: 'change_tariff', transactionId: 'T', tariff },
  ] as const)
    expect(versions[protocol].writeCommand(command)).toEqual({
      unsupported: `${protocol} has no tariffs at the station`,
    })
})

const ended = (costDetails: object) =>
  readEvent('ocpp2.1', 'TransactionEvent', {
    eventType: 'Ended',
    timestamp: '2026-03-01T12:00:00Z',
    triggerReason: 'CostLimitReached',
    seqNo: 3,
    transactionInfo: { transactionId: 'T' },
    costDetails,
  }).event
const totalUsage = { energy: 1000, chargingTime: 60, idleTime: 0 }

test('what a station has reckoned is with taxes where it says so', () => {
  const cost = (total: object, more: object = {}) => {
    const event = ended({
      totalUsage,
      totalCost: { currency: 'EUR', typeOfCost: 'NormalCost', total },
      ...more,
    })
    return event.type === 'charging.ended' && event.cost
  }
  expect(cost({ exclTax: 10, inclTax: 11.9 })).toMatchObject({ totalMinor: 1190, energyWh: 1000 })
  expect(cost({ exclTax: 10 })).toMatchObject({ totalMinor: 1000, currency: 'EUR' })
  expect(cost({})).toMatchObject({ totalMinor: null })
  const failed = { failureToCalculate: true, failureReason: 'no tariff' }
  expect(cost({ inclTax: 1 }, failed)).toMatchObject({ totalMinor: null, failure: 'no tariff' })
})

test('an end at a limit of cost says so by its trigger', () => {
  const row = v21.fromStation.TransactionEvent
  if (row?.treatment !== 'handled') throw new Error('it is handled')
  const end = { type: 'charging.ended' as const, transactionId: 'T', samples: [], offline: true }
  expect(row.write({ ...end, reason: 'LocalOutOfCredit' })).toMatchObject({
    triggerReason: 'CostLimitReached',
    transactionInfo: { stoppedReason: 'LocalOutOfCredit' },
  })
  expect(row.write({ ...end, reason: 'Local' })).toMatchObject({ triggerReason: 'StopAuthorized' })
})

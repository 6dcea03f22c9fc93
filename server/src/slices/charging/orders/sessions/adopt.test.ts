import { expect, test } from 'vitest'
import { after, charging } from '../machine/rules.fixtures.ts'
import { adopt, giveBack, isStartRequested, requestStart } from './adopt.ts'

const plugged = charging({ awaitsCard: true, source: 'orphan', billable: true })
const limits = { amountMinor: 1, energyWh: 2, seconds: 3, percents: 4 }
const price = { tariffVersionId: plugged.tariffVersionId, discountPercent: 9 }
const requested = requestStart(
  plugged,
  { managerId: 3, driverId: 4, paymentMethodType: 'card', fleetId: 6, ...price, limits },
  after(1),
)

test('a remote start asks for the transaction of a plug, within its limits', () => {
  expect(requested).toEqual({
    ...plugged,
    managerId: 3,
    driverId: 4,
    fleetId: 6,
    discountPercent: 9,
    paymentMethodType: 'card',
    limitAmountMinor: 1,
    limitWh: 2,
    limitSeconds: 3,
    limitPercents: 4,
    startTxStatus: 'wait',
    startTxStatusAt: after(1),
  })
  expect(isStartRequested(requested)).toBe(true)
  expect(isStartRequested(plugged)).toBe(false)
  expect(isStartRequested({ ...requested, awaitsCard: false })).toBe(false)
})

test('it is nobody’s again when that comes to nothing', () => {
  expect(giveBack(requested, after(2))).toEqual({
    ...plugged,
    // who comes next brings a discount of their own; until then nobody pays
    discountPercent: 9,
    startTxStatus: 'started',
    startTxStatusAt: after(2),
  })
})

test('a price of the requester’s own goes with the requester', () => {
  const usual = plugged.tariffVersionId! // every session of the fixtures has a tariff
  const own = {
    tariffVersionId: usual + 1,
    discountPercent: 0,
    pricePercent: 5,
    fleetContractId: 8,
    tagGroup: 'G',
  }
  const dear = requestStart(
    plugged,
    { managerId: null, driverId: null, paymentMethodType: 'account', fleetId: 6, ...own, limits },
    after(1),
  )
  expect(dear).toMatchObject({ ...own, usualVersionId: usual })
  expect(giveBack(dear, after(2))).toEqual({
    ...plugged,
    startTxStatus: 'started',
    startTxStatusAt: after(2),
  })
  expect(adopt(dear, true, after(2))).toMatchObject({ ...own, usualVersionId: null })
})

test('it becomes the asker’s when its station takes it', () => {
  expect(adopt(requested, false, after(2))).toEqual({
    ...requested,
    source: 'operator',
    awaitsCard: false,
    billable: false,
    paymentMethodType: 'card',
    startTxStatus: 'started',
    startTxStatusAt: after(2),
  })
  expect(adopt(requested, true, after(2)).billable).toBe(true)
  expect(adopt({ ...requested, driverId: null, paymentMethodType: null }, true, after(2))).toMatchObject({
    driverId: null,
    paymentMethodType: 'compensation',
  })
})

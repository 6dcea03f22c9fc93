import { codecOf, ocpiVersions, read, write } from '@stationmaster/ocpi'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idleFeeOf } from '../../../money/payments/extras/idle-rules.ts'
import { priceOf as chargePriceOf } from '../../../places/tariffs/pricing/pricing.ts'
import { type TariffLoss, tariffLosses, tariffOf } from '../tariffs/tariff.ts'
import { type Bill, cdrOf } from './cdr.ts'
import { chargingPeriods, parkingPeriods } from './periods.ts'
import { type RandomBill, randomBill } from './random-bills.fixtures.ts'
import { reckon } from './reckoner.fixtures.ts'

/*
 * Our price of any session by any tariff, written as a bill, is what a partner reckons from the bill's JSON, wherever the version can
 * say what the tariff says. BILLS tries more of them, SEED others.
 */

const count = Number(process.env.BILLS ?? 300)

/** Losses that concern only a charge without energy. */
const needEnergy: readonly TariffLoss[] = ['start_fee_needs_energy', 'lowest_price_needs_energy']

const place = {
  token: { countryCode: 'NL', partyId: 'XYZ', uid: '04AB', type: 'RFID', contractId: 'NL-XYZ-C1' },
  location: {
    id: 'L-1',
    address: 'Marktplatz 1',
    city: 'Musterstadt',
    country: 'DEU',
    coordinates: { latitude: '52.52000', longitude: '13.40000' },
    evseUid: 'E-1',
    evseId: 'DE*STR*E1',
    connectorId: '1',
    connectorStandard: 'IEC_62196_T2',
    connectorFormat: 'SOCKET',
    connectorPowerType: 'AC_3_PHASE',
  },
} as const

/** A session as we price it, and the bill of it. */
function billed({ own, charge, staysMs }: RandomBill): { bill: Bill; totalMinor: number } {
  const { series, period, timeZone } = charge
  const price = chargePriceOf(series, period, own.version, timeZone)
  const leftAt = new Date(period.endedAt.getTime() + staysMs)
  const stay = own.idle && staysMs > 0 ? { from: period.endedAt, to: leftAt, terms: own.idle } : null
  const parking = stay ? idleFeeOf(stay.from, stay.to, stay.terms, timeZone).amountMinor : 0
  const totalMinor = price.totalMinor + parking
  const bill: Bill = {
    ...place,
    countryCode: 'DE',
    partyId: 'STR',
    id: 'C-1',
    sessionId: 'S-1',
    authMethod: 'WHITELIST',
    currency: 'EUR',
    tariffs: [tariffOf(own)],
    periods: [...chargingPeriods(charge, own.id), ...(stay ? parkingPeriods(stay, timeZone, own.id) : [])],
    startedAt: period.startedAt,
    endedAt: leftAt,
    sold: {
      energy: price.energyMinor,
      time: price.timeMinor,
      start: price.startFeeMinor,
      parking,
      reservation: 0,
      total: totalMinor,
    },
    vatBp: own.vatBp,
    madeAt: leftAt,
  }
  return { bill, totalMinor }
}

describe.each(ocpiVersions)('a bill in %s', (version) => {
  const { cdr: codec } = codecOf(version)

  test('is reckoned by the partner as by us, to the kopeck', () => {
    const seen = { bills: 0, time: 0, start: 0, parking: 0, nights: 0, prices: 0 }
    fc.assert(
      fc.property(randomBill, (random) => {
        const { bill, totalMinor } = billed(random)
        const json = JSON.parse(JSON.stringify(write(codec, cdrOf(bill))))
        expect(read(codec, json).ok).toBe(true)
        const flowed = (random.charge.series.at(-1)?.energyWh ?? 0) > 0
        const losses = tariffLosses(random.own, version).filter(
          (loss) => !(flowed && needEnergy.includes(loss)),
        )
        if (losses.length > 0) return
        seen.bills += 1
        seen.time += Math.sign(bill.sold.time)
        seen.start += Math.sign(bill.sold.start)
        seen.parking += Math.sign(bill.sold.parking)
        seen.nights += random.own.idle?.night && bill.sold.parking > 0 ? 1 : 0
        seen.prices += chargingPeriods(random.charge, random.own.id).length > 1 ? 1 : 0
        const reckoned = reckon(json, random.charge.timeZone)
        const { energy, time, start, parking } = bill.sold
        expect(reckoned).toEqual({ energy, time, flat: start, parking, total: totalMinor })
      }),
      { numRuns: count },
    )
    // a test of nothing would pass as well
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 100)
  })
})

import { codecOf, ocpiVersions, read, write } from '@stationmaster/ocpi'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tariffLosses } from '../tariffs/tariff.ts'
import { billed, needEnergy } from './billed.fixtures.ts'
import { cdrOf } from './cdr.ts'
import { chargingPeriods } from './periods.ts'
import { randomBill } from './random-bills.fixtures.ts'
import { reckon } from './reckoner.fixtures.ts'

/*
 * Our price of any session by any tariff, written as a bill, is what a partner reckons from the bill's JSON, wherever the version can
 * say what the tariff says. BILLS tries more of them, SEED others.
 */

const count = Number(process.env.BILLS ?? 300)

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

import { execFileSync } from 'node:child_process'
import { codecOf, write } from '@stationmaster/ocpi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tariffLosses } from '../tariffs/tariff.ts'
import { billed, needEnergy } from './billed.fixtures.ts'
import { cdrOf } from './cdr.ts'
import { randomBill } from './random-bills.fixtures.ts'

/*
 * Random bills in 2.2.1, reckoned again by ocpi-tariffs-cli (tried with 0.48.0): RECKONER is the path of its program, BILLS how many,
 * SEED others. It reads no restrictions by power, and steps of partly free charges otherwise than we do, so those are left out. It takes
 * the four decimals of an hour for exact, so each period may be 0.18 s longer or shorter, and rounds the sum up to a second.
 */

const program = process.env.RECKONER ?? ''
const count = Number(process.env.BILLS ?? 300)

/** What it says of an amount with VAT, in kopecks. */
function amountIn(text: string, name: string): number {
  const found = new RegExp(`Total ${name} Cost \\(Incl\\.\\)\\s*\\|\\s*[^\\d\\s-]?([\\d.]+)`).exec(text)
  return Number(found?.[1] ?? 0) * 100
}

test.runIf(program)(
  'ocpi-tariffs reckons energy and start fees as we do, and time within its rounding',
  () => {
    let compared = 0
    fc.assert(
      fc.property(randomBill, (random) => {
        const { bill } = billed(random)
        const flowed = (random.charge.series.at(-1)?.energyWh ?? 0) > 0
        const losses = tariffLosses(random.own, '2.2.1').filter(
          (loss) => !(flowed && needEnergy.includes(loss)),
        )
        const elements = bill.tariffs.flatMap((tariff) => tariff.elements)
        const isBeyondIt = elements.some(
          ({ restrictions, priceComponents }) =>
            restrictions?.minPowerWatts !== undefined ||
            restrictions?.maxPowerWatts !== undefined ||
            priceComponents.some(({ stepSize }) => stepSize > 1),
        )
        if (losses.length > 0 || isBeyondIt) return
        compared += 1
        const text = execFileSync(
          program,
          ['price', '--ocpi-version', 'v221', '--timezone', random.charge.timeZone],
          { input: JSON.stringify(write(codecOf('2.2.1').cdr, cdrOf(bill))), encoding: 'utf8' },
        )
        const { energy, time, start, parking } = bill.sold
        const perHour = Math.max(
          0,
          ...elements.flatMap(({ priceComponents }) =>
            priceComponents
              .filter(({ type }) => type === 'TIME' || type === 'PARKING_TIME')
              .map(({ priceMicro, vatPpm = 0 }) => (priceMicro / 10_000) * (1 + vatPpm / 1_000_000)),
          ),
        )
        const close = 0.51 + ((bill.periods.length * 0.18 + 1) * perHour) / 3600
        expect(Math.abs(amountIn(text, 'Energy') - energy), text).toBeLessThanOrEqual(0.51)
        expect(Math.abs(amountIn(text, 'Fixed') - start), text).toBeLessThanOrEqual(0.51)
        expect(Math.abs(amountIn(text, 'Time') - time), text).toBeLessThanOrEqual(close)
        expect(Math.abs(amountIn(text, 'Idle') - parking), text).toBeLessThanOrEqual(close)
      }),
      { numRuns: count, endOnFailure: true },
    )
    console.log(`${compared} of ${count} bills were compared`)
    expect(compared).toBeGreaterThan(count / 20)
  },
)

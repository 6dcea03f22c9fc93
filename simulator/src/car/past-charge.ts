import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { Random } from '../fleet/random.ts'
import { acceptedPowerW, type Current, socPercent, someCar } from './car.ts'
import { flowed, powerAtW } from './flow.ts'
import { meterShowing, registerWh } from './meter.ts'

/** `energyWh` is what the register showed; soc in percent, only at DC plugs. */
export interface PastSample {
  at: Date
  energyWh: number
  powerW: number
  soc?: number
}

export interface PastCharge {
  endedAtMs: number
  meterStartWh: number
  samples: PastSample[]
  meterStopWh: number
  reason: string
}

/** One car's stay at a plug from its start on: until it is full or its driver comes back, or until something breaks. */
export function chargedPast(at: {
  current: Current
  powerW: number
  registerWh: number
  startedAtMs: number
  seed: number
  random: Random
}): PastCharge {
  const { current, powerW: limitW, startedAtMs, seed, random } = at
  const { stayMs, reason } = stayOf(current, random)
  const endedAtMs = startedAtMs + stayMs
  const count = stayMs < 2 * MINUTE_MS ? 1 : random.integer(4, 6)
  const span = { current, limitW, seed, stepMs: MINUTE_MS }
  let [meter, car] = [meterShowing(at.registerWh), someCar(random)]
  let [reportedMs, endMs] = [startedAtMs, endedAtMs]
  const samples: PastSample[] = []
  for (let index = 1; index <= count; index += 1) {
    const dueMs = startedAtMs + Math.floor((stayMs * index) / (count + 1) / SECOND_MS) * SECOND_MS
    ;({ meter, car } = flowed(meter, car, { ...span, fromMs: reportedMs, toMs: dueMs }))
    reportedMs = dueMs
    samples.push({
      at: new Date(dueMs),
      energyWh: registerWh(meter),
      powerW: powerAtW(car, span, dueMs),
      ...(current === 'DC' ? { soc: socPercent(car) } : {}),
    })
    if (acceptedPowerW(car, current) > 0) continue
    endMs = Math.min(endMs, dueMs + random.integer(1, current === 'DC' ? 12 : 90) * MINUTE_MS)
    break
  }
  ;({ meter } = flowed(meter, car, { ...span, fromMs: reportedMs, toMs: endMs }))
  return { endedAtMs: endMs, meterStartWh: at.registerWh, samples, meterStopWh: registerWh(meter), reason }
}

function stayOf(current: Current, random: Random): { stayMs: number; reason: string } {
  if (random.chance(0.025)) return { stayMs: random.integer(4, 90) * SECOND_MS, reason: 'EVDisconnected' }
  if (random.chance(0.012))
    return { stayMs: random.integer(2, 15) * MINUTE_MS, reason: random.pick(['Other', 'PowerLoss']) }
  const [least, most] = current === 'DC' ? [12, 65] : [40, 420]
  const stayMs = Math.round(random.between(least, most) * MINUTE_MS)
  return { stayMs, reason: random.chance(0.08) ? 'EVDisconnected' : 'Local' }
}

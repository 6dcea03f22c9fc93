import type { Random } from '../fleet/random.ts'
import { millijoulesPerWh } from './meter.ts'

export type Current = 'AC' | 'DC'

/** A car at the plug; what its battery holds is counted in millijoules, as the meter counts. */
export interface Car {
  readonly model: string
  readonly batteryWh: number
  readonly storedMillijoules: number
  /** percent at which the car stops taking energy */
  readonly targetPercent: number
  readonly maxAcW: number
  readonly maxDcW: number
}

/** What a scenario may say about a car; the rest is a middling electric car. */
export interface CarOptions {
  model?: string
  batteryWh?: number
  /** percent on arrival */
  arrivalPercent?: number
  targetPercent?: number
  maxAcW?: number
  maxDcW?: number
}

/** Makes a car; percentages are kept between 0 and 100. */
export function carOf(options: CarOptions = {}): Car {
  const batteryWh = options.batteryWh ?? 60_000
  const arrivalPercent = Math.min(100, Math.max(0, options.arrivalPercent ?? 30))
  return {
    model: options.model ?? 'Car',
    batteryWh,
    storedMillijoules: Math.floor((batteryWh * millijoulesPerWh * arrivalPercent) / 100),
    targetPercent: Math.min(100, Math.max(0, options.targetPercent ?? 100)),
    maxAcW: options.maxAcW ?? 11_000,
    maxDcW: options.maxDcW ?? 120_000,
  }
}

type Model = Required<Pick<CarOptions, 'model' | 'batteryWh' | 'maxAcW' | 'maxDcW'>>

const models: readonly [Model, ...Model[]] = [
  { model: 'Small city car', batteryWh: 24_000, maxAcW: 6_600, maxDcW: 46_000 },
  { model: 'Compact hatchback', batteryWh: 40_000, maxAcW: 6_600, maxDcW: 50_000 },
  { model: 'Family hatchback', batteryWh: 58_000, maxAcW: 11_000, maxDcW: 120_000 },
  { model: 'Saloon', batteryWh: 60_000, maxAcW: 11_000, maxDcW: 170_000 },
  { model: 'Long-range saloon', batteryWh: 77_000, maxAcW: 11_000, maxDcW: 220_000 },
  { model: 'Estate', batteryWh: 82_000, maxAcW: 11_000, maxDcW: 150_000 },
  { model: 'Large SUV', batteryWh: 95_000, maxAcW: 22_000, maxDcW: 150_000 },
  { model: 'Van', batteryWh: 68_000, maxAcW: 11_000, maxDcW: 90_000 },
]

/** Some car off the road, arriving with somewhat less than half a battery. */
export function someCarOptions(random: Random): CarOptions {
  return {
    ...random.pick(models),
    arrivalPercent: random.integer(8, 55),
    targetPercent: random.pick([80, 80, 85, 90, 95, 100]),
  }
}

export function someCar(random: Random): Car {
  return carOf(someCarOptions(random))
}

/** What the battery holds, percent, rounded down. */
export function socPercent(car: Car): number {
  return Math.min(100, Math.floor((100 * car.storedMillijoules) / (car.batteryWh * millijoulesPerWh)))
}

/** Energy that the car still takes before it stops by itself, millijoules. */
export function roomMillijoules(car: Car): number {
  const target = Math.floor((car.batteryWh * millijoulesPerWh * car.targetPercent) / 100)
  return Math.max(0, target - car.storedMillijoules)
}

/** Power that the car asks for, W: constant, then falling above 80 % (DC) or 95 % (AC), none at its target. */
export function acceptedPowerW(car: Car, current: Current): number {
  if (roomMillijoules(car) === 0) return 0
  const soc = (100 * car.storedMillijoules) / (car.batteryWh * millijoulesPerWh)
  const [mostW, taperFrom, leastShare] = current === 'DC' ? [car.maxDcW, 80, 0.12] : [car.maxAcW, 95, 0.3]
  const share = soc <= taperFrom ? 1 : 1 - ((1 - leastShare) * (soc - taperFrom)) / (100 - taperFrom)
  return Math.round(mostW * share)
}

/** The car after it has taken energy; never more than its battery holds. */
export function filled(car: Car, millijoules: number): Car {
  const most = car.batteryWh * millijoulesPerWh
  return { ...car, storedMillijoules: Math.min(most, car.storedMillijoules + Math.floor(millijoules)) }
}

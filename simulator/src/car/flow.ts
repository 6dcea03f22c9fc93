import { noiseAt } from '../fleet/random.ts'
import { acceptedPowerW, type Car, type Current, filled, roomMillijoules } from './car.ts'
import { counted, type Meter } from './meter.ts'

const noiseShare = 0.015
const usualStepMs = 10_000
const mostSteps = 5_000

/** One plug with a car on it, between two instants. */
export interface Span {
  current: Current
  /** what connector and station allow, W */
  limitW: number
  fromMs: number
  toMs: number
  seed: number
  /** grain of the calculation, ms; 10 s by default */
  stepMs?: number
}

/** Power that flows at an instant, W: never above the limit nor above what the car asks for. */
export function powerAtW(
  car: Car,
  { current, limitW, seed }: Omit<Span, 'fromMs' | 'toMs'>,
  atMs: number,
): number {
  const mostW = Math.min(limitW, acceptedPowerW(car, current))
  return Math.floor(mostW * (1 - (noiseShare * (noiseAt(seed, Math.floor(atMs / usualStepMs)) + 1)) / 2))
}

/** Lets energy flow from an instant to another; the meter counts exactly what the car takes. */
export function flowed(meter: Meter, car: Car, span: Span): { meter: Meter; car: Car } {
  const elapsed = Math.max(0, Math.floor(span.toMs - span.fromMs))
  const stepMs = Math.max(span.stepMs ?? usualStepMs, Math.ceil(elapsed / mostSteps))
  let at = Math.floor(span.fromMs)
  const end = at + elapsed
  let total = 0
  let fuller = car
  while (at < end) {
    const next = Math.min(end, (Math.floor(at / stepMs) + 1) * stepMs)
    const energy = Math.min(powerAtW(fuller, span, at) * (next - at), roomMillijoules(fuller))
    if (energy === 0 && roomMillijoules(fuller) === 0) break
    fuller = filled(fuller, energy)
    total += energy
    at = next
  }
  return { meter: counted(meter, total), car: fuller }
}

import type { ReckonedCost } from '@stationmaster/ocpp'
import type { Payload } from '../link/payload.ts'
import { affordableWh, type CurvePoint, type Ruling, reckon } from './reckoner.ts'

/** What one transaction costs, as its station reckons it, with or without a connection. */
export class RunningCost {
  private readonly rulings: Ruling[]
  private readonly curve: CurvePoint[]

  constructor(
    tariff: Payload,
    startedMs: number,
    private readonly timeZone: string,
  ) {
    this.rulings = [{ fromMs: startedMs, tariff }]
    this.curve = [{ ms: startedMs, wh: 0 }]
  }

  /** Another tariff rules from an instant on, at which the meter shows so many Wh since the start (2.1 part 2, I11). */
  change(tariff: Payload, fromMs: number, wh: number): void {
    this.note(fromMs, wh)
    this.rulings.push({ fromMs, tariff })
  }

  get currency(): string {
    return String(this.rulings.at(-1)?.tariff.currency)
  }

  /** Notes what the meter shows, Wh since the start. */
  note(ms: number, wh: number): void {
    const last = this.curve.at(-1)
    const stands = last?.wh === wh && this.curve.at(-2)?.wh === wh
    if (stands) last.ms = Math.max(last.ms, ms)
    else if (last?.ms !== ms || last.wh !== wh) this.curve.push({ ms, wh })
  }

  at(ms: number, wh: number): ReckonedCost & { totalMinor: number } {
    const { tariffId } = this.rulings.at(-1)?.tariff ?? {}
    return {
      ...reckon(this.rulings, [...this.until(ms), { ms, wh }], this.timeZone),
      currency: this.currency,
      tariffId: String(tariffId),
    }
  }

  /** Energy that may still flow at an instant before it costs more than an amount, Wh. */
  leftWh(ms: number, mostMinor: number): number {
    const curve = this.until(ms)
    return affordableWh(this.rulings, curve, this.timeZone, { ms, mostMinor }) - (curve.at(-1)?.wh ?? 0)
  }

  /** A session that is reported afterwards has ended before the meter's last notes. */
  private until(ms: number): CurvePoint[] {
    return this.curve.map((point) => ({ ...point, ms: Math.min(point.ms, ms) }))
  }
}

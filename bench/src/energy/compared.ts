import type { Wiring } from '@stationmaster/energy'
import highs from 'highs'
import { dayMs, type Stay, watts } from './day.ts'

/** Its types describe the CommonJS build; what Node loads here is the loader itself. */
const loadHighs = highs as unknown as typeof highs.default

const minuteMs = 60_000

/**
 * Least laxity first, decided again every minute and obeyed at once: the car that can wait least gets all it can take, then the next. It
 * may pause and raise cars as often as it likes.
 */
export function leastLaxityFirst(wiring: Wiring, stays: readonly Stay[]): number {
  const left = new Map(stays.map((stay) => [stay, stay.wantedWh]))
  for (let now = 0; now < dayMs; now += minuteMs) {
    const room = wiring.bySlot(({ fuseMa }) => fuseMa)
    const laxity = ({ car }: Stay, wh: number) =>
      car.departsAt - now - (wh / watts(car.mostMa, car.phases)) * 3_600_000
    const waiting = stays
      .map((stay) => ({ stay, wh: left.get(stay) ?? 0 }))
      .filter(({ stay: { car }, wh }) => car.pluggedAt <= now && now < car.departsAt && wh > 0)
      .toSorted((a, b) => laxity(a.stay, a.wh) - laxity(b.stay, b.wh))
    for (const { stay, wh } of waiting) {
      const outlet = wiring.outlet(stay.car.outlet)
      const slots = wiring.slotsOver(outlet.circuit, outlet.phases.slice(0, stay.car.phases))
      const free = Math.min(stay.car.mostMa, ...slots.map((slot) => room[slot] ?? 0))
      const mA = Math.floor(free / outlet.stepMa) * outlet.stepMa
      if (mA < outlet.leastMa) continue
      for (const slot of slots) room[slot] = (room[slot] ?? 0) - mA
      left.set(stay, Math.max(0, wh - watts(mA, stay.car.phases) / 60))
    }
  }
  return stays.reduce((total, stay) => total + stay.wantedWh - (left.get(stay) ?? 0), 0)
}

const slotMs = 15 * minuteMs

/** The most energy that any way of sharing could deliver, by a linear program in quarters of an hour: it knows the whole day, and no smallest current. */
export async function bestPossible(wiring: Wiring, stays: readonly Stay[]): Promise<number> {
  const gains: string[] = []
  const wanted: string[] = []
  const bounds: string[] = []
  const through = new Map<string, string[]>()
  for (const [nth, { car, wantedWh }] of stays.entries()) {
    const { circuit, phases } = wiring.outlet(car.outlet)
    const slots = wiring.slotsOver(circuit, phases.slice(0, car.phases))
    const own: string[] = []
    for (let from = Math.floor(car.pluggedAt / slotMs) * slotMs; from < car.departsAt; from += slotMs) {
      const share = (Math.min(car.departsAt, from + slotMs) - Math.max(car.pluggedAt, from)) / slotMs
      const name = `x${nth}_${from / slotMs}`
      const whPerA = (watts(1000, car.phases) * slotMs) / 3_600_000
      gains.push(`${whPerA} ${name}`)
      own.push(`${whPerA} ${name}`)
      bounds.push(`0 <= ${name} <= ${(car.mostMa / 1000) * share}`)
      for (const slot of slots) {
        const key = `${slot}_${from / slotMs}`
        const names = through.get(key)
        if (names) names.push(name)
        else through.set(key, [name])
      }
    }
    wanted.push(`w${nth}: ${own.join(' + ')} <= ${wantedWh}`)
  }
  const fuses = wiring.bySlot(({ fuseMa }) => fuseMa)
  const limits = [...through].map(
    // a key begins with its slot, and each slot has a fuse
    ([key, names]) => `s${key}: ${names.join(' + ')} <= ${fuses[Number(key.split('_')[0])]! / 1000}`,
  )
  const lines = [
    'Maximize',
    ` obj: ${gains.join(' + ')}`,
    'Subject To',
    ...wanted,
    ...limits,
    'Bounds',
    ...bounds,
    'End',
  ]
  const { Status, ObjectiveValue } = (await loadHighs()).solve(broken(lines).join('\n'))
  if (Status !== 'Optimal') throw new Error(`the linear program ended as ${Status}`)
  return ObjectiveValue
}

/** The format takes lines of 560 characters at most. */
const broken = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/(.{200,260}?) \+ /g, '$1\n + '))

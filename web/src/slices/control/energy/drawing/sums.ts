import type { CircuitDraft, SiteDraft, Typed } from './draft.ts'

/** What may flow on a phase of a circuit without a connection to its stations, A. */
export interface PhaseSum {
  /** 1 to 3 */
  phase: number
  floors: number
  /** beside the cars, at most */
  others: number
  reserve: number
  sum: number
  fuse: number
}

const number = (typed: Typed | undefined): number => Number(typed || 0)

/** V between a phase and neutral */
const volts = 230

/** What a circuit carries beside the cars at most, on a phase from 0 on. */
function othersMost({ other, base, windows, most }: CircuitDraft, phase: number): number {
  if (other === 'meter') return number(most[phase])
  return other === 'none' ? 0 : Math.max(number(base), ...windows.map(({ a }) => number(a)))
}

/**
 * What may flow without us at each phase of each circuit, for people who draw a wiring: the server proves it when it is saved. An EVSE
 * that is in no circuit counts at the grid connection with all that it can deliver.
 */
export function sumsOf({ circuits, outlets }: SiteDraft): Map<string, PhaseSum[]> {
  const above = new Map(circuits.map(({ id, parent }) => [id, parent]))
  const root = circuits.find(({ parent }) => parent === null)?.id
  const isUnder = (from: string | null | undefined, id: string): boolean => {
    const seen = new Set<string>()
    for (let at = from; at != null && !seen.has(at); at = above.get(at) ?? null) {
      if (at === id) return true
      seen.add(at)
    }
    return false
  }
  return new Map(
    circuits.map((circuit) => [
      circuit.id,
      [0, 1, 2].map((phase) => {
        const floors = outlets
          .filter((one) => isUnder(one.circuit ?? root, circuit.id))
          .reduce((sum, one) => {
            if (one.circuit === null) return sum + (one.evse.power * 1000) / volts / 3
            return sum + (one.phases.includes(phase + 1) ? number(one.floor) : 0)
          }, 0)
        const others = circuits
          .filter(({ id }) => isUnder(id, circuit.id))
          .reduce((sum, one) => sum + othersMost(one, phase), 0)
        const fuse = number(circuit.fuse[phase])
        const reserve = number(circuit.reserve[phase]) + (fuse * number(circuit.losses)) / 100
        return { phase: phase + 1, floors, others, reserve, sum: floors + others + reserve, fuse }
      }),
    ]),
  )
}

/** Whether more may flow somewhere than a fuse holds. */
export const isOver = ({ sum, fuse }: PhaseSum): boolean => sum > fuse + 0.0005

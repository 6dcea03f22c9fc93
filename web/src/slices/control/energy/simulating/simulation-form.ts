import type { EnergySimulationBody, EnergySite } from '@stationmaster/contract'
import { alike, type Three, type Typed } from '../drawing/draft.ts'

/** What a person changes for a simulation. */
export interface SimulationDraft {
  strategy: EnergySite['strategy']
  circuits: readonly CircuitDraft[]
  connectors: Typed
}

export interface CircuitDraft {
  id: string
  name: string
  fuse: Three
  reserve: Three
}

const threeOf = (list: readonly number[]): Three => [list[0] ?? 0, list[1] ?? 0, list[2] ?? 0]

/** A site as it is now, with all of its connectors. */
export const draftOf = ({ strategy, circuits, outlets }: EnergySite): SimulationDraft => ({
  strategy,
  circuits: circuits.map(({ id, name, fuse_a, reserve_a }) => ({
    id,
    name,
    fuse: threeOf(fuse_a),
    reserve: threeOf(reserve_a),
  })),
  connectors: outlets.length,
})

/** Whether all phases have the same, so that one field is enough. */
export const areAlike = ([one, two, three]: Three): boolean => one === two && two === three

export const withPhase = (three: Three, nth: number, a: Typed): Three =>
  alike(0).map((_, at) => (at === nth ? a : three[at])) as unknown as Three

const isSame = (one: Three, other: readonly number[]): boolean =>
  one.every((a, phase) => a === (other[phase] ?? 0))

/** A number that is sent; null: the field does not hold. */
const isCurrent = (a: Typed): a is number => typeof a === 'number' && a >= 0 && a <= 10_000

/** The call that a draft means: what is other than now; null: a field does not hold, or nothing is other. */
export function bodyOf(draft: SimulationDraft, site: EnergySite): EnergySimulationBody | null {
  const { connectors } = draft
  const currents = draft.circuits.flatMap(({ fuse, reserve }) => [...fuse, ...reserve])
  const isCount = typeof connectors === 'number' && Number.isInteger(connectors) && connectors >= 1
  if (!isCount || !currents.every(isCurrent)) return null
  const circuits = draft.circuits.flatMap(({ id, fuse, reserve }) => {
    const saved = site.circuits.find((one) => one.id === id)
    const change = {
      ...(isSame(fuse, saved?.fuse_a ?? []) ? {} : { fuse_a: fuse as unknown as number[] }),
      ...(isSame(reserve, saved?.reserve_a ?? []) ? {} : { reserve_a: reserve as unknown as number[] }),
    }
    return Object.keys(change).length > 0 ? [{ id, ...change }] : []
  })
  const body = {
    ...(draft.strategy === site.strategy ? {} : { strategy: draft.strategy }),
    ...(circuits.length > 0 ? { circuits } : {}),
    ...(connectors < site.outlets.length ? { connectors } : {}),
  }
  return Object.keys(body).length > 0 ? body : null
}

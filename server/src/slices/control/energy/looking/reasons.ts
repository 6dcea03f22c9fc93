import type { EnergyReason, EnergySession } from '@stationmaster/contract'
import type { Standing } from '@stationmaster/energy'
import { amperes } from '../site/tree.ts'
import type { OutletFacts } from './facts.ts'
import type { SiteLook } from './look.ts'

type Reason = EnergySession['reason']

/** A reason without a place. */
export const plain = (code: EnergyReason): Reason => ({
  code,
  circuit: null,
  phase: null,
  cars: null,
  shared_a: null,
})

/** What a session may take less by than its place can give; null: nothing. */
type OwnLimit = Extract<EnergyReason, 'own_limit' | `outside_${string}`> | null

/** The limit of a session that is its own: of somebody else, as its station has reported it, or of the session and its place. */
export function ownLimitOf({ outlet, ownMostMa, outside }: OutletFacts): OwnLimit {
  if (outside) return words[outside.source]
  return (ownMostMa ?? outlet.mostMa) < outlet.mostMa ? 'own_limit' : null
}

const words = {
  EMS: 'outside_building',
  SO: 'outside_grid',
  CSO: 'outside_somebody',
  Other: 'outside_somebody',
} as const

/** Why sessions have what they have, with how many share at the place that stops them; counted once for all sessions of a site. */
export function reasonsOf(look: SiteLook): (standing: Standing, own: OwnLimit) => Reason {
  const { wiring, cars, decision, supplies } = look
  const shared = wiring.bySlot(() => [0, 0, 0]).map(() => ({ cars: 0, mA: 0 }))
  for (const { outlet, currentMa } of decision.standings) {
    const { circuit, phases } = wiring.outlet(outlet)
    for (const slot of wiring.slotsOver(circuit, phases.slice(0, cars.get(outlet)?.phases))) {
      const at = shared[slot]
      if (!at) continue
      at.cars += 1
      at.mA += currentMa
    }
  }
  const lowered = new Set(supplies.flatMap(({ id, limitedBy }) => (limitedBy === null ? [] : [id])))
  return ({ bound }, own) => {
    if (bound.kind === 'wanted') return plain(own ?? 'wanted')
    // what all cars share is in W: its amperes say nothing
    if (bound.kind === 'pool') return { ...plain('reduction'), cars: decision.standings.length }
    if (bound.kind !== 'fuse' && bound.kind !== 'waits') return plain(bound.kind)
    if (!bound.at) return { ...plain('waits'), cars: decision.standings.length }
    const { circuit, phase } = bound.at
    const [slot] = wiring.slotsOver(circuit, [phase])
    const at = slot === undefined ? undefined : shared[slot]
    return {
      code: bound.kind === 'waits' ? 'waits' : lowered.has(circuit) ? 'limit' : 'fuse',
      circuit,
      phase: phase + 1,
      cars: at?.cars ?? 0,
      shared_a: amperes(at?.mA ?? 0),
    }
  }
}

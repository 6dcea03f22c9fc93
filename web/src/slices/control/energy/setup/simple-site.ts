import {
  alike,
  newCircuit,
  newOutlet,
  type OutletDraft,
  type SiteDraft,
  type Strategy,
  type Typed,
} from '../drawing/draft.ts'
import { guessOf, type ViewEvse } from '../drawing/guess.ts'
import { isOver, sumsOf } from '../drawing/sums.ts'

/** A site with one fuse and so many EVSEs, as the steps ask for it. */
export interface SimpleSite {
  name: string
  /** A, the same on each phase or not */
  fuse: readonly [Typed, Typed, Typed]
  isAlike: boolean
  reserve: Typed
  strategy: Strategy
  enabled: boolean
  areTurned: boolean
  /** A of each EVSE without a connection; null: as much as fits */
  floor: Typed | null
  outlets: readonly OutletDraft[]
}

export const rootId = 'grid'
/** the smallest current of a car, A */
const least = 6

/** A site before anybody has said something: all EVSEs, wired as their power lets guess. */
export const proposedOf = (name: string, evses: readonly ViewEvse[]): SimpleSite => ({
  name,
  fuse: alike(63),
  isAlike: true,
  reserve: 0,
  strategy: 'equal',
  enabled: true,
  areTurned: false,
  floor: null,
  outlets: evses.map((evse) => newOutlet(evse, rootId, least)),
})

/** The same EVSEs with their phases guessed once more. */
export function turned(site: SimpleSite, areTurned: boolean): SimpleSite {
  const guesses = guessOf(
    site.outlets.map(({ evse }) => evse),
    areTurned,
  )
  return {
    ...site,
    areTurned,
    outlets: site.outlets.map((one, nth) => ({ ...one, phases: guesses[nth]?.phases ?? one.phases })),
  }
}

/** The wiring that the steps describe. */
export function siteOf(site: SimpleSite): SiteDraft {
  const { name, fuse, reserve, outlets, strategy, enabled } = site
  const floor = site.floor ?? floorOf(site)
  return {
    enabled,
    strategy,
    circuits: [{ ...newCircuit(rootId, name, null, fuse), reserve: alike(reserve) }],
    outlets: outlets.map((one) => ({ ...one, floor })),
    limits: [],
    prices: null,
    reduction: null,
  }
}

/** The smallest current for each where their sum fits, else a pause: 0. */
export function floorOf(site: SimpleSite): number {
  const sums = sumsOf(siteOf({ ...site, floor: least })).get(rootId) ?? []
  return sums.some(isOver) ? 0 : least
}

import type { EnergyView } from '@stationmaster/contract'

export type ViewEvse = EnergyView['evses'][number]

/** What an EVSE is taken for until somebody says better. */
export interface WiringGuess {
  /** the site's phases behind its L1, L2 and L3 */
  phases: readonly number[]
  /** A on each phase */
  most: number
}

/** V between a phase and neutral */
const volts = 230
/** sizes of fuses and cables, A */
const usual = [6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125]
/** above it, kW, an AC EVSE has three phases: 32 A on one are 7.4 kW */
const onePhaseMost = 7.5
/** what is rounded in a rated power, as a share of it */
const rounding = 0.03

/** Guesses how EVSEs are wired, by their power; those that follow one another start on the next phase where they are turned. */
export const guessOf = (evses: readonly ViewEvse[], areTurned: boolean): WiringGuess[] =>
  evses.map(({ current, power }, nth) => {
    const turn = nth % 3
    const isOnePhase = current === 'AC' && power <= onePhaseMost
    const phases = [1, 2, 3].map((_, slot) => ((slot + (areTurned ? turn : 0)) % 3) + 1)
    return {
      phases: isOnePhase ? phases.slice(0, 1) : phases,
      most: ratedOf((power * 1000) / volts / (isOnePhase ? 1 : 3), current),
    }
  })

/** A of a rated power: the size that it stands for, else the next whole ampere. */
function ratedOf(a: number, current: ViewEvse['current']): number {
  const size = usual.find((one) => Math.abs(one - a) <= one * rounding)
  return current === 'AC' && size !== undefined ? size : Math.ceil(a)
}

/** A car's stay as it is judged: what it was to have, and what it had. */
export interface Judged {
  /** more than 0 */
  wishedWh: number
  deliveredWh: number
}

/** How well cars were served; docs/glossary.md says what each measure means. */
export interface Measures {
  sessions: number
  satisfied: number
  wishedWh: number
  /** of what was wished, so at most as much */
  deliveredWh: number
  /** Jain's index of what sessions have of what they wished for: 1 is fair; null: nobody had anything */
  fairness: number | null
}

/** what is rounded on the way */
const inexactWh = 1

/** The measures of some stays. */
export function measuresOf(stays: readonly Judged[]): Measures {
  const shares = stays.map(({ wishedWh, deliveredWh }) => Math.min(1, deliveredWh / wishedWh))
  return {
    sessions: stays.length,
    satisfied: stays.filter(({ wishedWh, deliveredWh }) => deliveredWh + inexactWh >= wishedWh).length,
    wishedWh: sum(stays.map(({ wishedWh }) => wishedWh)),
    deliveredWh: sum(stays.map(({ wishedWh, deliveredWh }) => Math.min(wishedWh, deliveredWh))),
    fairness: jain(shares),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function jain(shares: readonly number[]): number | null {
  const squares = sum(shares.map((share) => share * share))
  return squares === 0 ? null : sum(shares) ** 2 / (shares.length * squares)
}

/** How far the phases are apart: the most loaded less the least. */
export const unbalanceOf = (perPhase: readonly number[]): number =>
  Math.max(...perPhase) - Math.min(...perPhase)

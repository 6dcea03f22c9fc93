/** A figure of a measure: kopecks, Wh, or a count. */
export const measures = [
  ...['sessions', 'energy', 'captured', 'refunded', 'charged_back', 'amount', 'revenue', 'cash'],
  ...['bank_commission', 'agent_fee', 'compensation', 'to_compensate'],
  ...['parking', 'services', 'reservation', 'debt', 'driver_debt', 'balance', 'paid_out', 'due'],
] as const
export type Measure = (typeof measures)[number]

/** The dimensions of a row: a row of a report by days has its day, a row by owners its owner. */
const dimensions = ['day', 'place', 'owner', 'month', 'method', 'provider', 'shop', 'order'] as const
export type Dimension = (typeof dimensions)[number]

export type Row = Partial<Record<Measure, number>> & Partial<Record<Dimension, string>>

/** The dimensions by which figures are compared. */
const groupings: readonly (readonly Dimension[])[] = [
  [],
  ['day'],
  ['place'],
  ['owner'],
  ['method'],
  ['order'],
  ['day', 'place'],
  ['day', 'method'],
  ['place', 'method'],
  ['owner', 'month'],
  ['owner', 'method'],
  ['owner', 'place'],
  ['day', 'place', 'method'],
  ['owner', 'day', 'place', 'method'],
  ['day', 'place', 'method', 'provider', 'shop'],
]

/** A screen, call or file, with all its figures of the requested days and places. */
export interface Telling {
  source: string
  /** the dimensions of its rows */
  by: readonly Dimension[]
  rows: readonly Row[]
  /** shows the present state of the payments of these days, not the events of these days */
  untilNow?: boolean
  /** leaves out the network's own locations */
  ownersOnly?: boolean
}

/** How reports name the owner of the network's own locations. */
export const ownLocations = 'The network itself'

/** Figures by key, and all that are not zero as one text, so that equal ones need no further comparison. */
interface Sums {
  figures: Map<string, number>
  whole: string
}

/** The sums of each measure by some dimensions. */
function summed({ rows }: Telling, grouping: readonly Dimension[]): Map<Measure, Sums> {
  const sums = new Map<Measure, Map<string, number>>()
  for (const row of rows) {
    const key = grouping.map((dimension) => row[dimension] ?? '').join(' · ')
    for (const measure of measures) {
      const value = row[measure]
      if (value === undefined) continue
      const known = sums.get(measure) ?? new Map<string, number>()
      known.set(key, (known.get(key) ?? 0) + value)
      sums.set(measure, known)
    }
  }
  const wholeOf = (figures: Map<string, number>) =>
    JSON.stringify([...figures].filter(([, value]) => value !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))
  return new Map([...sums].map(([measure, figures]) => [measure, { figures, whole: wholeOf(figures) }]))
}

/** The differences of a month and the number of comparisons. */
export interface Compared {
  /** for two sources and a measure: the first different figure, and how many there are */
  differences: string[]
  /** pairs of sources that show the same measure */
  pairs: number
}

/** Compared by owner when only owners are shown; what is due to owners needs no such split. */
const mayCompare = (measure: Measure, grouping: readonly Dimension[], ownersOnly: boolean): boolean =>
  !ownersOnly || grouping.includes('owner') || (measure === 'to_compensate' && grouping.length === 0)

/**
 * Compares every pair of sources that show the same measure of the same days and places, in each grouping that both have. The present
 * state of payments equals the events only when the days hold all events.
 */
export function compared(tellings: readonly Telling[], isEverything: boolean): Compared {
  const found = new Map<string, { first: string; figures: number }>()
  const pairs = new Set<string>()
  for (const grouping of groupings) {
    const able = tellings.filter(({ by }) => grouping.every((dimension) => by.includes(dimension)))
    const all = able.map((telling) => ({ ...telling, sums: summed(telling, grouping) }))
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) {
        if (!isEverything && Boolean(one.untilNow) !== Boolean(other.untilNow)) continue
        const ownersOnly = Boolean(one.ownersOnly || other.ownersOnly)
        for (const [measure, sums] of one.sums) {
          const others = other.sums.get(measure)
          if (!others || !mayCompare(measure, grouping, ownersOnly)) continue
          const pair = `${measure}: ${one.source} | ${other.source}`
          pairs.add(pair)
          if (sums.whole === others.whole) continue
          for (const key of new Set([...sums.figures.keys(), ...others.figures.keys()])) {
            if (ownersOnly && key.includes(ownLocations)) continue
            const [a, b] = [sums.figures.get(key) ?? 0, others.figures.get(key) ?? 0]
            if (a === b) continue
            const known = found.get(pair)
            if (known) known.figures += 1
            else found.set(pair, { first: `[${grouping.join(' ')}] [${key}] ${a} | ${b}`, figures: 1 })
          }
        }
      }
  }
  const differences = [...found].map(([pair, { first, figures }]) => `${pair}: ${first}, ${figures} in all`)
  return { differences, pairs: pairs.size }
}

/** Measures of one source that the other sources, which should have the same measures together, do not have. */
export function missingMeasures(of: Telling, by: readonly Telling[]): Measure[] {
  const sumsOfEach = by.map((one) => summed(one, []))
  return [...summed(of, []).keys()].filter((measure) => !sumsOfEach.some((sums) => sums.has(measure)))
}

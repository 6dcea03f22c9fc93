/** Which connectors of a location a price is for; null matches all. */
export interface ConnectorFilter {
  type: string | null
  current: string | null
  powerW: number | null
  /** one station of the location; null: all of them */
  stationId: string | null
}

/** A tariff that a location has assigned. */
export interface Assigned extends ConnectorFilter {
  locationId: number
  tariffId: number
  priority: number
  /** the tariff is assigned elsewhere too */
  shared: boolean
  /** the power filter is a range of several powers */
  ranged: boolean
}

export interface Pricing {
  /** tariffs that get a new version */
  reprice: Assigned[]
  /** filters for which a location has no tariff of its own yet */
  create: { locationId: number; filter: ConnectorFilter; priority: number }[]
}

/**
 * Decides what a new price for some connectors of some locations changes. A price for all connectors also applies to those with a
 * narrower price, so each assignment that the filter covers gets the new price; a tariff that other locations share stays as it is,
 * and the new one gets a higher priority. A station's own price has priority over its location's, so a price for a kind of connector
 * is also made for such stations.
 */
export function planPricing(
  locationIds: readonly number[],
  filters: readonly ConnectorFilter[],
  assigned: readonly Assigned[],
): Pricing {
  const byLocation = new Map<number, Assigned[]>(locationIds.map((id) => [id, []]))
  for (const one of assigned) byLocation.get(one.locationId)?.push(one)
  const reprice = new Map<number, Assigned>()
  const create: Pricing['create'] = []
  for (const [locationId, present] of byLocation) {
    for (const filter of filters) {
      const covered = present.filter((one) => covers(filter, one))
      for (const one of covered) if (!one.shared) reprice.set(one.tariffId, one)
      const withOwn = present.flatMap((one) => overlap(filter, one) ?? [])
      for (const wanted of distinctFilters([
        filter,
        ...covered.filter(({ ranged }) => !ranged),
        ...withOwn,
      ])) {
        const same = present.filter((one) => isSame(one, wanted))
        const first = same.reduce((best, one) => Math.max(best, one.priority), Number.NEGATIVE_INFINITY)
        if (same.some(({ shared, priority }) => !shared && priority === first)) continue
        create.push({ locationId, filter: wanted, priority: same.length > 0 ? first + 1 : 0 })
      }
    }
  }
  return { reprice: [...reprice.values()], create: distinctCreates(create) }
}

const parts = ['type', 'current', 'powerW', 'stationId'] as const

/** The part of a filter within a station that has its own price, unless the filter covers that price. */
function overlap(filter: ConnectorFilter, own: Assigned): ConnectorFilter | null {
  if (own.stationId === null || own.ranged || covers(filter, own)) return null
  if (!meets(filter, own)) return null
  const { stationId } = own
  return {
    type: filter.type ?? own.type,
    current: filter.current ?? own.current,
    powerW: filter.powerW ?? own.powerW,
    stationId,
  }
}

/** Whether a connector may match both filters. */
export const meets = (one: ConnectorFilter, other: ConnectorFilter): boolean =>
  parts.every((part) => one[part] === null || other[part] === null || one[part] === other[part])

/** Whether the wide filter matches every connector that the narrow one matches. */
export const covers = (wide: ConnectorFilter, narrow: ConnectorFilter): boolean =>
  parts.every((part) => wide[part] === null || wide[part] === narrow[part])

const isSame = (one: Assigned, filter: ConnectorFilter): boolean =>
  !one.ranged && keyOf(one) === keyOf(filter)

const keyOf = ({ type, current, powerW, stationId }: ConnectorFilter): string =>
  JSON.stringify([type, current, powerW, stationId])

/** Each filter once. */
export const distinctFilters = (filters: readonly ConnectorFilter[]): ConnectorFilter[] => [
  ...new Map(
    filters.map(({ type, current, powerW, stationId }) => {
      const filter = { type, current, powerW, stationId }
      return [keyOf(filter), filter]
    }),
  ).values(),
]

const distinctCreates = (creates: Pricing['create']): Pricing['create'] => [
  ...new Map(creates.map((one) => [`${one.locationId} ${keyOf(one.filter)}`, one])).values(),
]

/** An object of a partner's JSON. */
export type Shown = { [name: string]: unknown }

/** Whether two values are the same but for when they were changed. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(bare(one)) === JSON.stringify(bare(other))

/** A value without any `last_updated`, its fields in order. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'last_updated')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, bare(part)]),
  )
}

/** Whether two states of a location are the same but for the status of EVSEs that both have. */
export const differInStatus = (one: Shown, other: Shown): boolean =>
  isSame(withoutStatus(one), withoutStatus(other))

const withoutStatus = (location: Shown): Shown => ({
  ...location,
  evses: listIn(location, 'evses').map(({ status: _, ...evse }) => evse),
})

/** An object with the stamp that it has had if nothing of it has changed since, else with a new one. */
export const stamped = (before: Shown | undefined, now: Shown, at: string): Shown => ({
  ...now,
  last_updated: before && isSame(before, now) ? before.last_updated : at,
})

const listIn = (owner: Shown | undefined, name: string): Shown[] =>
  (owner?.[name] as Shown[] | undefined) ?? []

/**
 * A location as a partner sees it from now on. Its stamp, and those of its EVSEs and connectors, move only with something that the
 * partner sees; one that moves moves those around it. EVSEs that are no more stay, as removed, for ever. `now`: null, the location
 * is shown no more.
 */
export function stampedLocation(before: Shown | undefined, now: Shown | null, at: string): Shown {
  const own = now ?? before ?? {}
  const known = listIn(before, 'evses')
  const evses = now ? listIn(now, 'evses') : []
  const present = evses.map((evse) => stampedEvse(find(known, 'uid', evse), evse, at))
  const gone = known
    .filter((evse) => find(evses, 'uid', evse) === undefined)
    .map((evse) => stamped(evse, { ...evse, status: 'REMOVED' }, at))
  return stamped(before, { ...own, evses: [...present, ...gone] }, at)
}

function stampedEvse(before: Shown | undefined, now: Shown, at: string): Shown {
  const known = listIn(before, 'connectors')
  const connectors = listIn(now, 'connectors').map((one) => stamped(find(known, 'id', one), one, at))
  return stamped(before, { ...now, connectors }, at)
}

const find = (list: readonly Shown[], name: string, like: Shown): Shown | undefined =>
  list.find((one) => one[name] === like[name])

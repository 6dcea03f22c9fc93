import { isDeepStrictEqual } from 'node:util'
import { instantOf } from './checks/types.ts'
import type {
  Arrival,
  CdrObject,
  LocationObject,
  OcpiObject,
  SessionObject,
  TariffObject,
} from './objects.ts'

export type Kept = 'locations' | 'tariffs' | 'sessions' | 'cdrs'

/** How often the CPO sent of a kind of objects what it should not have sent. */
export interface Counts {
  /** the same object once more */
  duplicates: number
  /** a later `last_updated` and nothing else that is new */
  idle: number
  /** an object older than the one that is held */
  stale: number
}

const noCounts = (): Counts => ({ duplicates: 0, idle: 0, stale: 0 })

/** What the CPO has pushed, and what came in. */
export class Book {
  readonly locations = new Map<string, LocationObject>()
  readonly tariffs = new Map<string, TariffObject>()
  readonly sessions = new Map<string, SessionObject>()
  readonly cdrs = new Map<string, CdrObject>()
  /** the requests, in the order in which they came */
  readonly arrivals: Arrival[] = []
  readonly counts: Record<Kept, Counts> = {
    locations: noCounts(),
    tariffs: noCounts(),
    sessions: noCounts(),
    cdrs: noCounts(),
  }
  /** EVSEs that a location had and has no more, as LOCATION/EVSE: they should have become REMOVED */
  readonly vanished: string[] = []

  constructor(
    /** so many of the last requests are kept */
    private readonly arrivalsMost = Number.POSITIVE_INFINITY,
  ) {}

  /** Keeps a request. */
  note(arrival: Arrival): void {
    this.arrivals.push(arrival)
    if (this.arrivals.length > this.arrivalsMost) this.arrivals.shift()
  }

  /** The objects of a kind by `key`. */
  of(kind: Kept): Map<string, OcpiObject> {
    return this[kind] as Map<string, OcpiObject>
  }

  /** Keeps a pushed object that has been checked, and counts what is wrong with its coming; true if it is new. */
  keep(kind: Kept, key: string, object: OcpiObject): boolean {
    const held = this.of(kind).get(key)
    const counts = this.counts[kind]
    if (held && isDeepStrictEqual(held, object)) counts.duplicates += 1
    else if (held && updatedAt(object) < updatedAt(held)) counts.stale += 1
    else if (held && isDeepStrictEqual(withoutTimes(held), withoutTimes(object))) counts.idle += 1
    if (held && kind === 'locations') this.vanished.push(...vanishedFrom(held, object))
    this.of(kind).set(key, object)
    return held === undefined
  }

  /** The refused requests, as a line each. */
  refusals(): string[] {
    return this.arrivals
      .filter(({ problems }) => problems.length > 0)
      .map(({ method, path, problems }) => `${method} ${path}: ${problems.join('; ')}`)
  }

  /** What requests lacked, a line each. */
  remarks(): string[] {
    return this.arrivals.flatMap(({ method, path, remarks }) =>
      remarks.map((remark) => `${method} ${path}: ${remark}`),
    )
  }
}

/** By which name an object is kept: its owner and its id. */
export const keyOf = (countryCode: string, partyId: string, id: string): string =>
  [countryCode, partyId, id].map((part) => part.toUpperCase()).join('/')

const updatedAt = ({ last_updated }: OcpiObject) => instantOf(String(last_updated))

/** The object without any `last_updated`, its own or its parts'. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'last_updated')
      .map(([name, part]) => [name, withoutTimes(part)]),
  )
}

function vanishedFrom(held: OcpiObject, now: OcpiObject): string[] {
  const uids = ({ evses }: OcpiObject) =>
    ((evses as OcpiObject[] | undefined) ?? []).map(({ uid }) => String(uid))
  const left = uids(now)
  return uids(held)
    .filter((uid) => !left.includes(uid))
    .map((uid) => `${String(held.id)}/${uid}`)
}

import type { IncidentCause, IncidentKind } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'

/** What stations may have in common; others share it or not. */
export const sharedTraits = [
  'server',
  'location',
  'circuit',
  'network',
  'sim',
  'firmware',
  'model',
  'provider',
] as const
export type SharedTrait = (typeof sharedTraits)[number]

/** Something that goes wrong, of one station, payment and so on. */
export interface Trouble {
  /** names it among all of its kind */
  subject: string
  since: Date
  locationId: number | null
  /** in the words of its source; what has another word has another cause */
  word: string | null
  /** what others may share with it: its location, the ranges of its address ... */
  traits: Partial<Record<SharedTrait, readonly string[]>>
}

/** How many stations there are, in all and of each trait, by `traitKey`. */
export interface Crowd {
  total: number
  sharing: ReadonlyMap<string, number>
}

/** The numbers by which a cause was found. */
export interface Evidence {
  /** troubles that share the cause, and all stations that do; 0: their number says nothing */
  affected: number
  population: number
  /** the same of those that do not share it, within the same time */
  others_affected: number
  others: number
  /** from the first to the last of the affected */
  within_seconds: number
}

/** Troubles that belong together. */
export interface Group {
  /** what goes wrong again under this key belongs to the same incident */
  key: string
  cause: IncidentCause
  value: string | null
  /** where all of them stand; null: at several locations, or at none */
  locationId: number | null
  /** when the first began */
  since: Date
  subjects: string[]
  evidence: Evidence
}

export const traitKey = (trait: SharedTrait, value: string): string => `${trait}:${value}`

/** troubles of stations that begin within so long of one another may have one cause */
const gapMsOf = (kind: IncidentKind): number => (kind === 'silence' ? 5 * MINUTE_MS : HOUR_MS)

/** so many have to share a cause; of those at one place two are enough */
const sharingLeast = 3
const atPlaceLeast = 2
/** a cause explains what happens to at least this share of those who share it, and so many times more often than to others */
const shareLeast = 0.6
const timesLeast = 3
/** a network this small has no cause as a whole */
const wholeLeast = 10
/** more than this at once, without anything in common, is one group */
const groupsMost = 20

/** kinds that have no stations to compare with: what is not paid, registered or booked */
const uncounted: readonly IncidentKind[] = ['payments', 'receipts', 'books', 'firmware']
/** so many locations at once, and it is not the location */
const placesMost = 2

/**
 * Troubles of one kind by what they have in common. The answer depends on nothing but the set of the troubles: not on the order in which
 * they arrive, nor on what arrives twice.
 */
export function groupsOf(kind: IncidentKind, troubles: readonly Trouble[], crowd: Crowd): Group[] {
  const byWord = new Map<string, Trouble[]>()
  for (const one of distinct(troubles)) {
    const word = kind === 'silence' ? '' : (one.word ?? '')
    byWord.set(word, [...(byWord.get(word) ?? []), one])
  }
  const groups = [...byWord].flatMap(([word, same]) =>
    clustersOf(same, gapMsOf(kind)).flatMap((cluster) =>
      uncounted.includes(kind) ? plainGroups(kind, cluster) : causesOf(kind, word, cluster, crowd),
    ),
  )
  return joined(groups)
}

/** Each trouble once, as it began first, in the order of time. */
function distinct(troubles: readonly Trouble[]): Trouble[] {
  const first = new Map<string, Trouble>()
  for (const one of troubles) {
    const known = first.get(one.subject)
    if (!known || one.since < known.since) first.set(one.subject, one)
  }
  return [...first.values()].sort(
    (a, b) => a.since.getTime() - b.since.getTime() || (a.subject < b.subject ? -1 : 1),
  )
}

/** Cuts troubles in the order of time where none began for so long. */
function clustersOf(troubles: readonly Trouble[], gapMs: number): Trouble[][] {
  const clusters: Trouble[][] = []
  let before: Date | undefined
  for (const one of troubles) {
    const last = clusters.at(-1)
    if (last && before && one.since.getTime() - before.getTime() <= gapMs) last.push(one)
    else clusters.push([one])
    before = one.since
  }
  return clusters
}

interface Candidate {
  cause: IncidentCause
  value: string | null
  members: Trouble[]
  evidence: Evidence
  score: number
}

/** The order in which causes are preferred that explain the same. */
const preference: readonly IncidentCause[] = [
  'server',
  'location',
  'whole',
  'circuit',
  'network',
  'sim',
  'firmware',
  'model',
  'provider',
]

/** Takes the cause that explains most, and looks for the next one among the rest. */
function causesOf(kind: IncidentKind, word: string, cluster: readonly Trouble[], crowd: Crowd): Group[] {
  const groups: Group[] = []
  let rest = [...cluster]
  for (;;) {
    const best = bestOf(candidatesOf(rest, crowd))
    if (!best) break
    groups.push(groupOf({ kind, word, ...best }))
    const explained = new Set(best.members)
    rest = rest.filter((one) => !explained.has(one))
  }
  groups.push(...unexplained(kind, word, rest, crowd))
  if (groups.length <= groupsMost) return groups
  return [withoutCause(kind, word, cluster, crowd)]
}

function candidatesOf(cluster: readonly Trouble[], crowd: Crowd): Candidate[] {
  const sharing = new Map<string, { trait: SharedTrait; value: string; members: Trouble[] }>()
  for (const one of cluster)
    for (const trait of sharedTraits)
      for (const value of one.traits[trait] ?? []) {
        const key = traitKey(trait, value)
        const found = sharing.get(key)
        if (found) found.members.push(one)
        else sharing.set(key, { trait, value, members: [one] })
      }
  const found = [...sharing.values()].flatMap(({ trait, value, members }) => {
    const least = trait === 'location' || trait === 'circuit' ? atPlaceLeast : sharingLeast
    if (members.length < least) return []
    const population = trait === 'server' ? crowd.total : (crowd.sharing.get(traitKey(trait, value)) ?? 0)
    const one = candidateOf(trait, value, members, { cluster, population, total: crowd.total })
    return trait === 'server' ? ofServer(one, cluster) : explains(one) ? [one] : []
  })
  const whole = candidateOf('whole', null, [...cluster], {
    cluster,
    population: crowd.total,
    total: crowd.total,
  })
  return crowd.total >= wholeLeast && explains(whole) ? [...found, whole] : found
}

function candidateOf(
  cause: IncidentCause,
  value: string | null,
  members: Trouble[],
  { cluster, population, total }: { cluster: readonly Trouble[]; population: number; total: number },
): Candidate {
  const affected = members.length
  const all = Math.max(population, affected)
  const evidence = {
    affected,
    population: all,
    others_affected: cluster.length - affected,
    others: Math.max(0, total - all),
    within_seconds: withinSeconds(members),
  }
  return { cause, value, members, evidence, score: (affected * affected) / all }
}

/** Our own server was down: what is away since then is away because of that. */
const ofServer = (one: Candidate, cluster: readonly Trouble[]): Candidate[] =>
  one.members.length >= shareLeast * cluster.length ? [{ ...one, score: Number.POSITIVE_INFINITY }] : []

/** Whether it happens to most of those who share a cause, and much less to others. */
function explains({ evidence }: Candidate): boolean {
  const { affected, population, others_affected: othersAffected, others } = evidence
  const share = affected / population
  const otherShare = others === 0 ? 0 : othersAffected / others
  return share >= shareLeast && share >= timesLeast * otherShare
}

function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const rank = ({ cause }: Candidate) => preference.indexOf(cause)
  return [...candidates].sort(
    (a, b) =>
      b.score - a.score ||
      b.members.length - a.members.length ||
      rank(a) - rank(b) ||
      // of two ranges that hold the same, the narrower
      (b.value ?? '').length - (a.value ?? '').length ||
      ((a.value ?? '') < (b.value ?? '') ? -1 : 1),
  )[0]
}

/** What has no cause in common: by location, and alone where there is one. */
function unexplained(kind: IncidentKind, word: string, rest: readonly Trouble[], crowd: Crowd): Group[] {
  return [...placesOf(rest)].flatMap(([locationId, members]) => {
    const value = locationId === null ? null : String(locationId)
    const population = value === null ? 0 : (crowd.sharing.get(traitKey('location', value)) ?? 0)
    const at = { cluster: rest, population, total: crowd.total }
    if (value !== null && members.length > 1)
      return [groupOf({ kind, word, ...candidateOf('location', value, members, at) })]
    return members.map((one) => alone(kind, one, at))
  })
}

function alone(
  kind: IncidentKind,
  one: Trouble,
  at: { cluster: readonly Trouble[]; population: number; total: number },
): Group {
  const { evidence } = candidateOf('station', one.subject, [one], at)
  const [about] = one.subject.split(':')
  return {
    key: `${kind}:${one.subject}`,
    cause: about === 'station' ? 'station' : about === 'location' ? 'location' : 'none',
    value: about === 'location' ? String(one.locationId) : null,
    locationId: one.locationId,
    since: one.since,
    subjects: [one.subject],
    evidence,
  }
}

function withoutCause(kind: IncidentKind, word: string, cluster: readonly Trouble[], crowd: Crowd): Group {
  const at = { cluster, population: crowd.total, total: crowd.total }
  return groupOf({ kind, word, ...candidateOf('scattered', null, [...cluster], at) })
}

/** Payments and the like: by location, or by who carries them out where several locations have trouble at once. */
function plainGroups(kind: IncidentKind, cluster: readonly Trouble[]): Group[] {
  if (kind === 'firmware') {
    const at = { cluster, population: 0, total: 0 }
    return cluster.map((one) => {
      const value = one.traits.firmware?.[0] ?? null
      return {
        ...alone(kind, one, at),
        cause: value === null ? ('none' as const) : ('firmware' as const),
        value,
      }
    })
  }
  const plain = (cause: IncidentCause, value: string | null, members: Trouble[]) =>
    groupOf({
      kind,
      word: '',
      ...candidateOf(cause, value, members, { cluster: members, population: 0, total: 0 }),
    })
  if (kind === 'books') return [plain('none', null, [...cluster])]
  const places = placesOf(cluster)
  if (places.size <= placesMost)
    return [...places].map(([id, members]) =>
      plain(id === null ? 'none' : 'location', id === null ? null : String(id), members),
    )
  const providers = new Map<string, Trouble[]>()
  for (const one of cluster) {
    const provider = one.traits.provider?.[0] ?? ''
    providers.set(provider, [...(providers.get(provider) ?? []), one])
  }
  return [...providers].map(([provider, members]) => plain('provider', provider, members))
}

function placesOf(troubles: readonly Trouble[]): Map<number | null, Trouble[]> {
  const places = new Map<number | null, Trouble[]>()
  for (const one of troubles) {
    const own = places.get(one.locationId)
    if (own) own.push(one)
    else places.set(one.locationId, [one])
  }
  return places
}

function groupOf({
  kind,
  word,
  cause,
  value,
  members,
  evidence,
}: { kind: IncidentKind; word: string } & Omit<Candidate, 'score'>): Group {
  const places = new Set(members.map(({ locationId }) => locationId))
  const [only = null] = places
  const parts = [kind, cause, ...(value === null ? [] : [value]), ...(word === '' ? [] : [word])]
  return {
    key: parts.join(':').slice(0, 255),
    cause,
    value,
    locationId: places.size === 1 ? only : null,
    since: first(members),
    subjects: members.map(({ subject }) => subject),
    evidence,
  }
}

const first = (members: readonly Trouble[]): Date =>
  members.reduce((least, { since }) => (since < least ? since : least), members[0]?.since ?? new Date(0))

function withinSeconds(members: readonly Trouble[]): number {
  const instants = members.map(({ since }) => since.getTime())
  const span = instants.reduce((most, at) => Math.max(most, at), 0) - first(members).getTime()
  return Math.max(0, Math.ceil(span / 1000))
}

/** Groups under one key are one: the same place had trouble at two times. */
function joined(groups: readonly Group[]): Group[] {
  const byKey = new Map<string, Group>()
  for (const group of groups) {
    const before = byKey.get(group.key)
    if (!before) byKey.set(group.key, group)
    else
      byKey.set(group.key, {
        ...before,
        since: group.since < before.since ? group.since : before.since,
        subjects: [...before.subjects, ...group.subjects],
        evidence: {
          ...before.evidence,
          affected: before.evidence.affected + group.evidence.affected,
          population: Math.max(
            before.evidence.population,
            before.evidence.affected + group.evidence.affected,
          ),
          within_seconds: before.evidence.within_seconds,
        },
      })
  }
  return [...byKey.values()].sort((a, b) => a.since.getTime() - b.since.getTime() || (a.key < b.key ? -1 : 1))
}

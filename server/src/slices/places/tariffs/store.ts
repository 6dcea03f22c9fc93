import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type Candidate, chooseVersion, type TariffScope } from './changes/effective.ts'
import type { TariffElement, TariffVersion } from './elements.ts'
import type { IdleTerms } from './idle-terms.ts'

/** A version of a tariff as it is stored, ready to price with. */
export interface StoredVersion extends TariffVersion {
  tariffId: number
  elements: TariffElement[]
  /** null: no idle fee of its own */
  idle: IdleTerms | null
}

/** The properties of a connector that decide its price. */
export interface AssignableConnector {
  id: number
  stationId: string
  locationId: number
  ownerId: number | null
  type: string
  current: string
  powerW: number
}

interface CandidateRow extends Candidate {
  tariffId: number
  scopeKey: string
  elements: TariffElement[]
  idle: IdleTerms | null
  discountPercent: number
  minPriceMinor: number | null
  maxPriceMinor: number | null
}

/** The version that prices each connector at an instant; connectors without a price are absent. One query for any number of them. */
export async function loadEffectiveVersions(
  db: Db,
  connectors: readonly AssignableConnector[],
  at: Date,
): Promise<Map<number, StoredVersion>> {
  const versions = await loadVersionsAt(
    db,
    connectors.map((connector) => ({ connector, at })),
  )
  return new Map(
    connectors.flatMap(({ id }, index) => {
      const version = versions[index]
      return version ? [[id, version]] : []
    }),
  )
}

/** For each request, the version that prices its connector at its instant; null: none. One query for any number of them. */
export async function loadVersionsAt(
  db: Db,
  requests: readonly { connector: AssignableConnector; at: Date }[],
): Promise<(StoredVersion | null)[]> {
  if (requests.length === 0) return []
  const byScope = groupBy(
    await listCandidates(
      db,
      requests.map(({ connector }) => connector),
      requests.map(({ at }) => at.getTime()),
    ),
    ({ scopeKey }) => scopeKey,
  )
  return requests.map(({ connector, at }) => {
    const around = scopesOf(connector).flatMap((scopeKey) => byScope.get(scopeKey) ?? [])
    const version = chooseVersion(around, connector, at)
    return version && versionOf(version)
  })
}

/** The scopes of a connector, the closest first; the SQL below makes the same keys. */
function scopesOf({ id, stationId, locationId, ownerId }: AssignableConnector): string[] {
  const owner = ownerId === null ? [] : [key('owner', ownerId)]
  return [
    key('connector', id),
    key('station', stationId),
    key('location', locationId),
    ...owner,
    key('network', ''),
  ]
}

const key = (scope: TariffScope, id: string | number) => `${scope} ${id}`
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Of every assignment that covers one of the connectors, the newest version of its tariff that is valid at each of the instants. */
async function listCandidates(
  db: Db,
  connectors: readonly AssignableConnector[],
  instants: readonly number[],
): Promise<CandidateRow[]> {
  const owners = unique(connectors.flatMap(({ ownerId }) => ownerId ?? []))
  const { rows } = await sql<CandidateRow>`
    with covering as (
      select * from tariff_assignments where scope = 'network'
      union all
      select * from tariff_assignments where scope = 'owner' and owner_id = any(${owners}::bigint[])
      union all
      select * from tariff_assignments
      where scope = 'location' and location_id = any(${unique(connectors.map((one) => one.locationId))}::bigint[])
      union all
      select * from tariff_assignments
      where scope = 'station' and station_id = any(${unique(connectors.map((one) => one.stationId))}::text[])
      union all
      select * from tariff_assignments
      where scope = 'connector' and connector_id = any(${unique(connectors.map((one) => one.id))}::bigint[])
    ),
    valid as (
      select (
        select v.id from tariff_versions v
        where v.tariff_id = c.tariff_id and v.valid_from <= at and (v.valid_to is null or v.valid_to > at)
        order by v.valid_from desc, v.id desc limit 1
      ) as id
      from (select distinct tariff_id from covering) c
      cross join unnest(${unique(instants).map((at) => new Date(at))}::timestamptz[]) as at
    )
    select a.id as "assignmentId", a.scope, a.connector_type as "connectorType", a.current,
      a.power_min_w as "powerMinW", a.power_max_w as "powerMaxW", a.priority,
      a.scope || ' ' || coalesce(a.connector_id::text, a.station_id, a.location_id::text, a.owner_id::text, '') as "scopeKey",
      v.id as "versionId", v.valid_from as "validFrom", v.valid_to as "validTo", v.elements, v.idle,
      v.discount_percent as "discountPercent", t.id as "tariffId",
      coalesce(v.min_price_minor, t.min_price_minor) as "minPriceMinor",
      coalesce(v.max_price_minor, t.max_price_minor) as "maxPriceMinor"
    from covering a
    join tariffs t on t.id = a.tariff_id
    join tariff_versions v on v.tariff_id = t.id and v.id in (select id from valid)`.execute(db)
  return rows
}

/** The tariffs that have got another version by the clock between two instants, or none. */
export async function listTurned(db: Db, { after, until }: { after: Date; until: Date }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.tariff_id as id from tariff_versions v
    where (v.valid_from > ${after} and v.valid_from <= ${until}) or (v.valid_to > ${after} and v.valid_to <= ${until})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Versions by their ids; ids that do not exist are absent. */
export async function loadVersions(db: Db, ids: readonly number[]): Promise<Map<number, StoredVersion>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Parameters<typeof versionOf>[0]>`
    select v.id as "versionId", t.id as "tariffId", v.elements, v.idle, v.discount_percent as "discountPercent",
      coalesce(v.min_price_minor, t.min_price_minor) as "minPriceMinor",
      coalesce(v.max_price_minor, t.max_price_minor) as "maxPriceMinor"
    from tariff_versions v join tariffs t on t.id = v.tariff_id
    where v.id = any(${unique(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.versionId, versionOf(row)]))
}

/** Every version of some tariffs with the time in which it holds, the latest first. */
export async function listVersionsOf(
  db: Db,
  tariffs: readonly number[],
): Promise<{ validFrom: Date; validTo: Date | null; version: StoredVersion }[]> {
  if (tariffs.length === 0) return []
  const { rows } = await sql<Parameters<typeof versionOf>[0] & { validFrom: Date; validTo: Date | null }>`
    select v.id as "versionId", t.id as "tariffId", v.elements, v.idle, v.discount_percent as "discountPercent",
      coalesce(v.min_price_minor, t.min_price_minor) as "minPriceMinor",
      coalesce(v.max_price_minor, t.max_price_minor) as "maxPriceMinor", v.valid_from as "validFrom", v.valid_to as "validTo"
    from tariff_versions v join tariffs t on t.id = v.tariff_id
    where t.id = any(${unique(tariffs)}::bigint[]) order by v.valid_from desc, v.id desc`.execute(db)
  return rows.map(({ validFrom, validTo, ...row }) => ({ validFrom, validTo, version: versionOf(row) }))
}

/** Since when versions of tariffs hold. */
export async function listVersionBegins(db: Db, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; validFrom: Date }>`
    select id, valid_from as "validFrom" from tariff_versions where id = any(${unique(ids)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, validFrom }) => [id, validFrom]))
}

/** The names of tariffs, by id. */
export async function loadTariffNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from tariffs t where t.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A hash of all prices in force at an instant; it changes when the price of a connector may change. */
export async function markPrices(db: Db, at: Date): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws('|', (select string_agg(a::text, '|' order by a.id) from tariff_assignments a),
      (select string_agg(concat_ws(' ', t.id, t.min_price_minor, t.max_price_minor), '|' order by t.id) from tariffs t),
      (select string_agg(v.id::text, ' ' order by v.id) from tariff_versions v
        where v.valid_from <= ${at} and (v.valid_to is null or v.valid_to > ${at})))) as mark`.execute(db)
  return first(rows).mark
}

interface Span {
  after: Date
  until: Date
}

/** A hash of the prices that begin or end between two instants. */
export async function markPlanned(db: Db, { after, until }: Span): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(coalesce(string_agg(concat_ws(' ', v.id, v.valid_from, v.valid_to), '|' order by v.id), '')) as mark
    from tariff_versions v
    where (v.valid_to is null or v.valid_to > v.valid_from)
      and (v.valid_from > ${after} and v.valid_from <= ${until} or v.valid_to > ${after} and v.valid_to <= ${until})`.execute(
    db,
  )
  return first(rows).mark
}

/** The first instants between two at which a price of any of these connectors may begin or end. */
export async function listTurns(
  db: Db,
  connectors: readonly AssignableConnector[],
  { after, until }: Span,
  most: number,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select distinct turn.at from tariff_assignments a join tariff_versions v on v.tariff_id = a.tariff_id
      cross join lateral (values (v.valid_from), (v.valid_to)) as turn(at)
    where (a.scope = 'network' or a.owner_id = any(${unique(connectors.flatMap(({ ownerId }) => ownerId ?? []))}::bigint[])
        or a.location_id = any(${unique(connectors.map((one) => one.locationId))}::bigint[])
        or a.station_id = any(${unique(connectors.map((one) => one.stationId))}::text[])
        or a.connector_id = any(${unique(connectors.map((one) => one.id))}::bigint[]))
      and (v.valid_to is null or v.valid_to > v.valid_from) and turn.at > ${after} and turn.at <= ${until}
    order by turn.at limit ${most}`.execute(db)
  return rows.map(({ at }) => at)
}

const rememberedMost = 10_000

/** A cache of versions by their ids; a version never changes. */
export class KnownVersions {
  private readonly byId = new Map<number, StoredVersion>()

  async load(db: Db, ids: readonly number[]): Promise<Map<number, StoredVersion>> {
    const missing = ids.filter((id) => !this.byId.has(id))
    if (missing.length > 0) {
      if (this.byId.size + missing.length > rememberedMost) this.byId.clear()
      for (const [id, version] of await loadVersions(db, missing)) this.byId.set(id, version)
    }
    return new Map(
      ids.flatMap((id) => {
        const version = this.byId.get(id)
        return version ? [[id, version] as const] : []
      }),
    )
  }
}

function versionOf(
  row: Pick<
    CandidateRow,
    'versionId' | 'tariffId' | 'elements' | 'idle' | 'discountPercent' | 'minPriceMinor' | 'maxPriceMinor'
  >,
): StoredVersion {
  const { versionId, tariffId, elements, idle, discountPercent, minPriceMinor, maxPriceMinor } = row
  return { id: versionId, tariffId, elements, idle, discountPercent, minPriceMinor, maxPriceMinor }
}

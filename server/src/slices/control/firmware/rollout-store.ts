import type { FirmwareState, Rollout, RolloutStatus } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export interface NewRollout {
  fileId: number | null
  move: Rollout['move']
  status: RolloutStatus
  versions: (string | null)[] | null
  waveSize: number
  failuresMost: number
  startsAt: Date
  waitUntil: Date | null
  at: Date
  by: number
  remoteAddress: string | null
}

/** The stations that could be updated: of a model, with one of the versions (null: whatever is there), in no other open roll-out. */
interface RolloutTarget {
  vendorName: string
  model: string
  /** what they are given; null: nothing, whatever they have */
  version: string | null
  versions: (string | null)[] | null
}

const reachable = ({ vendorName, model, version, versions }: RolloutTarget) => sql`
  s.deleted_at is null and s.vendor_name = ${vendorName} and s.model = ${model}
  and (${version}::text is null or s.firmware_version is distinct from ${version})
  and ${
    versions === null
      ? sql`true`
      : sql`(s.firmware_version = any(${versions.filter((one) => one !== null)}::text[])
          or s.firmware_version is null and ${versions.includes(null)})`
  }
  and not exists (select from firmware_rollout_stations o where o.station_id = s.id and o.state in ('waiting', 'updating'))`

export async function countReach(db: Db, target: RolloutTarget): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from station_view s where ${reachable(target)}`.execute(db)
  return first(rows).n
}

export async function insertRollout(tx: Tx, rollout: NewRollout): Promise<number> {
  const { id } = await tx
    .insertInto('firmware_rollouts')
    .values({
      file_id: rollout.fileId,
      move: rollout.move && JSON.stringify(rollout.move),
      versions: rollout.versions && JSON.stringify(rollout.versions),
      reach: 0,
      total: 0,
      status: rollout.status,
      wave_size: rollout.waveSize,
      failures_most: rollout.failuresMost,
      starts_at: rollout.startsAt,
      wait_until: rollout.waitUntil,
      created_at: rollout.at,
      commanded_by: rollout.by,
      remote_address: rollout.remoteAddress,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a roll-out its stations, connected ones first, and of those where nobody charges, otherwise in random order; answers how many. */
export async function insertMembers(
  tx: Tx,
  rolloutId: number,
  target: RolloutTarget,
  { reach, total }: { reach: number; total: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into firmware_rollout_stations (rollout_id, position, station_id, version_before)
    select ${rolloutId}, row_number() over (order by c.online desc, c.charging, c.draw), c.id, c.firmware_version
    from (select s.id, s.firmware_version, p.connection_id is not null as online,
        exists (select from running_session_view r where r.station_id = s.id) as charging,
        md5(s.id || ${rolloutId}::text) as draw
      from station_view s left join station_presence_view p on p.station_id = s.id
      where ${reachable(target)} order by 3 desc, 4, 5 limit ${total}) c`.execute(tx)
  const inserted = Number(numAffectedRows ?? 0)
  await tx
    .updateTable('firmware_rollouts')
    .set({ reach, total: inserted })
    .where('id', '=', rolloutId)
    .execute()
  return inserted
}

export interface RolloutRow {
  id: number
  /** null: it moves stations */
  file_id: number | null
  vendor_name: string
  model: string
  version: string | null
  file_name: string | null
  move: Rollout['move']
  versions: (string | null)[] | null
  reach: number
  total: number
  wave_size: number
  failures_most: number
  failures_excused: number
  status: RolloutStatus
  paused_by: Rollout['paused_by']
  paused_at: Date | null
  starts_at: Date
  wait_until: Date | null
  created_at: Date
  finished_at: Date | null
  commanded_by: number
  remote_address: string | null
  by_name: string
  counts: Partial<Record<FirmwareState, number>> | null
}

const selected = sql`select r.*, coalesce(f.vendor_name, r.move ->> 'vendor_name') as vendor_name,
    coalesce(f.model, r.move ->> 'model') as model, f.version, f.file_name,
    trim(m.first_name || ' ' || m.last_name) as by_name,
    (select jsonb_object_agg(c.state, c.n) from (select state, count(*) as n
      from firmware_rollout_stations where rollout_id = r.id group by state) c) as counts
  from firmware_rollouts r left join firmware_files f on f.id = r.file_id join manager_view m on m.id = r.commanded_by`

/** A page of the roll-outs, newest first, and how many there are. */
export async function listRollouts(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RolloutRow[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<RolloutRow>`${selected} order by r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from firmware_rollouts`.execute(db),
  ])
  return { rows: page.rows, total: first(count.rows).n }
}

export async function findRollout(db: Db, id: number): Promise<RolloutRow | undefined> {
  const { rows } = await sql<RolloutRow>`${selected} where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Roll-outs that have not ended. */
export async function listOpen(db: Db): Promise<number[]> {
  const open = await db
    .selectFrom('firmware_rollouts')
    .select('id')
    .where('status', 'in', ['scheduled', 'running', 'paused'])
    .orderBy('id')
    .execute()
  return open.map(({ id }) => id)
}

/** Locks a roll-out; `skips`: undefined also where another server has locked it. */
export async function lockRollout(
  tx: Tx,
  id: number,
  { skips = false } = {},
): Promise<RolloutRow | undefined> {
  const { rows } = await sql`select from firmware_rollouts where id = ${id}
    for update ${skips ? sql`skip locked` : sql``}`.execute(tx)
  return rows.length === 0 ? undefined : findRollout(tx, id)
}

/** Changes the status of a roll-out. */
export async function updateStatus(
  tx: Tx,
  id: number,
  change: {
    status: RolloutStatus
    paused?: { by: NonNullable<Rollout['paused_by']>; at: Date }
    finishedAt?: Date
    /** who commands it from now on, and which failures are excused */
    continued?: { by: number; remoteAddress: string | null; failures: number }
  },
): Promise<void> {
  const { status, paused, finishedAt = null, continued } = change
  await tx
    .updateTable('firmware_rollouts')
    .set({
      status,
      paused_by: paused?.by ?? null,
      paused_at: paused?.at ?? null,
      finished_at: finishedAt,
      ...(continued
        ? {
            commanded_by: continued.by,
            remote_address: continued.remoteAddress,
            failures_excused: continued.failures,
          }
        : {}),
    })
    .where('id', '=', id)
    .execute()
}

export interface MemberRow {
  position: number
  station_id: string
  state: 'waiting' | 'updating'
  location: string | null
  version_before: string | null
  version_now: string | null
  status: string | null
  at: Date | null
  online: boolean
  /** the socket over which it was sent a move, and that which it has now */
  connection_before: string | null
  connection_id: string | null
  host: string | null
  disconnected_at: Date | null
}

/** The stations of a roll-out that have not ended, in their order. */
export async function listOpenMembers(tx: Tx, rolloutId: number): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select b.position, b.station_id, b.state, b.location, b.version_before, s.firmware_version as version_now, b.status, b.at,
      p.connection_id is not null and s.deleted_at is null as online, b.connection_id as connection_before, p.connection_id, p.host,
      p.disconnected_at
    from firmware_rollout_stations b join station_view s on s.id = b.station_id
      left join station_presence_view p on p.station_id = b.station_id
    where b.rollout_id = ${rolloutId} and b.state in ('waiting', 'updating') order by b.position`.execute(tx)
  return rows
}

/** The new state of a station of a roll-out. */
export interface MemberChange {
  state: FirmwareState
  status: string | null
  code: string | null
  at: Date
}

export async function updateMember(
  db: Db,
  { rolloutId, position }: { rolloutId: number; position: number },
  { state, status, code, at }: MemberChange,
): Promise<void> {
  await db
    .updateTable('firmware_rollout_stations')
    .set({ state, status, code, at, ...(state === 'waiting' ? { wave: null, location: null } : {}) })
    .where('rollout_id', '=', rolloutId)
    .where('position', '=', position)
    .where('state', 'in', ['waiting', 'updating'])
    .execute()
}

/** Begins a wave: its stations are marked as updating before anything is sent. */
export async function updateBegun(
  tx: Tx,
  rolloutId: number,
  members: readonly {
    position: number
    location: string | null
    versionBefore: string | null
    connectionId: string | null
  }[],
  at: Date,
): Promise<void> {
  const positions = members.map(({ position }) => position)
  const locations = members.map(({ location }) => location)
  const versions = members.map(({ versionBefore }) => versionBefore)
  const connections = members.map(({ connectionId }) => connectionId)
  await sql`
    update firmware_rollout_stations b set state = 'updating', location = n.location, version_before = n.version_before,
      connection_id = n.connection_id, status = null, at = ${at},
      wave = (select coalesce(max(wave), 0) + 1 from firmware_rollout_stations where rollout_id = ${rolloutId})
    from unnest(${positions}::integer[], ${locations}::text[], ${versions}::text[],
      ${connections}::text[]) as n (position, location, version_before, connection_id)
    where b.rollout_id = ${rolloutId} and b.position = n.position and b.state = 'waiting'`.execute(tx)
}

/** Ends the stations of a roll-out that still wait, as left out or canceled. */
export async function updateWaiting(
  tx: Tx,
  rolloutId: number,
  state: 'left' | 'canceled',
  at: Date,
): Promise<void> {
  await tx
    .updateTable('firmware_rollout_stations')
    .set({ state, at, code: state === 'left' ? 'station.offline' : null })
    .where('rollout_id', '=', rolloutId)
    .where('state', '=', 'waiting')
    .execute()
}

export interface StationRow {
  station_id: string
  station_number: number
  location_id: number
  location_name: string
  removed: boolean
  state: FirmwareState
  wave: number | null
  version_before: string | null
  version_now: string | null
  status: string | null
  code: string | null
  at: Date | null
  online: boolean
}

/** A page of a roll-out's stations, and how many there are. */
export async function listMembers(
  db: Db,
  rolloutId: number,
  { states, limit, offset }: { states: readonly FirmwareState[] | undefined; limit: number; offset: number },
): Promise<{ rows: StationRow[]; total: number }> {
  const matches = sql`b.rollout_id = ${rolloutId} and ${states ? sql`b.state = any(${states}::text[])` : sql`true`}`
  const [page, count] = await Promise.all([
    sql<StationRow>`
      select b.station_id, s.number as station_number, s.location_id, l.name as location_name,
        s.deleted_at is not null as removed, b.state, b.wave, b.version_before, s.firmware_version as version_now, b.status,
        b.code, b.at, p.connection_id is not null and s.deleted_at is null as online
      from firmware_rollout_stations b join station_view s on s.id = b.station_id
        left join station_presence_view p on p.station_id = b.station_id
        join location_view l on l.id = s.location_id
      where ${matches} order by b.position limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from firmware_rollout_stations b where ${matches}`.execute(db),
  ])
  return { rows: page.rows, total: first(count.rows).n }
}

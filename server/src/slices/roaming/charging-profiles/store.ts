import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Kept } from '../roaming-sessions/kept.ts'
import type { KeptLimits } from './rules.ts'

export type ProfileMethod = 'GET' | 'PUT' | 'DELETE'

export interface ProfileRequest {
  id: number
  partnerId: number
  orderId: number
  method: ProfileMethod
  responseUrl: string
}

type NewRequest = Omit<ProfileRequest, 'id'> & { stationId: string }

export async function insertRequest(db: Db, request: NewRequest, at: Date): Promise<number> {
  const { partnerId, orderId, stationId, method, responseUrl } = request
  const { rows } = await sql<{ id: number }>`
    insert into roaming_profile_requests (partner_id, order_id, station_id, method, response_url, created_at)
    values (${partnerId}, ${orderId}, ${stationId}, ${method}, ${responseUrl}, ${at}) returning id`.execute(
    db,
  )
  return first(rows).id
}

/** Records what came of a request; undefined: it has its result already. */
export async function updateRequest(
  tx: Tx,
  id: number,
  { result, isUnsupported }: { result: string; isUnsupported: boolean },
): Promise<ProfileRequest | undefined> {
  const { rows } = await sql<ProfileRequest>`
    update roaming_profile_requests set result = ${result}, unsupported = ${isUnsupported}
    where id = ${id} and result is null
    returning id, partner_id as "partnerId", order_id as "orderId", method, response_url as "responseUrl"`.execute(
    tx,
  )
  return rows[0]
}

/** Requests from before an instant that have no result. */
export async function listOpenRequests(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from roaming_profile_requests
    where result is null and created_at < ${before} order by created_at limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

export async function removeOldRequests(db: Db, before: Date): Promise<void> {
  await sql`delete from roaming_profile_requests where created_at < ${before} and result is not null`.execute(
    db,
  )
}

/** How many requests there were about a session since an instant, and whether its station has said meanwhile that it has no profiles. */
export async function loadRecent(
  db: Db,
  { orderId, stationId }: { orderId: number; stationId: string },
  { counted, believed }: { counted: Date; believed: Date },
): Promise<{ requests: number; isUnsupported: boolean }> {
  const { rows } = await sql<{ requests: number; isUnsupported: boolean }>`
    select (select count(*)::int from roaming_profile_requests
        where order_id = ${orderId} and created_at > ${counted}) as requests,
      coalesce((select r.unsupported from roaming_profile_requests r
        where r.station_id = ${stationId} and r.result is not null and r.created_at > ${believed}
        order by r.id desc limit 1), false) as "isUnsupported"`.execute(db)
  return first(rows)
}

/** The limits that a session has by its partner. */
export interface FollowedProfile {
  orderId: number
  partnerId: number
  profileNumber: number
  body: Kept
  sent: KeptLimits
}

export async function upsertProfile(db: Db, profile: FollowedProfile, at: Date): Promise<void> {
  const { orderId, partnerId, profileNumber, body, sent } = profile
  await sql`insert into roaming_profiles (order_id, partner_id, profile_number, body, sent, set_at)
    values (${orderId}, ${partnerId}, ${profileNumber}, ${JSON.stringify(body)}::jsonb,
      ${JSON.stringify(sent)}::jsonb, ${at})
    on conflict (order_id) do update set body = excluded.body, sent = excluded.sent,
      profile_number = excluded.profile_number, set_at = excluded.set_at`.execute(db)
}

export async function removeProfile(db: Db, orderId: number): Promise<void> {
  await sql`delete from roaming_profiles where order_id = ${orderId}`.execute(db)
}

export interface RunningProfile extends FollowedProfile {
  /** its session still charges */
  runs: boolean
}

/** All limits that sessions have by partners. */
export async function listProfiles(db: Db): Promise<RunningProfile[]> {
  const { rows } = await sql<RunningProfile>`
    select p.order_id as "orderId", p.partner_id as "partnerId", p.profile_number as "profileNumber", p.body, p.sent,
      o.status = 'started' as runs
    from roaming_profiles p join order_view o on o.id = p.order_id
    order by p.order_id`.execute(db)
  return rows
}

import type { AuthMethod, CdrLocation, CdrToken } from '@stationmaster/ocpi'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Page } from '../partners/serving/paging.ts'
import type { Kept } from './kept.ts'

/** Where a session is and whose place that is, as it was when it began: the station may be gone before the bill. */
export interface SessionPlace {
  countryCode: string
  partyId: string
  location: CdrLocation
}

/** What a session keeps from its begin. */
export interface SessionRow {
  orderId: number
  partnerId: number
  token: CdrToken
  place: SessionPlace
  authMethod: AuthMethod
  authorizationReference: string | null
  body: Kept
  ended: boolean
}

const columns = sql`s.order_id as "orderId", s.partner_id as "partnerId", s.token, s.place, s.auth_method as "authMethod",
  s.authorization_reference as "authorizationReference", s.body, s.ended`

/** Lets nobody else follow a session until the transaction ends. */
export async function lockSession(tx: Tx, orderId: number): Promise<SessionRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roaming session ${orderId}`}, 0))`.execute(tx)
  const { rows } =
    await sql<SessionRow>`select ${columns} from roaming_sessions s where s.order_id = ${orderId}`.execute(tx)
  return rows[0]
}

export async function findSession(db: Db, orderId: number): Promise<SessionRow | undefined> {
  const { rows } =
    await sql<SessionRow>`select ${columns} from roaming_sessions s where s.order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** Keeps a session as its partner sees it from now on. */
export async function saveSession(tx: Tx, session: SessionRow, at: Date): Promise<void> {
  await sql`insert into roaming_sessions (order_id, partner_id, token, place, auth_method, authorization_reference, body, last_updated, ended)
    values (${session.orderId}, ${session.partnerId}, ${JSON.stringify(session.token)}::jsonb,
      ${JSON.stringify(session.place)}::jsonb, ${session.authMethod},
      ${session.authorizationReference}, ${JSON.stringify(session.body)}::jsonb, ${at}, ${session.ended})
    on conflict (order_id) do update set body = excluded.body, last_updated = excluded.last_updated, ended = excluded.ended`.execute(
    tx,
  )
}

export async function updateEnded(tx: Tx, orderId: number): Promise<void> {
  await sql`update roaming_sessions set ended = true where order_id = ${orderId}`.execute(tx)
}

/**
 * Whose session it is, and what its partner said of its token: by its command, which its station may have followed late, or in real time
 * at most so long before it began.
 */
export interface Origin {
  partnerId: number
  token: CdrToken
  commandReference: string | null
  byCommand: boolean
  answeredReference: string | null
  byAnswer: boolean
}

/** a station may act on a command for so long after the command's time is over */
const lateMs = 15 * MINUTE_MS

export async function findOrigin(db: Db, orderId: number, answeredMs: number): Promise<Origin | undefined> {
  const { rows } = await sql<
    Omit<Origin, 'token'> & {
      countryCode: string
      partyId: string
      uid: string
      type: string
      contractId: string
    }
  >`select c.partner_id as "partnerId", t.country_code as "countryCode", t.party_id as "partyId", t.uid, t.type,
      t.contract_id as "contractId", coalesce(k.id, late.id) is not null as "byCommand",
      coalesce(k.authorization_reference, late.authorization_reference) as "commandReference",
      t.authorization_reference as "answeredReference",
      coalesce(t.answered_at > o.created_at - ${answeredMs} * interval '1 millisecond' and t.allowed = 'ALLOWED', false)
        as "byAnswer"
    from order_view o join partner_company_view c on c.fleet_id = o.fleet_id
    join roaming_token_view t on t.partner_id = c.partner_id and t.token = o.rfid
    left join lateral (select id, authorization_reference from roaming_command_view k
      where k.order_id = o.id and k.type = 'START_SESSION' order by k.id limit 1) k on true
    left join lateral (select c.id, c.authorization_reference from order_view g
      join roaming_command_view c on c.order_id = g.id and c.type = 'START_SESSION'
      where k.id is null and g.rfid = o.rfid and g.connector_id = o.connector_id and g.id < o.id and g.transaction_start is null
        and g.created_at > o.created_at - ${lateMs} * interval '1 millisecond'
      order by g.id desc limit 1) late on true
    where o.id = ${orderId} order by t.last_updated desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { countryCode, partyId, uid, type, contractId, ...rest } = row
  return { ...rest, token: { countryCode, partyId, uid, type, contractId } }
}

/** What a session has cost by now, in kopecks, and how long its car stays after its charge. */
export interface Cost {
  netMinor: number
  /** of a running payment, or of a car that still stays, the end is not known yet */
  isOpen: boolean
  idleMinor: number
  idleSince: Date | null
  idleSeconds: number
  idleTerms: Record<string, unknown> | null
}

export async function findCost(db: Db, orderId: number): Promise<Cost> {
  const { rows } = await sql<Cost>`
    select coalesce((select sum(captured_minor - refunded_minor) from payment_view where order_id = n.id), 0)::bigint as "netMinor",
      coalesce(i.due_at is not null, false) or exists (select from payment_view p
        where p.order_id = n.id and p.status not in ('captured', 'canceled')) as "isOpen",
      coalesce(i.amount_minor, 0)::bigint as "idleMinor", i.since as "idleSince", coalesce(i.idle_seconds, 0) as "idleSeconds",
      i.terms as "idleTerms"
    from (select ${orderId}::bigint as id) n left join idle_fee_view i on i.order_id = n.id`.execute(db)
  // the statement selects one row
  return rows[0]!
}

export interface CdrRow {
  id: string
  orderId: number
  partnerId: number
  nth: number
  body: Kept
  totalMinor: number
  energyWh: number
  credits: string | null
  takenAt: Date | null
}

const cdrColumns = sql`d.id, d.order_id as "orderId", d.partner_id as "partnerId", d.nth, d.body, d.total_minor as "totalMinor",
  d.energy_wh as "energyWh", d.credits, d.taken_at as "takenAt"`

/** The bills of a session, in order. */
export async function listCdrsOf(db: Db, orderId: number): Promise<CdrRow[]> {
  const { rows } = await sql<CdrRow>`select ${cdrColumns} from roaming_cdrs d where d.order_id = ${orderId}
    order by d.nth`.execute(db)
  return rows
}

export async function findCdr(db: Db, id: string): Promise<CdrRow | undefined> {
  const { rows } = await sql<CdrRow>`select ${cdrColumns} from roaming_cdrs d where d.id = ${id}`.execute(db)
  return rows[0]
}

export async function insertCdr(tx: Tx, cdr: Omit<CdrRow, 'takenAt'>, at: Date): Promise<void> {
  await sql`insert into roaming_cdrs (id, order_id, partner_id, nth, body, total_minor, energy_wh, credits, created_at)
    values (${cdr.id}, ${cdr.orderId}, ${cdr.partnerId}, ${cdr.nth}, ${JSON.stringify(cdr.body)}::jsonb, ${cdr.totalMinor},
      ${cdr.energyWh}, ${cdr.credits}, ${at})`.execute(tx)
}

export async function updateTaken(
  db: Db,
  id: string,
  { at, location }: { at: Date; location: string | null },
) {
  await sql`update roaming_cdrs set taken_at = ${at}, location = ${location} where id = ${id}`.execute(db)
}

type Bodies = { items: Kept[]; total: number }

/** A page of a partner's sessions, in the order in which they changed. */
export async function listSessionPage(
  db: Db,
  partnerId: number,
  { offset, limit, from, to }: Page,
): Promise<Bodies> {
  const found = sql`from roaming_sessions s where s.partner_id = ${partnerId}
    and (${from}::timestamptz is null or s.last_updated >= ${from}) and (${to}::timestamptz is null or s.last_updated < ${to})`
  const { rows } = await sql<{ body: Kept }>`select s.body ${found}
    order by s.last_updated, s.order_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  return { items: rows.map(({ body }) => body), total: counted.rows[0]?.total ?? 0 }
}

/** A page of a partner's bills, the oldest first. */
export async function listCdrPage(
  db: Db,
  partnerId: number,
  { offset, limit, from, to }: Page,
): Promise<Bodies> {
  const found = sql`from roaming_cdrs d where d.partner_id = ${partnerId}
    and (${from}::timestamptz is null or d.created_at >= ${from}) and (${to}::timestamptz is null or d.created_at < ${to})`
  const { rows } = await sql<{ body: Kept }>`select d.body ${found}
    order by d.created_at, d.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  return { items: rows.map(({ body }) => body), total: counted.rows[0]?.total ?? 0 }
}

/** order ids are drawn before their transactions commit, and so are ids of entries: so many of the newest are looked at again */
const lateOrders = 2000
const lateEntries = 500

/** Orders of partners' drivers that may have something new for their partners: running ones, new ones, and those whose money moved. */
export async function listToFollow(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.order_id as id from roaming_sessions s where not s.ended
    union
    select o.id from partner_company_view c join order_view o on o.fleet_id = c.fleet_id
      and o.id > coalesce((select max(order_id) from roaming_sessions where partner_id = c.partner_id), 0) - ${lateOrders}
    where not exists (select from roaming_sessions s where s.order_id = o.id)
    union
    select l.order_id from partner_company_view c join fleet_line_view l on l.account = 'fleet_balance:' || c.fleet_id
      and l.entry_id > c.ledger_seen - ${lateEntries}
    where l.order_id is not null
      and (select sum(captured_minor - refunded_minor) from payment_view where order_id = l.order_id)
        is distinct from (select sum(total_minor) from roaming_cdrs where order_id = l.order_id)
    order by 1 limit 20000`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest entry of the ledger, before what is new is looked for. */
export async function findNewestEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(l.entry_id), 0) as id from partner_company_view c
    join fleet_line_view l on l.account = 'fleet_balance:' || c.fleet_id and l.entry_id > c.ledger_seen`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** Sessions of a party's drivers that have changed since an instant, and its bills that it has not taken. */
export async function listMissed(
  tx: Tx,
  partnerId: number,
  { countryCode, partyId }: { countryCode: string; partyId: string },
  since: Date,
): Promise<{ sessions: number[]; bills: { id: string; orderId: number }[] }> {
  const theirs = sql`s.partner_id = ${partnerId} and upper(s.token ->> 'countryCode') = ${countryCode}
    and upper(s.token ->> 'partyId') = ${partyId}`
  const sessions = await sql<{ orderId: number }>`select s.order_id as "orderId" from roaming_sessions s
    where ${theirs} and s.last_updated >= ${since} order by s.order_id`.execute(tx)
  const bills = await sql<{ id: string; orderId: number }>`select c.id, c.order_id as "orderId"
    from roaming_cdrs c join roaming_sessions s on s.order_id = c.order_id
    where ${theirs} and c.taken_at is null order by c.order_id, c.nth`.execute(tx)
  return { sessions: sessions.rows.map(({ orderId }) => orderId), bills: bills.rows }
}

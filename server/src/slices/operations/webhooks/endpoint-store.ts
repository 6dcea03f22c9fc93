import type { WebhookEventType } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Addressee } from '../../people/managers/store.ts'

export interface Endpoint {
  id: number
  managerId: number
  name: string
  url: string
  events: WebhookEventType[]
  locationIds: number[] | null
  thin: boolean
  isOn: boolean
  offWhy: 'person' | 'gone' | 'failing' | null
  offAt: Date | null
  /** sealed */
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
  failingSince: Date | null
  deliveredAt: Date | null
  error: string | null
  createdAt: Date
}

const columns = sql`e.id, e.manager_id as "managerId", e.name, e.url, e.events, e.location_ids as "locationIds", e.thin,
  e.is_on as "isOn", e.off_why as "offWhy", e.off_at as "offAt", e.secret, e.previous_secret as "previousSecret",
  e.previous_until as "previousUntil", e.failing_since as "failingSince", e.delivered_at as "deliveredAt", e.error,
  e.created_at as "createdAt"`

/** Administrators see all, managers their own. */
const seen = ({ role, id }: Pick<Caller, 'role' | 'id'>) =>
  role === 'administrator' ? sql`true` : sql`e.manager_id = ${id}`

export interface ListedEndpoint extends Endpoint {
  ownerName: string
  locations: { id: number; name: string }[] | null
  delivered: number
  dead: number
  waiting: number
}

/** Endpoints as people see them, with what became of the last seven days' messages. */
export async function listEndpoints(
  db: Db,
  caller: Pick<Caller, 'role' | 'id'>,
  { now, id }: { now: Date; id?: number },
): Promise<ListedEndpoint[]> {
  const { rows } = await sql<ListedEndpoint>`
    select ${columns}, trim(m.first_name || ' ' || m.last_name) as "ownerName", q.delivered, q.dead, q.waiting,
      case when e.location_ids is not null then (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name), '[]')
        from location_view l where l.id = any(e.location_ids)) end as locations
    from webhook_endpoints e join manager_view m on m.id = e.manager_id cross join lateral (
      select count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'dead') as dead,
        count(*) filter (where state in ('new', 'waiting')) as waiting
      from webhook_messages w where w.endpoint_id = e.id
        and w.created_at > ${new Date(now.getTime() - 7 * DAY_MS)}) q
    where ${seen(caller)} and ${id === undefined ? sql`true` : sql`e.id = ${id}`} order by e.name, e.id`.execute(
    db,
  )
  return rows
}

export async function lockEndpoint(
  tx: Tx,
  caller: Pick<Caller, 'role' | 'id'>,
  id: number,
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoints e where e.id = ${id} and ${seen(caller)} for update`.execute(tx)
  return rows[0]
}

export async function findEndpoint(db: Db, id: number): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`select ${columns} from webhook_endpoints e where e.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export async function listOn(db: Db): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoints e where e.is_on order by e.id`.execute(db)
  return rows
}

export async function insertEndpoint(tx: Tx, one: Omit<Endpoint, 'id'>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoints (manager_id, name, url, events, location_ids, thin, secret, created_at)
    values (${one.managerId}, ${one.name}, ${one.url}, ${one.events}, ${one.locationIds}, ${one.thin}, ${one.secret},
      ${one.createdAt}) returning id`.execute(tx)
  // the statement inserts one row
  return rows[0]!.id
}

export async function updateEndpoint(tx: Tx, one: Endpoint): Promise<void> {
  await sql`update webhook_endpoints set name = ${one.name}, url = ${one.url}, events = ${one.events},
    location_ids = ${one.locationIds}, thin = ${one.thin}, is_on = ${one.isOn}, off_why = ${one.offWhy},
    off_at = ${one.offAt}, secret = ${one.secret}, previous_secret = ${one.previousSecret},
    previous_until = ${one.previousUntil}, failing_since = ${one.failingSince} where id = ${one.id}`.execute(
    tx,
  )
}

export const removeEndpoint = (tx: Tx, id: number) =>
  sql`delete from webhook_endpoints where id = ${id}`.execute(tx)

/** Something has arrived. */
export async function updateDelivered(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null, error = null, delivered_at = ${at}
    where id = ${id}`.execute(tx)
}

/** Something has not arrived; answers since when nothing has, of an endpoint that is on. */
export async function updateFailing(
  tx: Tx,
  id: number,
  { at, error }: { at: Date; error: string },
): Promise<Date | null> {
  const { rows } = await sql<{ failingSince: Date | null }>`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${at}), error = ${error}
    where id = ${id} and is_on returning failing_since as "failingSince"`.execute(tx)
  return rows[0]?.failingSince ?? null
}

/** Switches an endpoint off; undefined: it was off before. */
export async function switchOff(
  tx: Tx,
  id: number,
  { why, at }: { why: 'gone' | 'failing'; at: Date },
): Promise<{ managerId: number; name: string; url: string } | undefined> {
  const { rows } = await sql<{ managerId: number; name: string; url: string }>`
    update webhook_endpoints set is_on = false, off_why = ${why}, off_at = ${at} where id = ${id} and is_on
    returning manager_id as "managerId", name, url`.execute(tx)
  return rows[0]
}

/** Where somebody is mailed; undefined: nowhere. */
export async function findAddressee(tx: Tx, managerId: number): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select email, language from manager_mail_view where id = ${managerId}`.execute(tx)
  return rows[0]
}

import type { DriverWord, Feedback, feedback, PayPage } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const user = sql`case when d.id is not null then json_build_object('id', d.id, 'first_name', d.first_name,
  'last_name', d.last_name, 'avatar_url', d.avatar_url) end as "user"`

const selected = sql`f.id, f.order_id, f.driver_id as user_id, ${user}, f.rating, f.likes, f.comment,
  ${iso(sql`f.created_at`)} as created_at,
  case when f.answer is not null then json_build_object('text', f.answer, 'at', ${iso(sql`f.answered_at`)}) end as answer,
  case when f.hidden_at is not null then json_build_object('reason', f.hidden_reason, 'at', ${iso(sql`f.hidden_at`)}) end
    as hidden`
const reviews = sql`feedback f left join driver_view d on d.id = f.driver_id`

const orders = {
  newest: sql`f.created_at desc, f.id desc`,
  oldest: sql`f.created_at, f.id`,
  lowest: sql`f.rating, f.created_at desc, f.id desc`,
  highest: sql`f.rating desc, f.created_at desc, f.id desc`,
}

type ListQuery = z.output<typeof feedback.list.query>

/** A page of the reviews of a location. */
export async function listFeedback(
  db: Db,
  locationId: number,
  { limit, offset, rating, sort, hidden }: ListQuery,
): Promise<{ items: Feedback[]; total: number }> {
  const where = sql`where f.location_id = ${locationId} and f.kind = 'review'
    and (f.hidden_at is not null) = ${hidden === 'true'}
    and (${rating ?? null}::integer is null or f.rating = ${rating ?? null})`
  const [page, count] = await Promise.all([
    sql<Feedback>`select ${selected} from ${reviews} ${where}
      order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from feedback f ${where}`.execute(db),
  ])
  return { items: page.rows, total: count.rows[0]?.total ?? 0 }
}

interface Key {
  locationId: number
  id: number
}

export async function findFeedback(db: Db, { locationId, id }: Key): Promise<Feedback | undefined> {
  const { rows } = await sql<Feedback>`select ${selected} from ${reviews}
    where f.id = ${id} and f.location_id = ${locationId} and f.kind = 'review'`.execute(db)
  return rows[0]
}

/** The same, locked. */
export async function lockFeedback(tx: Tx, key: Key): Promise<Feedback | undefined> {
  await sql`select from feedback where id = ${key.id} for update`.execute(tx)
  return findFeedback(tx, key)
}

interface Month {
  month: string
  rating: number
  reviews: number
}

/** The number of reviews with each number of stars, and the average of each of the last twelve months, in a time zone. */
export async function summarize(
  db: Db,
  { locationId, since, timeZone }: { locationId: number; since: Date; timeZone: string },
): Promise<{ byStars: number[]; months: Month[] }> {
  const isShown = sql`location_id = ${locationId} and kind = 'review' and hidden_at is null`
  const [stars, months] = await Promise.all([
    sql<{
      rating: number
      n: number
    }>`select rating, count(*) as n from feedback where ${isShown} group by rating`.execute(db),
    sql<Month>`select to_char(created_at at time zone ${timeZone}, 'YYYY-MM') as month,
        avg(rating)::double precision as rating, count(*) as reviews
      from feedback where ${isShown} and created_at >= ${since} group by 1 order by 1`.execute(db),
  ])
  return {
    byStars: [1, 2, 3, 4, 5].map((of) => stars.rows.find(({ rating }) => rating === of)?.n ?? 0),
    months: months.rows,
  }
}

export interface NewFeedback {
  kind: 'review' | 'problem'
  orderId: number
  locationId: number
  driverId: number | null
  rating: number | null
  comment: string
  at: Date
}

/** Stores a driver's feedback and gives its id; undefined where the order has one of that kind already. */
export async function insertFeedback(tx: Tx, said: NewFeedback): Promise<number | undefined> {
  const { kind, orderId, locationId, driverId, rating, comment, at } = said
  const { rows } = await sql<{ id: number }>`
    insert into feedback (kind, order_id, location_id, driver_id, rating, comment, created_at)
    values (${kind}, ${orderId}, ${locationId}, ${driverId}, ${rating}, ${comment}, ${at})
    on conflict (order_id, kind) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export interface PastReview {
  orderId: number
  locationId: number
  driverId: number
  rating: number
  comment: string
  at: Date
  /** when somebody marked it as seen; null: nobody has */
  seenAt: Date | null
  /** with whose answer */
  answer: string | null
  answeredBy: number | null
}

const pastColumns: ColumnMap<PastReview> = {
  orderId: ['order_id', 'bigint'],
  locationId: ['location_id', 'bigint'],
  driverId: ['driver_id', 'bigint'],
  rating: ['rating', 'integer'],
  comment: ['comment', 'text'],
  at: ['created_at', 'timestamptz'],
  seenAt: ['seen_at', 'timestamptz'],
  answer: ['answer', 'text'],
  answeredBy: ['answered_by', 'bigint'],
}

/** Stores reviews of the past at once, in their locations' ratings, too; an answer is as old as its review. */
export async function insertPastReviews(tx: Tx, list: readonly PastReview[]): Promise<void> {
  const given = rows(list, pastColumns, Object.keys(pastColumns) as (keyof PastReview)[])
  await sql`with kept as (
      insert into feedback (kind, order_id, location_id, driver_id, rating, comment, created_at, seen_at, answer, answered_at,
        answered_by, seen_by)
      select 'review', r.order_id, r.location_id, r.driver_id, r.rating, r.comment, r.created_at, r.seen_at, r.answer,
        case when r.answer is not null then r.created_at end, r.answered_by, r.answered_by
      from ${given} on conflict (order_id, kind) do nothing returning location_id, rating)
    insert into location_ratings as l (location_id, stars, reviews)
    select location_id, sum(rating), count(*) from kept group by location_id
    on conflict (location_id) do update set stars = l.stars + excluded.stars, reviews = l.reviews + excluded.reviews`.execute(
    tx,
  )
}

/** Adds a review to its location's rating, or removes it. */
export async function countStars(tx: Tx, locationId: number, stars: number, sign: 1 | -1): Promise<void> {
  await sql`insert into location_ratings values (${locationId}, 0, 0) on conflict do nothing`.execute(tx)
  await sql`update location_ratings set stars = stars + ${stars * sign}, reviews = reviews + ${sign}
    where location_id = ${locationId}`.execute(tx)
}

export async function updateAnswer(
  tx: Tx,
  id: number,
  { answer, by, at }: { answer: string; by: number; at: Date },
): Promise<void> {
  const [text, when, who] = answer === '' ? [null, null, null] : [answer, at, by]
  await sql`update feedback set answer = ${text}, answered_at = ${when}, answered_by = ${who},
    seen_at = coalesce(seen_at, ${at}), seen_by = coalesce(seen_by, ${by}) where id = ${id}`.execute(tx)
}

export async function updateHidden(
  tx: Tx,
  id: number,
  hidden: { reason: string; by: number; at: Date } | null,
): Promise<void> {
  await sql`update feedback set hidden_at = ${hidden?.at ?? null}, hidden_by = ${hidden?.by ?? null},
    hidden_reason = ${hidden?.reason ?? null} where id = ${id}`.execute(tx)
}

const words = sql`f.id, f.kind, f.order_id, f.location_id, l.name as location_name, s.number as station_number,
  ${user}, f.rating, f.comment, ${iso(sql`f.created_at`)} as created_at
  from feedback f join location_view l on l.id = f.location_id join order_view o on o.id = f.order_id
  join station_view s on s.id = o.station_id left join driver_view d on d.id = f.driver_id`

/** The condition for feedback f that nobody has seen and that is visible to the caller. */
const unseen = (caller: Caller) => sql`f.seen_at is null and ${visibleLocations(caller, 'f.location_id')}`

/** A page of the feedback that nobody has seen. */
export async function listUnseen(
  db: Db,
  caller: Caller,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: DriverWord[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<DriverWord>`select ${words} where ${unseen(caller)} order by f.created_at desc, f.id desc
      limit ${limit} offset ${offset}`.execute(db),
    countUnseen(db, caller),
  ])
  return { items: page.rows, total }
}

/** How much feedback nobody has seen. */
export async function countUnseen(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from feedback f where ${unseen(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The feedback on an order, the problem first. */
export async function listOfOrder(db: Db, orderId: number): Promise<DriverWord[]> {
  const { rows } = await sql<DriverWord>`select ${words}
    where f.order_id = ${orderId} order by f.kind`.execute(db)
  return rows
}

/** Marks feedback as seen; gives its order and location, or undefined where the caller may not see it. */
export async function updateSeen(
  tx: Tx,
  caller: Caller,
  { id, at }: { id: number; at: Date },
): Promise<{ orderId: number; locationId: number } | undefined> {
  const { rows } = await sql<{ orderId: number; locationId: number }>`
    update feedback f set seen_at = coalesce(seen_at, ${at}), seen_by = coalesce(seen_by, ${caller.id})
    where f.id = ${id} and ${visibleLocations(caller, 'f.location_id')}
    returning order_id as "orderId", location_id as "locationId"`.execute(tx)
  return rows[0]
}

/** The feedback of an order's driver, as the driver's page shows it. */
export async function findOwn(db: Db, orderId: number): Promise<Pick<PayPage, 'feedback' | 'problem'>> {
  const { rows } = await sql<{
    kind: string
    rating: number | null
    comment: string
    answer: string | null
  }>`select kind, rating, comment, answer from feedback where order_id = ${orderId}`.execute(db)
  const review = rows.find(({ kind }) => kind === 'review')
  return {
    feedback:
      review && review.rating !== null
        ? { rating: review.rating, comment: review.comment, answer: review.answer }
        : null,
    problem: rows.find(({ kind }) => kind === 'problem')?.comment ?? null,
  }
}

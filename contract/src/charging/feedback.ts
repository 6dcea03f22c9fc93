import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { feedbackSorts } from '../base/enums.ts'

const readers = ['administrator', 'manager', 'operator'] as const
const inboxReaders = ['administrator', 'operator'] as const

/** A driver as people see it who may only read feedback. */
export const userSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
})

const stars = z.number().int().min(1).max(5)
const words = z.string().trim().max(2000)

export const feedbackSchema = z.object({
  id: z.number(),
  order_id: z.number(),
  user_id: z.number().nullable(),
  user: userSchema.nullable(),
  rating: z.number(),
  likes: z.number(),
  comment: z.string(),
  created_at: instant,
  answer: z.object({ text: z.string(), at: instant }).nullable(),
  /** hidden: not shown to drivers, and not counted */
  hidden: z.object({ reason: z.string(), at: instant }).nullable(),
})
export type Feedback = z.infer<typeof feedbackSchema>

const feedbackSummarySchema = z.object({
  /** of 5; null without reviews */
  rating: z.number().nullable(),
  reviews: z.number(),
  /** the number of reviews with one star, two, ... five */
  by_stars: z.array(z.number()),
  months: z.array(z.object({ month: z.string(), rating: z.number(), reviews: z.number() })),
})

/** A driver's feedback that nobody has seen. */
export const driverWordSchema = z.object({
  id: z.number(),
  kind: z.enum(['review', 'problem']),
  order_id: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  station_number: z.number(),
  user: userSchema.nullable(),
  /** null: a problem */
  rating: z.number().nullable(),
  comment: z.string(),
  created_at: instant,
})
export type DriverWord = z.infer<typeof driverWordSchema>

/** A driver's own feedback, as the page of the order shows it. */
export const ownFeedbackSchema = z.object({
  rating: z.number(),
  comment: z.string(),
  answer: z.string().nullable(),
})

export const reviewBody = z.object({ rating: stars, comment: words.default('') })
export const problemBody = z.object({ comment: words.min(1) })

const params = idParams.extend({ feedbackId: z.coerce.number().int().positive() })

/** Drivers' feedback on locations. */
export const feedback = {
  list: call({
    method: 'GET',
    path: 'locations/{id}/feedback',
    summary: 'What drivers say of a location, newest first',
    roles: readers,
    params: idParams,
    query: z.object({
      ...page(50, 200),
      rating: z.coerce.number().pipe(stars).optional(),
      sort: z.enum(feedbackSorts).default('newest'),
      hidden: z.enum(['true', 'false']).default('false').describe('Only what is hidden'),
    }),
    answer: z.array(feedbackSchema),
    counted: true,
  }),
  summary: call({
    method: 'GET',
    path: 'locations/{id}/feedback/summary',
    summary: 'A location’s rating, by stars and by month of the last year; what is hidden does not count',
    roles: readers,
    params: idParams,
    answer: feedbackSummarySchema,
  }),
  answer: call({
    method: 'PUT',
    path: 'locations/{id}/feedback/{feedbackId}/answer',
    summary: 'Answer a review, for everybody to read; an empty text takes the answer back',
    roles: ['administrator', 'manager'],
    params,
    body: z.object({ answer: words }),
    answer: feedbackSchema,
  }),
  hide: call({
    method: 'POST',
    path: 'locations/{id}/feedback/{feedbackId}/hide',
    summary: 'Hide a review from drivers and from the rating, with a reason; or show it again',
    roles: ['administrator'],
    params,
    body: z.discriminatedUnion('hidden', [
      z.object({ hidden: z.literal(true), reason: z.string().trim().min(1).max(500) }),
      z.object({ hidden: z.literal(false) }),
    ]),
    answer: feedbackSchema,
  }),
  ofOrder: call({
    method: 'GET',
    path: 'orders/{id}/feedback',
    summary: 'What the driver has said of a session, the problem first',
    roles: readers,
    params: idParams,
    answer: z.array(driverWordSchema),
  }),
  unseen: call({
    method: 'GET',
    path: 'inbox/feedback',
    summary: 'What drivers have said and nobody has taken note of, newest first',
    roles: inboxReaders,
    query: z.object(page(50, 200)),
    answer: z.array(driverWordSchema),
    counted: true,
  }),
  see: call({
    method: 'POST',
    path: 'inbox/feedback/{id}/seen',
    summary: 'Take note of what a driver has said',
    roles: inboxReaders,
    params: idParams,
    status: 204,
  }),
}

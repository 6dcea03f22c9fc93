import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { subscriptionStates } from './plan.ts'
import { planFrequencies } from './plan-price.ts'

export const subscriberOrders = ['next:asc', 'next:desc', 'name:asc', 'stations:desc'] as const
export type SubscriberOrder = (typeof subscriberOrders)[number]

const subscriberSchema = z.object({
  /** of the manager */
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** of the last subscription; the plan of an ended one is Free */
  state: z.enum(subscriptionStates),
  frequency: z.enum(planFrequencies),
  /** stations that it covers */
  quantity: z.number(),
  /** of a period at today's price, minor units */
  fee: z.number(),
  /** what it is worth in a month, minor units; 0: it has ended or not begun */
  monthly_revenue: z.number(),
  /** ends with its period */
  cancels: z.boolean(),
  /** the end of the period, or when a refused charge is tried again; null: nothing is charged any more */
  next_at: instant.nullable(),
  /** how often the charge for the next period was refused */
  refusals: z.number(),
  /** why, by the provider's code */
  decline_code: z.string().nullable(),
  /** stations that are free of charge since it ended */
  switched_off: z.array(z.string()),
})
export type Subscriber = z.output<typeof subscriberSchema>

const summarySchema = z.object({
  /** whose plan is Pro */
  subscribers: z.number(),
  stations: z.number(),
  /** whose last charge was refused */
  failed: z.number(),
  /** minor units, of all that are Pro; of it what is paid by the year */
  monthly_revenue: z.number(),
  monthly_revenue_annually: z.number(),
})

const chargeSchema = z.object({
  id: z.number(),
  /** e.g. 2026-17; null: it is not paid */
  number: z.string().nullable(),
  kind: z.enum(['start', 'change', 'renewal']),
  state: z.enum(['open', 'paid', 'void']),
  quantity: z.number(),
  amount: z.number(),
  at: instant,
  /** how often it was sent */
  attempt: z.number(),
  decline_code: z.string().nullable(),
})

const eventSchema = z.object({
  id: z.number(),
  at: instant,
  what: z.enum(['method', 'business', 'bank', 'subscribe', 'grow', 'change', 'end']),
})

const subscriberPageSchema = subscriberSchema.extend({
  charges: z.array(chargeSchema),
  events: z.array(eventSchema),
})
export type SubscriberPage = z.output<typeof subscriberPageSchema>

const choice = {
  search: z.string().trim().max(100).optional(),
  state: z.enum(subscriptionStates).optional(),
  order_by: z.enum(subscriberOrders).default('next:asc'),
}

const roles = ['administrator'] as const

/** The managers who pay for the product, for the staff who bill them. */
export const subscribers = {
  list: call({
    method: 'GET',
    path: 'subscribers',
    summary: 'Managers who have or had a subscription, with the last one',
    roles,
    query: z.object({ ...page(50, 500), ...choice }),
    answer: z.array(subscriberSchema),
    counted: true,
  }),
  summary: call({
    method: 'GET',
    path: 'subscribers/summary',
    summary: 'How many subscribers there are, and what they bring in a month',
    roles,
    answer: summarySchema,
  }),
  export: call({
    method: 'GET',
    path: 'subscribers/export',
    summary: 'The list as a CSV file, in major units',
    roles,
    query: z.object({ ...choice, format: z.enum(csvFormats).default('csv') }),
    answer: z.string(),
    file: { type: 'text/csv; charset=utf-8', name: 'subscribers.csv' },
  }),
  get: call({
    method: 'GET',
    path: 'subscribers/{id}',
    summary: 'A subscriber with all charges and the last hundred events, newest first',
    roles,
    params: idParams,
    answer: subscriberPageSchema,
  }),
}

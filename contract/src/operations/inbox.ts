import { z } from 'zod'
import { call, idParams, page } from '../base/call.ts'
import { orderStatuses, orderWarnings } from '../base/enums.ts'
import { idOf, narrowedBy } from '../base/subjects.ts'
import { debtBookingBody, debtPurposes } from '../money/payments.ts'
import { openSettlementSchema } from '../money/settlements.ts'

const person = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
})

/** An order that an unmatched end may belong to. */
const matchCandidateSchema = z.object({
  order_id: z.number(),
  status: z.enum(orderStatuses),
  connector_id: z.number(),
  connector_number: z.number(),
  transaction_id: z.string().nullable(),
  transaction_start: z.string().nullable(),
  /** Wh */
  meter_start: z.number().nullable(),
  energy: z.number(),
  rfid: z.string().nullable(),
  user: person.nullable(),
})

/** What a station reported of a transaction without an order. */
export const unmatchedSchema = z.object({
  id: z.number(),
  /** stop: its end is known; start: only its start; values: only meter values */
  kind: z.enum(['start', 'stop', 'values']),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  transaction_id: z.string(),
  received_at: z.string(),
  /** the station's own time */
  happened_at: z.string().nullable(),
  rfid: z.string().nullable(),
  /** Wh of the register */
  meter: z.number().nullable(),
  /** Wh from its own messages; null when there are not two register readings */
  energy: z.number().nullable(),
  reason: z.string().nullable(),
  connectors: z.array(z.object({ id: z.number(), number: z.number(), type: z.string() })),
  candidates: z.array(matchCandidateSchema),
})
export type Unmatched = z.infer<typeof unmatchedSchema>

/** A session whose energy a person must check before it is paid. */
export const reviewSchema = z.object({
  order_id: z.number(),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  connector_type: z.string(),
  /** kW */
  connector_power: z.number(),
  transaction_start: z.string().nullable(),
  transaction_finish: z.string().nullable(),
  /** Wh from the plausible part of the meter values */
  energy: z.number(),
  /** Wh between the reported registers */
  register_energy: z.number().nullable(),
  /** Wh between the readings marked as begin and end, when they contradict the registers */
  marked_energy: z.number().nullable(),
  /** kopecks for `energy` by the order's tariff */
  charging_price: z.number(),
  rfid: z.string().nullable(),
  user: person.nullable(),
  warning: z.enum(orderWarnings).nullable(),
})
export type Review = z.infer<typeof reviewSchema>

/** A difference between a book and the ledger; amounts in kopecks. */
export const bookDifferenceSchema = z.object({
  /** sums by day, payments, an order whose price is not what was captured for it, or sums by hour */
  book: z.enum(['daily_totals', 'payments', 'orders', 'hours']),
  /** a day (YYYY-MM-DD), or an order's number */
  of: z.string(),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  says: z.number(),
  /** in the ledger; of an order: captured */
  ledger: z.number(),
})
export type BookDifference = z.infer<typeof bookDifferenceSchema>

const bookCheck = z.object({ checked_at: z.string().nullable(), differences: z.array(bookDifferenceSchema) })

/** The unpaid debt of an order; amounts in kopecks. */
export const debtSchema = z.object({
  order_id: z.number(),
  /** parking: the idle fee */
  purpose: z.enum(debtPurposes),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  transaction_finish: z.string().nullable(),
  /** due, and not paid */
  amount: z.number(),
  captured_amount: z.number(),
  rfid: z.string().nullable(),
  user: person.nullable(),
  can: z.object({
    /** false when no money is held for it and no card is saved at the provider */
    charge: z.boolean(),
    /** false when there is no payment provider, and so no link to pay by */
    link: z.boolean(),
  }),
})
export type Debt = z.infer<typeof debtSchema>

/** A session that cost more than its driver was promised; amounts in kopecks. */
const borneSchema = z.object({
  order_id: z.number(),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  transaction_finish: z.string().nullable(),
  /** Wh */
  energy: z.number(),
  /** what the driver pays */
  charging_price: z.number(),
  /** the rest, which the network pays */
  borne_amount: z.number(),
})
export type Borne = z.infer<typeof borneSchema>

/** The price of a session in review for each energy that it may be priced for. */
const reviewChoicesSchema = z.object({
  /** the most Wh that the connector can have delivered in the session */
  most_energy: z.number(),
  /**
   * empty when the station is free of charge. believed: from the plausible part of the meter values, registers: from the registers,
   * marked: from readings that contradict them, most: the most that the connector can deliver, estimate: power over time, when no energy
   * is known
   */
  choices: z.array(
    z.object({
      by: z.enum(['believed', 'registers', 'marked', 'most', 'estimate']),
      /** Wh */
      energy: z.number(),
      /** kopecks, by the order's tariff */
      charging_price: z.number(),
    }),
  ),
})
export type ReviewChoices = z.infer<typeof reviewChoicesSchema>

const note = z.string().trim().min(1).max(500)

/** The decided energy (Wh, priced by the tariff) or the decided amount (kopecks), with the reason. */
const reviewPriceBody = z
  .object({
    energy: z.number().int().min(0).max(10_000_000).optional(),
    amount: z.number().int().min(0).max(100_000_000).optional(),
    note,
  })
  .refine(({ energy, amount }) => (energy === undefined) !== (amount === undefined), {
    message: 'energy or amount, not both',
    path: ['energy'],
  })

const readers = ['administrator', 'operator'] as const

/** A station that reports connectors which are not set up. */
const reportingStationSchema = z.object({
  station_id: z.string(),
  station_number: z.number(),
  vendor_name: z.string(),
  model: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  /** counted through the station, or EVSE/number */
  connectors: z.array(z.string()),
})
export type ReportingStation = z.infer<typeof reportingStationSchema>

/** How much waits for a person, by kind. Owners, roll-outs, receipts and differences of the whole network wait only for administrators. */
const inboxCountSchema = z.object({
  /** stations that are offline or tampered with, unknown stations that try to connect, and faulted connectors */
  stations: z.number(),
  /** of firmware, paused by themselves */
  rollouts: z.number(),
  transactions: z.number(),
  orders: z.number(),
  debts: z.number(),
  feedback: z.number(),
  /** who wait for admission */
  owners: z.number(),
  /** requested by managers */
  locations: z.number(),
  borne: z.number(),
  /** payments at stations' own terminals */
  terminal_payments: z.number(),
  /** station models */
  gaps: z.number(),
  /** stations */
  connectors: z.number(),
  /** that are not registered */
  receipts: z.number(),
  /** of the payment provider that nobody has explained, and of the books */
  differences: z.number(),
  /** months of roaming partners whose lists differ from our bills */
  settlements: z.number(),
  /** of ISO 15118, that end soon, that stations lack, or that are needed and not there */
  roots: z.number(),
})
export type InboxCount = z.infer<typeof inboxCountSchema>

/** The inbox: everything that needs a person. */
export const inbox = {
  count: call({
    method: 'GET',
    path: 'inbox/count',
    summary: 'How many wait for somebody, by kind',
    roles: readers,
    answer: inboxCountSchema,
  }),
  connectors: call({
    method: 'GET',
    path: 'inbox/connectors',
    summary: 'Stations that report connectors which are not set up, by number',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(reportingStationSchema),
    counted: true,
  }),
  unmatched: call({
    method: 'GET',
    path: 'inbox/transactions',
    summary: 'Transactions that no order answers to, newest first, with the orders they may belong to',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(unmatchedSchema),
    counted: true,
  }),
  match: call({
    method: 'POST',
    path: 'inbox/transactions/{id}/match',
    summary: 'Give an unmatched end to an order: it completes or corrects it',
    roles: readers,
    params: idParams,
    body: z.object({ order_id: idOf('order') }),
    answer: z.object({ order_id: z.number() }),
  }),
  price: call({
    method: 'POST',
    path: 'inbox/transactions/{id}/price',
    summary: 'Make an order of its own out of an unmatched end, priced for an energy',
    roles: ['administrator'],
    params: idParams,
    body: z.object({
      connector_id: idOf('connector'),
      /** Wh */
      energy: z.number().int().min(0).max(10_000_000),
      note,
    }),
    answer: z.object({ order_id: z.number() }),
  }),
  waive: call({
    method: 'POST',
    path: 'inbox/transactions/{id}/waive',
    summary: 'Put an unmatched transaction aside; nobody pays for it',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ note }),
    status: 204,
  }),
  reviews: call({
    method: 'GET',
    path: 'inbox/orders',
    summary: 'Sessions that need review before they are paid, newest first',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(reviewSchema),
    counted: true,
  }),
  choices: call({
    method: 'GET',
    path: 'inbox/orders/{id}/choices',
    summary: 'What a session that needs review costs by each energy that it may be priced for',
    roles: readers,
    params: idParams,
    answer: reviewChoicesSchema,
  }),
  priceOrder: call({
    method: 'POST',
    path: 'inbox/orders/{id}/price',
    summary: 'Decide what a session that needs review costs, and capture it',
    roles: ['administrator'],
    params: idParams,
    body: reviewPriceBody,
    answer: z.object({ order_id: z.number(), charging_price: z.number() }),
  }),
  waiveOrder: call({
    method: 'POST',
    path: 'inbox/orders/{id}/waive',
    summary: 'Give a session that needs review away',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ note }),
    status: 204,
  }),
  debts: call({
    method: 'GET',
    path: 'inbox/debts',
    summary: 'What is due of orders and nobody has paid, newest first',
    roles: readers,
    query: z.object({ ...page(50, 200), driver_id: narrowedBy('driver').optional() }),
    answer: z.array(debtSchema),
    counted: true,
  }),
  chargeDebt: call({
    method: 'POST',
    path: 'inbox/debts/{id}/charge',
    summary: 'Charge an order’s debt once more to what it was paid with',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ purpose: z.enum(debtPurposes) }),
    status: 204,
  }),
  bookDebt: call({
    method: 'POST',
    path: 'inbox/debts/{id}/book',
    summary: 'Book what was handed over of an order’s debt, in cash or at a payment terminal',
    roles: readers,
    params: idParams,
    body: debtBookingBody,
    status: 204,
  }),
  waiveDebt: call({
    method: 'POST',
    path: 'inbox/debts/{id}/waive',
    summary: 'Waive an order’s debt: it costs what was paid',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ purpose: z.enum(debtPurposes), note }),
    status: 204,
  }),
  borne: call({
    method: 'GET',
    path: 'inbox/borne',
    summary: 'Sessions that went beyond what their drivers were promised, newest first',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(borneSchema),
    counted: true,
  }),
  noteBorne: call({
    method: 'POST',
    path: 'inbox/borne/{id}/note',
    summary: 'Take note of what the network bears of a session, with the reason',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ note }),
    status: 204,
  }),
  terminalPayments: call({
    method: 'GET',
    path: 'inbox/terminal-payments',
    summary: 'Payments at stations’ own terminals that do not fit an order, newest first',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(openSettlementSchema),
    counted: true,
  }),
  noteTerminalPayment: call({
    method: 'POST',
    path: 'inbox/terminal-payments/{id}/note',
    summary: 'Take note of a payment at a station’s own terminal, with the reason',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ note }),
    status: 204,
  }),
  differences: call({
    method: 'GET',
    path: 'inbox/differences',
    summary: 'Where books and ledger differed when they were last compared, which is done each night',
    roles: ['administrator'],
    answer: bookCheck,
  }),
  checkBooks: call({
    method: 'POST',
    path: 'inbox/differences/check',
    summary: 'Compare the books with the ledger now',
    roles: ['administrator'],
    answer: bookCheck,
  }),
}

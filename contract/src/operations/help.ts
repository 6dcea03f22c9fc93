import { z } from 'zod'
import { call, instant } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { idlePriceSchema } from '../places/idle.ts'

/** Links of the public header and footer to pages outside the product (domain.md#public-pages). */
export const linkNames = [
  'mobile_app',
  'management_system',
  'charging_station',
  'blog',
  'team',
  'contact',
] as const
export type LinkName = (typeof linkNames)[number]

const link = z.string().nullable()

export const helpConfigSchema = z.object({
  /** encrypts card numbers in the browser for the payment provider (domain.md#money) */
  BLUESNAP_PUBLIC_KEY: z.string().nullable(),
  /** the provider's script that encrypts cards with that key; null: the key is RSA, and the browser encrypts by itself */
  card_library: z.string().nullable(),
  /** IANA zone in which days and clock times are shown */
  time_zone: z.string(),
  /** ISO 4217 */
  currency: z.string(),
  /** managers may add locations of their own */
  self_service: z.boolean(),
  /** people make accounts of their own; not where everybody logs in at a provider */
  sign_up: z.boolean(),
  /** drivers find the network's locations without a log-in */
  public_network: z.boolean(),
  /** the network has an administrator; if not, the person who runs the server makes the first account */
  has_administrator: z.boolean(),
  support_phone: z.string().nullable(),
  /** seconds in which a reservation can be canceled free of charge */
  reservation_free_seconds: z.number(),
  /** how long data is kept (docs/operations.md) */
  kept: z.object({
    journal_days: z.number(),
    meter_months: z.number(),
    order_log_days: z.number(),
    audit_days: z.number(),
    session_idle_days: z.number(),
  }),
  links: z.object({
    mobile_app: link,
    management_system: link,
    charging_station: link,
    blog: link,
    team: link,
    contact: link,
  } satisfies Record<LinkName, typeof link>),
  languages: z.array(z.enum(languages)),
})
export type HelpConfig = z.infer<typeof helpConfigSchema>

/** The version of the program and of its database. */
export const productVersionSchema = z.object({
  /** as the changelog names it, 1.2.3 */
  version: z.string(),
  /** number of the last migration of its schema */
  schema: z.number().int(),
})
export type ProductVersion = z.infer<typeof productVersionSchema>

const legalQuery = z.object({ language: z.enum(languages).optional() })

/** What holds for drivers in this network. Money in kopecks. */
const driverManualSchema = z.object({
  /** where a location or a tariff says nothing else; null: nothing */
  idle: idlePriceSchema.nullable(),
  reservation_fee: z.number(),
  /** to connect the car once it is paid, or the reservation has begun */
  connect_minutes: z.number(),
  /** held to check a card, and released at once */
  card_check: z.number(),
  /** in which a driver shows a smart tag after connecting */
  tag_seconds: z.number(),
})
export type DriverManual = z.infer<typeof driverManualSchema>

/** The parts of a network's setup that no list shows, because they are settings or single entries. */
export const setupSchema = z.object({
  /** the operator's legal details are entered */
  legal_details: z.boolean(),
  /** smtp: mails are sent; files: mails are only stored beside the database, and nobody gets them */
  mail: z.enum(['smtp', 'files']),
  /** the payment provider; sandbox: a test without real money, null: no payments */
  payment_provider: z.string().nullable(),
  /** embedded: `npm run backup` copies it; postgres: its own tools do */
  database: z.enum(['embedded', 'postgres']),
  /** the last known backup of the embedded database; null: never, or the tools of PostgreSQL make the backups */
  last_backup: instant.nullable(),
  /** the last backup is at most a week old */
  backed_up: z.boolean(),
})
export type Setup = z.infer<typeof setupSchema>

/** Public settings (domain.md#public-pages), and the state of the setup of a new network. */
export const help = {
  config: call({
    method: 'GET',
    path: 'help/config',
    summary: 'What the web application needs to know about the network',
    roles: 'public',
    answer: helpConfigSchema,
  }),
  manual: call({
    method: 'GET',
    path: 'help/manual',
    summary: 'The prices and times that drivers read in the manual',
    roles: 'public',
    answer: driverManualSchema,
  }),
  setup: call({
    method: 'GET',
    path: 'help/setup',
    summary: 'What a network is set up with, for its first steps',
    roles: ['administrator'],
    answer: setupSchema,
  }),
  version: call({
    method: 'GET',
    path: 'version',
    summary: 'Which version of the product answers, and the number of the last migration of its database',
    roles: 'public',
    answer: productVersionSchema,
  }),
  terms: call({
    method: 'GET',
    path: 'help/terms-and-conditions-of-use',
    summary: 'Terms of use, a fragment of sanitised HTML, in the asked language or that of Accept-Language',
    roles: 'public',
    query: legalQuery,
    answer: z.string(),
    text: true,
  }),
  privacy: call({
    method: 'GET',
    path: 'help/privacy-policy',
    summary: 'Privacy policy, a fragment of sanitised HTML, in the asked language or that of Accept-Language',
    roles: 'public',
    query: legalQuery,
    answer: z.string(),
    text: true,
  }),
}

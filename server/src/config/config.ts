import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { LinkName } from '@stationmaster/contract'
import { z } from 'zod'
import type { Proxies } from '../platform/listeners/proxies.ts'
import type { NatsAddress } from '../platform/nodes/nats-address.ts'
import { ConfigError } from './config-error.ts'
import {
  matching,
  needed,
  origins,
  proxies,
  pushServices,
  switched,
  timeZone,
  url,
  webUrl,
  whole,
  wholeFrom,
} from './config-values.ts'
import { type FileStoreConfig, readFileStore } from './file-store-config.ts'
import { type Flags, type Mode, readFlags } from './flags.ts'
import { keptSecret } from './kept-secret.ts'
import {
  type DrainConfig,
  type ReplicaConfig,
  readDatabase,
  readDrain,
  readNodes,
} from './network/nodes-config.ts'
import { type OutgoingConfig, outgoingVariables, readOutgoing } from './network/outgoing-config.ts'
import { type PaymentConfig, tillOf } from './payment-config.ts'
import { headersIn, readSms, type SmsConfig } from './sms-config.ts'
import { readTls, type TlsListenerConfig } from './tls-config.ts'

const postgresUrl = matching(/^postgres(ql)?:\/\//, 'must begin with postgres://')

/** Every environment variable that the server reads, with its default; the settings in docs/operations.md show the same. */
const variables = z.object({
  PORT: whole(0, 65_535, 8080),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: whole(2, 200, 10),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_REPLICA_LAG_SECONDS: whole(1, 600, 10),
  DRAIN_NOTICE_SECONDS: whole(0, 300, 0),
  DRAIN_SPREAD_SECONDS: wholeFrom(0, 600).optional(),
  NATS_URL: z.string().optional(),
  NODE_ID: matching(/^[\w.:/-]{1,100}$/, 'must be a name of letters, digits and . : / _ -').optional(),
  PUBLIC_URL: webUrl.optional(),
  FILES_URL: z.string().optional(),
  FILES_ACCESS_KEY: z.string().min(1).optional(),
  FILES_SECRET_KEY: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as Name <name@example.com>',
    )
    .optional(),
  SMS_URL: z.string().optional(),
  SMS_METHOD: z.enum(['POST', 'GET'], "must be 'POST' or 'GET'").default('POST'),
  SMS_BODY: z.string().optional(),
  SMS_HEADERS: z.string().default(''),
  SMS_PER_HOUR: whole(1, 1_000_000, 300),
  TIME_ZONE: timeZone.default('Europe/Moscow'),
  CURRENCY: matching(/^[A-Z]{3}$/, 'must be a currency code such as RUB').default('RUB'),
  PAYMENT_PROVIDER: z
    .enum(
      ['sandbox', 'yookassa', 'stripe', 'bluesnap'],
      "must be 'sandbox', 'yookassa', 'stripe' or 'bluesnap'",
    )
    .optional(),
  PAYMENT_TIMEOUT_SECONDS: whole(1, 60, 20),
  FISCAL_TILL: z.enum(['sandbox', 'yookassa', 'none'], "must be 'sandbox', 'yookassa' or 'none'").optional(),
  RESERVATION_FREE_SECONDS: whole(0, 3600, 60),
  CARD_SESSION_MOST: whole(100, 100_000_000, 300_000),
  NEW_OWNER_HOLD_DAYS: whole(0, 365, 14),
  GAP_ALERT_WH: whole(1, 1_000_000, 500),
  PAYMENT_SANDBOX_URL: webUrl.optional(),
  YOOKASSA_SHOP_ID: matching(/^\d{1,20}$/, 'must be the number of a shop').optional(),
  YOOKASSA_SECRET_KEY: z.string().min(1).optional(),
  YOOKASSA_URL: webUrl.default('https://api.yookassa.ru/v3'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  PAYMENT_SANDBOX_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  GEOCODER_URL: url.optional(),
  TILES_URL: url.optional(),
  PUBLIC_NETWORK: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  NETWORK_EMBED_ORIGINS: origins,
  PUSH_SERVICES: pushServices,
  SELF_SERVICE: switched,
  PLANS: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  BLUESNAP_PUBLIC_KEY: z.string().optional(),
  BLUESNAP_MERCHANT_ID: matching(/^\d{1,20}$/, 'must be the number of a merchant').optional(),
  BLUESNAP_USERNAME: z.string().min(1).optional(),
  BLUESNAP_PASSWORD: z.string().min(1).optional(),
  BLUESNAP_URL: webUrl.default('https://ws.bluesnap.com/services/2'),
  BLUESNAP_LIBRARY_URL: webUrl.default('https://gateway.bluesnap.com/js/cse/v1.0.4/bluesnap.js'),
  BLUESNAP_PAYOUTS: z.literal('payoutInfo', "must be 'payoutInfo'").optional(),
  BLUESNAP_VENDOR_AGREEMENT_URL: webUrl.optional(),
  SUPPORT_PHONE: matching(/^\+?[\d ()-]{3,30}$/, 'must be a phone number').optional(),
  LINK_MOBILE_APP: webUrl.optional(),
  LINK_MANAGEMENT_SYSTEM: webUrl.optional(),
  LINK_CHARGING_STATION: webUrl.optional(),
  LINK_BLOG: webUrl.optional(),
  LINK_TEAM: webUrl.optional(),
  LINK_CONTACT: webUrl.optional(),
  TRUST_PROXY: proxies,
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .optional(),
  JOURNAL_DAYS: whole(1, 3650, 30),
  TIMELINE_DAYS: whole(90, 3650, 400),
  METER_MONTHS: whole(1, 240, 24),
  ORDER_LOG_DAYS: whole(30, 36_500, 1095),
  AUDIT_DAYS: whole(30, 36_500, 1095),
  REFUSAL_DAYS: whole(1, 3650, 30),
  REQUESTS_PER_MINUTE: whole(10, 10_000_000, 6000),
  API_KEY_CALLS_PER_MINUTE: whole(1, 1_000_000, 600),
  LOGIN_ATTEMPTS_PER_ACCOUNT: whole(1, 10_000_000, 10),
  LOGIN_ATTEMPTS_BY_STRANGERS: whole(1, 10_000_000, 100),
  LOGIN_ATTEMPTS_PER_ADDRESS: whole(1, 10_000_000, 100),
  ACCOUNT_REQUESTS_PER_ADDRESS: whole(1, 10_000_000, 50),
  SESSION_IDLE_DAYS: whole(1, 3650, 30),
  PASSWORD_ASKED_AFTER_MINUTES: whole(0, 1440, 15),
  ADMINISTRATORS_NEED_SECOND_FACTOR: switched,
  OCPP_REFUSALS_PER_MINUTE: whole(1, 1_000_000, 300),
  OCPP_HEARTBEAT_SECONDS: whole(5, 86_400, 300),
  OCPP_MASTER_PASS_GROUP: z.string().max(20, 'must have at most 20 characters').optional(),
  OCPP_PING_SECONDS: whole(1, 3600, 30),
  OCPP_CALL_TIMEOUT_SECONDS: whole(1, 600, 30),
  OCPP_MAX_FRAME_BYTES: whole(1024, 16_777_216, 262_144),
  OCPP_COMPRESSION: z.enum(['true', 'false'], "must be 'true' or 'false'").default('true'),
  OCPP_QUEUE_LIMIT: whole(1, 10_000, 100),
  OCPP_TLS_PORT: whole(0, 65_535, 8443),
  OCPP_TLS_CERT: z.string().min(1).optional(),
  OCPP_TLS_KEY: z.string().min(1).optional(),
  OCPP_TLS_CLIENT_CA: z.string().min(1).optional(),
  OCPP_TLS_CLIENT_CA_KEY: z.string().min(1).optional(),
  ...outgoingVariables,
})

type Read = z.output<typeof variables>

const yookassaKeys = { shopId: 'YOOKASSA_SHOP_ID', secretKey: 'YOOKASSA_SECRET_KEY' } as const
const bluesnapKeys = {
  merchantId: 'BLUESNAP_MERCHANT_ID',
  username: 'BLUESNAP_USERNAME',
  password: 'BLUESNAP_PASSWORD',
  publicKey: 'BLUESNAP_PUBLIC_KEY',
} as const
const stripeKeys = { secretKey: 'STRIPE_SECRET_KEY', webhookSecret: 'STRIPE_WEBHOOK_SECRET' } as const

/** All settings of the server. */
export interface Config extends Omit<Flags, 'given'>, OutgoingConfig {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** connections to a real PostgreSQL */
  databasePool: number
  /** from which reports are read while it is close enough behind; null: none */
  replica: ReplicaConfig | null
  /** how a server ends that gets SIGTERM */
  drain: DrainConfig
  /** null: this server is alone on its database */
  nats: NatsAddress | null
  /** this server's name among those on the database */
  nodeId: string
  /** where traces go, and which share of them; null: nothing is traced */
  traces: { endpoint: string; headers: Record<string, string>; share: number } | null
  publicUrl: string | null
  fileStore: FileStoreConfig
  secretKey: string
  smtpUrl: string | null
  /** the sender of our mails */
  mailFrom: string
  sms: SmsConfig
  timeZone: string
  currency: string
  payment: PaymentConfig
  geocoderUrl: string | null
  tilesUrl: string | null
  /** drivers find the network without a log-in */
  publicNetwork: boolean
  /** sites that may show its pages in a frame */
  networkEmbedOrigins: string[]
  /** push services of browsers, over which drivers are notified */
  pushServices: string[]
  selfService: boolean
  /** for how many days the takings of an owner are held who was just let in */
  newOwnerHoldDays: number
  /** more energy than this between two sessions of a connector, in Wh, is shown in the inbox */
  gapAlertWh: number
  /** managers pay the operator of the network for a plan; false: everything is included */
  asksForPlans: boolean
  /** encrypts card numbers in the browser for the payment provider */
  bluesnapPublicKey: string | null
  supportPhone: string | null
  /** pages of the operator's that the public pages lead to */
  links: Record<LinkName, string | null>
  /** finds the address that a request came from */
  proxies: Proxies
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  journalDays: number
  timelineDays: number
  meterMonths: number
  orderLogDays: number
  auditDays: number
  refusalDays: number
  /** HTTP calls that one address may make in a minute */
  requestsPerMinute: number
  /** calls that one API key may make, over all servers */
  keyCallsPerMinute: number
  /** attempts in 15 minutes */
  attempts: {
    /** of one account from one address, or by one device that it knows */
    logInPerAccount: number
    /** of one account by all devices that it does not know */
    logInByStrangers: number
    logInPerAddress: number
    /** sign-ups of one address, links that it has mailed, and mailed links that it uses; each has this limit */
    accountPerAddress: number
  }
  /** unused for so long, a log-in has ended */
  sessionIdleDays: number
  /** after a log-in of this age, changing the password or the address takes the current password */
  passwordConfirmMinutes: number
  /** administrators do nothing before they have set it up */
  administratorsNeedSecondFactor: boolean
  ocpp: {
    refusalsPerMinute: number
    heartbeatSeconds: number
    /** the group whose cards end any transaction and begin none, in upper case; null: there is none */
    masterPassGroup: string | null
    pingSeconds: number
    callTimeoutSeconds: number
    maxFrameBytes: number
    /** frames are compressed where a station offers it */
    compresses: boolean
    /** calls that may wait for one station in each direction */
    queueLimit: number
    /** the stations' own TLS port; null: none */
    tls: TlsListenerConfig | null
  }
}

/** Reads the environment and the flags `--demo`, `--empty`, `--port N`; throws ConfigError with one line on a bad value. */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[]): Config {
  const { given, ...flags } = readFlags(argv)
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  const parsed = variables.safeParse({ ...Object.fromEntries(set), ...given })
  if (!parsed.success) throw faultOf(parsed.error.issues)
  const v = parsed.data
  const dataDir = resolve(v.DATA_DIR)
  const secretKey = v.SECRET_KEY ?? keptSecret(dataDir)
  const payment = readPayment(v, flags.mode, secretKey)
  return {
    ...flags,
    port: v.PORT,
    host: v.HOST ?? (flags.mode === 'serve' ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    ...readDatabase(v),
    drain: readDrain(v),
    nats: readNodes(v, payment),
    // one that is alone may share its machine with servers of other networks
    nodeId: v.NODE_ID ?? (v.NATS_URL ? hostname() : `${hostname()}/${dataDir}`),
    traces: readTraces(v),
    publicUrl: v.PUBLIC_URL ?? null,
    fileStore: readFileStore(v, dataDir),
    secretKey,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? senderAt(v.PUBLIC_URL),
    sms: readSms(v),
    timeZone: v.TIME_ZONE,
    currency: v.CURRENCY,
    payment,
    geocoderUrl: v.GEOCODER_URL ?? null,
    tilesUrl: v.TILES_URL ?? null,
    publicNetwork: v.PUBLIC_NETWORK === 'on',
    networkEmbedOrigins: v.NETWORK_EMBED_ORIGINS,
    pushServices: v.PUSH_SERVICES,
    selfService: v.SELF_SERVICE === 'true',
    newOwnerHoldDays: v.NEW_OWNER_HOLD_DAYS,
    gapAlertWh: v.GAP_ALERT_WH,
    asksForPlans: v.PLANS === 'on',
    bluesnapPublicKey: v.BLUESNAP_PUBLIC_KEY ?? null,
    supportPhone: v.SUPPORT_PHONE ?? null,
    links: readLinks(v),
    proxies: v.TRUST_PROXY,
    logLevel: v.LOG_LEVEL ?? (flags.mode === 'serve' ? 'info' : 'warn'),
    journalDays: v.JOURNAL_DAYS,
    timelineDays: v.TIMELINE_DAYS,
    meterMonths: v.METER_MONTHS,
    orderLogDays: v.ORDER_LOG_DAYS,
    auditDays: v.AUDIT_DAYS,
    refusalDays: v.REFUSAL_DAYS,
    requestsPerMinute: v.REQUESTS_PER_MINUTE,
    keyCallsPerMinute: v.API_KEY_CALLS_PER_MINUTE,
    attempts: readAttempts(v),
    sessionIdleDays: v.SESSION_IDLE_DAYS,
    passwordConfirmMinutes: v.PASSWORD_ASKED_AFTER_MINUTES,
    administratorsNeedSecondFactor: v.ADMINISTRATORS_NEED_SECOND_FACTOR === 'true',
    ocpp: readOcpp(v),
    ...readOutgoing(v, flags.mode),
  }
}

const faultOf = ([issue]: z.core.$ZodIssue[]): ConfigError =>
  new ConfigError(`${issue?.path.join('.')} ${issue?.message ?? 'is not valid'}.`)

/** The sender of mails where none is set. */
const senderAt = (publicUrl: string | undefined): string =>
  `Stationmaster <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`

function readTraces(v: Read): Config['traces'] {
  if (!v.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  return {
    endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: headersIn(v.OTEL_EXPORTER_OTLP_HEADERS),
    share: v.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** How money is taken: the provider with its keys, and the till. */
function readPayment(v: Read, mode: Mode, secretKey: string): PaymentConfig {
  if (v.FISCAL_TILL === 'yookassa' && v.PAYMENT_PROVIDER !== 'yookassa')
    throw new ConfigError("FISCAL_TILL can be 'yookassa' where PAYMENT_PROVIDER is 'yookassa' alone.")
  return {
    provider: v.PAYMENT_PROVIDER ?? (mode === 'serve' ? null : 'sandbox'),
    timeoutSeconds: v.PAYMENT_TIMEOUT_SECONDS,
    reservationFreeSeconds: v.RESERVATION_FREE_SECONDS,
    cardSessionMostMinor: v.CARD_SESSION_MOST,
    till: tillOf(v.FISCAL_TILL, v.PAYMENT_PROVIDER, mode),
    sandboxUrl: v.PAYMENT_SANDBOX_URL ?? null,
    sandboxKey: v.PAYMENT_SANDBOX_KEY ?? derivedKey(secretKey, 'payment sandbox'),
    yookassa: v.PAYMENT_PROVIDER === 'yookassa' ? { url: v.YOOKASSA_URL, ...needed(v, yookassaKeys) } : null,
    stripe: v.PAYMENT_PROVIDER === 'stripe' ? needed(v, stripeKeys) : null,
    bluesnap: v.PAYMENT_PROVIDER === 'bluesnap' ? readBluesnap(v) : null,
  }
}

/** Addresses of pages outside the product; null: there is none. */
const readLinks = (v: Read): Config['links'] => ({
  mobile_app: v.LINK_MOBILE_APP ?? null,
  management_system: v.LINK_MANAGEMENT_SYSTEM ?? null,
  charging_station: v.LINK_CHARGING_STATION ?? null,
  blog: v.LINK_BLOG ?? null,
  team: v.LINK_TEAM ?? null,
  contact: v.LINK_CONTACT ?? null,
})

/** How many attempts are allowed before somebody has to wait. */
const readAttempts = (v: Read): Config['attempts'] => ({
  logInPerAccount: v.LOGIN_ATTEMPTS_PER_ACCOUNT,
  logInByStrangers: v.LOGIN_ATTEMPTS_BY_STRANGERS,
  logInPerAddress: v.LOGIN_ATTEMPTS_PER_ADDRESS,
  accountPerAddress: v.ACCOUNT_REQUESTS_PER_ADDRESS,
})

/** How stations connect, and what bounds their traffic. */
const readOcpp = (v: Read): Config['ocpp'] => ({
  refusalsPerMinute: v.OCPP_REFUSALS_PER_MINUTE,
  heartbeatSeconds: v.OCPP_HEARTBEAT_SECONDS,
  masterPassGroup: v.OCPP_MASTER_PASS_GROUP?.toUpperCase() ?? null,
  pingSeconds: v.OCPP_PING_SECONDS,
  callTimeoutSeconds: v.OCPP_CALL_TIMEOUT_SECONDS,
  maxFrameBytes: v.OCPP_MAX_FRAME_BYTES,
  compresses: v.OCPP_COMPRESSION === 'true',
  queueLimit: v.OCPP_QUEUE_LIMIT,
  tls: readTls(v),
})

/** How BlueSnap is reached; throws ConfigError where managers would have to pay for plans in a way that BlueSnap's account does not take. */
function readBluesnap(v: Read): PaymentConfig['bluesnap'] {
  const keys = needed(v, bluesnapKeys)
  const { BLUESNAP_URL: url, BLUESNAP_LIBRARY_URL: libraryUrl } = v
  if (v.PLANS === 'off') return { url, libraryUrl, ...keys, agreementUrl: null }
  if (!v.BLUESNAP_PAYOUTS)
    throw new ConfigError(
      "BLUESNAP_PAYOUTS must be 'payoutInfo', which accounts with regional payout refuse, or PLANS 'off'.",
    )
  const { agreementUrl } = needed(v, { agreementUrl: 'BLUESNAP_VENDOR_AGREEMENT_URL' })
  return { url, libraryUrl, ...keys, agreementUrl }
}

const derivedKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url')

import { SECOND_MS } from '@stationmaster/units'
import { type NatsAddress, readNatsAddress } from '../../platform/nodes/nats-address.ts'
import { ConfigError } from '../config-error.ts'
import type { PaymentConfig } from '../payment-config.ts'

/** A streaming replica of the database, and how far behind it may be for reports to be read from it. */
export interface ReplicaConfig {
  url: string
  mostLagMs: number
}

/** Where the database is, and a replica of it. Throws ConfigError where there is a replica of no database. */
export const readDatabase = (settings: DatabaseSettings) => ({
  databaseUrl: settings.DATABASE_URL ?? null,
  databasePool: settings.DATABASE_POOL,
  replica: readReplica(settings),
})

interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATABASE_POOL: number
  DATABASE_REPLICA_URL?: string | undefined
  DATABASE_REPLICA_LAG_SECONDS: number
}

function readReplica(settings: DatabaseSettings): ReplicaConfig | null {
  if (!settings.DATABASE_REPLICA_URL) return null
  if (!settings.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL names a replica of DATABASE_URL: set that as well.')
  return {
    url: settings.DATABASE_REPLICA_URL,
    mostLagMs: settings.DATABASE_REPLICA_LAG_SECONDS * SECOND_MS,
  }
}

export interface DrainConfig {
  /** it says that it is not ready, and still answers */
  noticeMs: number
  /** over this time stations' sockets are closed */
  spreadMs: number
}

interface DrainSettings {
  DRAIN_NOTICE_SECONDS: number
  DRAIN_SPREAD_SECONDS?: number | undefined
  NATS_URL?: string | undefined
}

/** Where others take the stations over, they get them one after the other. */
export const readDrain = (v: DrainSettings): DrainConfig => ({
  noticeMs: v.DRAIN_NOTICE_SECONDS * SECOND_MS,
  spreadMs: (v.DRAIN_SPREAD_SECONDS ?? (v.NATS_URL ? 10 : 0)) * SECOND_MS,
})

type Shared = 'DATABASE_URL' | 'FILES_URL' | 'SMTP_URL' | 'SECRET_KEY'

const shared: readonly Shared[] = ['DATABASE_URL', 'FILES_URL', 'SMTP_URL', 'SECRET_KEY']

/**
 * Reads NATS_URL, by which the servers on one database reach each other; null: there is one server alone. Several need a database, files,
 * mails, keys and a payment sandbox that all of them share. Throws ConfigError.
 */
export function readNodes(
  settings: { [K in Shared | 'NATS_URL']?: string | undefined },
  { provider, till, sandboxUrl }: Pick<PaymentConfig, 'provider' | 'till' | 'sandboxUrl'>,
): NatsAddress | null {
  if (!settings.NATS_URL) return null
  const missing: string[] = shared.filter((name) => !settings[name])
  if ((provider === 'sandbox' || till === 'sandbox') && !sandboxUrl) missing.push('PAYMENT_SANDBOX_URL')
  if (missing.length > 0)
    throw new ConfigError(
      `NATS_URL joins servers that share what other settings name: set ${missing.join(', ')} as well.`,
    )
  try {
    return readNatsAddress(settings.NATS_URL)
  } catch (error) {
    throw new ConfigError(`NATS_URL ${(error as Error).message}.`)
  }
}

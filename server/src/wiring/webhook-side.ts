import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Reads } from '../platform/general/reads.ts'
import type { Deliveries } from '../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { Db } from '../platform/schema/schema.ts'
import { WebhookWatch } from '../slices/operations/webhooks/watch.ts'

interface Ground {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  live: LiveBus
  mailer: Mailer
  deliveries: Deliveries
  reads: Reads
  addresses: Addresses
}

/** What tells other programs what happens. */
export function openWebhooks({ config, addresses, ...parts }: Ground, jobs: Jobs): WebhookWatch {
  const { secretKey, privateNetworks } = config
  const reach = { privateNetworks }
  return new WebhookWatch({ ...parts, secretKey, reach, publicUrl: () => addresses.base }, jobs)
}

import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Deliveries } from '../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { Db, Tx } from '../platform/schema/schema.ts'
import { Alerts } from '../slices/operations/alerts/alerts.ts'
import { Channels } from '../slices/operations/alerts/channels/channels.ts'
import { StaffPush } from '../slices/operations/alerts/channels/push.ts'
import { IncidentBook } from '../slices/operations/incidents/book.ts'
import type { NewEntry } from '../slices/operations/incidents/store.ts'
import { IncidentWatch } from '../slices/operations/incidents/watching/watch.ts'
import { Repairing } from '../slices/operations/repairs/repairing.ts'
import type { StationSide } from './station-side.ts'

interface AlertSideParts {
  config: Config
  db: Db
  clock: Clock
  jobs: Jobs
  deliveries: Deliveries
  mailer: Mailer
  live: LiveBus
  log: FastifyBaseLogger
  stations: StationSide
}

/** What tells people of incidents and repairs stations of them, with the book that they write into. */
export function openAlertSide({
  config,
  db,
  clock,
  jobs,
  deliveries,
  mailer,
  log,
  stations,
  live,
}: AlertSideParts) {
  const { secretKey, privateNetworks, telegramUrl, timeZone, pushServices: services } = config
  const linkTo = mailer.link.bind(mailer)
  const reach = { privateNetworks }
  const channels = new Channels({ db, clock, deliveries, secretKey, reach, telegramUrl })
  const push = new StaffPush({ db, clock, jobs, secretKey, services, linkTo })
  const write = (tx: Tx, entries: readonly NewEntry[]) => incidentBook.write(tx, entries)
  const alerts = new Alerts({ db, clock, jobs, mailer, push, channels, timeZone, write })
  const incidentBook = new IncidentBook([(tx, changes) => alerts.heard(tx, changes)])
  const repairing = new Repairing({ ...stations.commands, jobs, log, timeZone, write })
  const incidents = new IncidentWatch({ db, clock, jobs, live, book: incidentBook })
  return {
    incidents,
    alerts,
    repairing,
    incidentBook,
    alerting: { db, clock, secretKey, channels, push, linkTo },
  }
}

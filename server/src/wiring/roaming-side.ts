import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DownloadLinks } from '../platform/downloads/downloads.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Rest } from '../platform/http/http.ts'
import type { Deliveries, DeliveryOutcome } from '../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../platform/jobs/deliveries/store.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import { changeTopic, deliverProfile, resultTopic } from '../slices/roaming/charging-profiles/results.ts'
import { profileRoutes } from '../slices/roaming/charging-profiles/routes.ts'
import { deliverResult, resultJobs } from '../slices/roaming/partner-commands/results.ts'
import { commandRoutes } from '../slices/roaming/partner-commands/routes.ts'
import { clientJobs } from '../slices/roaming/partners/clients/client-pull.ts'
import { clientRoutes } from '../slices/roaming/partners/clients/client-routes.ts'
import type { ClientParts } from '../slices/roaming/partners/clients/clients.ts'
import { partnerPartyRoutes } from '../slices/roaming/partners/clients/office-routes.ts'
import { partnerQueueRoutes } from '../slices/roaming/partners/office/queue-routes.ts'
import type { PartnerParts } from '../slices/roaming/partners/parts.ts'
import { partnerRoutes } from '../slices/roaming/partners/routes.ts'
import { credentialsRoutes } from '../slices/roaming/partners/serving/credentials-routes.ts'
import { serveOcpi } from '../slices/roaming/partners/serving/ocpi-server.ts'
import { versionsRoutes } from '../slices/roaming/partners/serving/versions-routes.ts'
import { publishingOfficeRoutes } from '../slices/roaming/publishing/office-routes.ts'
import { publishingRoutes } from '../slices/roaming/publishing/routes.ts'
import { deliverShown } from '../slices/roaming/publishing/shown/deliver.ts'
import type { PublishingParts } from '../slices/roaming/publishing/shown/network.ts'
import { queueShown, ShownWatch } from '../slices/roaming/publishing/shown/push.ts'
import { refreshShown } from '../slices/roaming/publishing/shown/refresh.ts'
import { partnerSessionRoutes } from '../slices/roaming/roaming-sessions/office-routes.ts'
import { deliverCdr, deliverSession, sendMissed } from '../slices/roaming/roaming-sessions/push.ts'
import { sessionRoutes } from '../slices/roaming/roaming-sessions/routes.ts'
import { partnerSettlementRoutes } from '../slices/roaming/roaming-sessions/settlements/routes.ts'
import { settlementJobs } from '../slices/roaming/roaming-sessions/settlements/settled-month.ts'
import { partnerContractRoutes } from '../slices/roaming/tokens/contracts/routes.ts'
import { partnerTokenRoutes } from '../slices/roaming/tokens/office-routes.ts'
import { tokenJobs } from '../slices/roaming/tokens/pull.ts'
import { TokenQuestions } from '../slices/roaming/tokens/questions.ts'
import { tokenRoutes } from '../slices/roaming/tokens/routes.ts'
import { loadContractCompanies } from '../slices/roaming/tokens/store.ts'
import type { StationSide } from './station-side.ts'

interface Ground extends Pick<PartnerParts, 'db' | 'clock'> {
  config: Config
  addresses: Addresses
  jobs: Jobs
  deliveries: Deliveries
  live: LiveBus
  log: FastifyBaseLogger
}

export interface RoamingSide extends ClientParts, PublishingParts {
  questions: TokenQuestions
  shown: ShownWatch
}

/** The parts of roaming: how partners are served and called, and what they are shown. */
export function openRoamingSide({
  config,
  addresses,
  jobs,
  deliveries,
  db,
  clock,
  live,
  log,
}: Ground): RoamingSide {
  const { timeoutMs, requestsPerMinute, authorizeMs } = config.roaming
  const parts: ClientParts & PublishingParts = {
    db,
    clock,
    timeoutMs,
    requestsPerMinute,
    secretKey: config.secretKey,
    base: () => addresses.base.replace(/\/$/, ''),
    reach: { privateNetworks: config.privateNetworks },
    timeZone: config.timeZone,
    currency: config.currency,
    supportPhone: config.supportPhone,
    contractCompanies: loadContractCompanies,
    clientBack: (tx, partnerId, party, since) => sendMissed(tx, { deliveries }, partnerId, { party, since }),
    changed: (tx, objects) => queueShown(tx, { ...parts, deliveries }, objects),
  }
  tokenJobs(jobs, parts)
  clientJobs(jobs, parts)
  const shown = new ShownWatch({ ...parts, live, log }, jobs)
  resultJobs(jobs, { db, clock, deliveries })
  settlementJobs(jobs, { db, clock, timeZone: config.timeZone, log })
  const topics: Record<string, (parts: PartnerParts, delivery: Delivery) => Promise<DeliveryOutcome>> = {
    commands: deliverResult,
    [resultTopic]: deliverProfile,
    [changeTopic]: deliverProfile,
    sessions: deliverSession,
    cdrs: deliverCdr,
    locations: (_, delivery) => deliverShown(parts, delivery),
    tariffs: (_, delivery) => deliverShown(parts, delivery),
  }
  deliveries.add({
    name: 'ocpi',
    deliver: async (delivery) => (await topics[delivery.topic]?.(parts, delivery)) ?? { kind: 'done' },
  })
  return { ...parts, shown, questions: new TokenQuestions({ ...parts, authorizeMs }) }
}

/** What partners call, under /ocpi. */
export const serveRoaming = (
  app: FastifyInstance,
  {
    roaming,
    deliveries,
    stations,
  }: { roaming: ClientParts & PublishingParts; deliveries: Deliveries; stations: StationSide },
): Promise<void> =>
  serveOcpi(app, roaming, (ocpi) => {
    versionsRoutes(ocpi)
    credentialsRoutes(ocpi)
    clientRoutes(ocpi, roaming)
    publishingRoutes(ocpi, roaming)
    tokenRoutes(ocpi)
    sessionRoutes(ocpi)
    const side = { ...stations.commands, deliveries }
    commandRoutes(ocpi, side)
    profileRoutes(ocpi, side)
  })

/** What administrators call. */
export function bindRoaming(
  rest: Rest,
  parts: ClientParts & PublishingParts,
  { deliveries, downloads }: { deliveries: Deliveries; downloads: DownloadLinks },
): void {
  partnerRoutes(rest, parts)
  publishingOfficeRoutes(rest, parts)
  partnerQueueRoutes(rest, { ...parts, deliveries })
  partnerTokenRoutes(rest, parts)
  partnerPartyRoutes(rest, parts)
  partnerSettlementRoutes(rest, { ...parts, downloads })
  partnerSessionRoutes(rest, parts)
  partnerContractRoutes(rest, { ...parts, show: () => refreshShown(parts) })
}

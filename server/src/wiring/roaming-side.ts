import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Rest } from '../platform/http/http.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { PartnerParts } from '../slices/roaming/partners/parts.ts'
import { partnerRoutes } from '../slices/roaming/partners/routes.ts'
import { credentialsRoutes } from '../slices/roaming/partners/serving/credentials-routes.ts'
import { serveOcpi } from '../slices/roaming/partners/serving/ocpi-server.ts'
import { versionsRoutes } from '../slices/roaming/partners/serving/versions-routes.ts'

interface Ground extends Pick<PartnerParts, 'db' | 'clock'> {
  config: Config
  addresses: Addresses
}

/** The parts of roaming: how partners are served and called. */
export const openRoamingSide = ({ config, addresses, ...shared }: Ground): PartnerParts => ({
  ...shared,
  ...config.roaming,
  secretKey: config.secretKey,
  base: () => addresses.base.replace(/\/$/, ''),
  reach: { privateNetworks: config.privateNetworks },
})

/** What partners call, under /ocpi. */
export const serveRoaming = (app: FastifyInstance, parts: PartnerParts): Promise<void> =>
  serveOcpi(app, parts, (ocpi) => {
    versionsRoutes(ocpi)
    credentialsRoutes(ocpi)
  })

/** What administrators call. */
export function bindRoaming(rest: Rest, parts: PartnerParts): void {
  partnerRoutes(rest, parts)
}

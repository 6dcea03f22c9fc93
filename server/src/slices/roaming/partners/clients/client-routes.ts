import { sameCi, write } from '@stationmaster/ocpi'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { invalid, notThere, OcpiFailure } from '../serving/failure.ts'
import { type OcpiReceived, ocpiRoute } from '../serving/ocpi-route.ts'
import type { OcpiServer } from '../serving/ocpi-server.ts'
import { findClient } from './client-store.ts'
import { type ClientParts, keepClient } from './clients.ts'

type Called = Pick<OcpiReceived, 'partner' | 'params'>

/** The module of hubs, of which we are the receiver: how the parties behind a hub are connected (OCPI 14.3.1). */
export function clientRoutes(ocpi: OcpiServer, parts: ClientParts): void {
  const { db } = parts
  const common = { module: 'hubclientinfo', role: 'RECEIVER', path: '/:country/:party' } as const
  const nameIn = ({ partner, params }: Called) => {
    if (!partner.isHub) throw new OcpiFailure('clientError', 'This module is for hubs.')
    return { countryCode: params.country ?? '', partyId: params.party ?? '' }
  }
  ocpiRoute(ocpi, { ...common, method: 'GET' }, async (received) => {
    const found = await findClient(db, received.partner.id, nameIn(received))
    if (!found) throw notThere('There is no such party.')
    return { data: write(received.codecs.clientInfo, found) }
  })
  ocpiRoute(ocpi, { ...common, method: 'PUT', body: ({ clientInfo }) => clientInfo }, async (received) => {
    const { partner, body } = received
    const name = nameIn(received)
    if (!sameCi(name.countryCode, body.countryCode) || !sameCi(name.partyId, body.partyId))
      throw invalid('The party in the body is another one than in the address.')
    await inTransaction(db, (tx) => keepClient(tx, parts, partner, body))
    return {}
  })
}

import type { ClientInfo } from '@stationmaster/ocpi'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { PartnerParts } from '../parts.ts'
import { lockPartner, type PartnerRow } from '../store.ts'
import { type ClientName, findClient, upsertClient } from './client-store.ts'

/** What follows when a party behind a hub is connected again. */
export interface ClientParts extends PartnerParts {
  /** called in the transaction that records it */
  clientBack(tx: Tx, partnerId: number, party: ClientName, awaySince: Date): Promise<void>
}

/** Keeps what a hub says of a party; what one that is back has missed is sent to it. */
export async function keepClient(
  tx: Tx,
  { clock, clientBack }: Pick<ClientParts, 'clock' | 'clientBack'>,
  partner: Pick<PartnerRow, 'id'>,
  client: ClientInfo,
): Promise<void> {
  await lockPartner(tx, partner.id)
  const before = await findClient(tx, partner.id, client)
  await upsertClient(tx, partner.id, client, clock.now())
  const now = await findClient(tx, partner.id, client)
  if (before?.awaySince && now?.awaySince === null) await clientBack(tx, partner.id, now, before.awaySince)
}

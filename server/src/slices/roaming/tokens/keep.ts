import { createHash } from 'node:crypto'
import type { Token } from '@stationmaster/ocpi'
import type { Tx } from '../../../platform/schema/schema.ts'
import { upsertCompanyCard } from '../../charging/drivers/fleets/company-card-store.ts'
import { insertFleet } from '../../charging/drivers/fleets/store.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import { lockPartner, type PartnerRow } from '../partners/store.ts'
import { findCompany, insertContract, upsertToken } from './store.ts'

/**
 * The group of a partner's tokens as stations know it: OCPP 1.6 allows 20 characters, and no group of a partner is one of ours or
 * of another partner.
 */
const groupOf = (partnerId: number, groupId: string): string =>
  `P${createHash('sha256').update(`${partnerId} ${groupId.toUpperCase()}`).digest('hex').slice(0, 19).toUpperCase()}`

/** Whether the partner of a token answers for each session if it may charge; ALLOWED leaves that to us. */
export const isAnswered = ({ whitelist }: Pick<Token, 'whitelist'>): boolean =>
  whitelist === 'NEVER' || whitelist === 'ALLOWED_OFFLINE'

/** The company that a partner is in our books, made when its first token comes. */
export async function companyOf(
  tx: Tx,
  partner: Pick<PartnerRow, 'id' | 'name'>,
  now: Date,
): Promise<number> {
  const known = await findCompany(tx, partner.id)
  if (known !== undefined) return known
  await lockPartner(tx, partner.id)
  const made = await findCompany(tx, partner.id)
  if (made !== undefined) return made
  const fields = { name: partner.name, taxNumber: '', address: '', email: '', contractNumber: '' }
  const fleetId = await insertFleet(tx, { ...fields, language: 'en', limitMinor: null, active: true }, now)
  await insertContract(tx, partner.id, fleetId)
  return fleetId
}

/**
 * Keeps a partner's token as the partner says it is, with its card; false: somebody else has a card of this number. `answered`: the
 * partner answers for each session, whatever the token says.
 */
export async function keepToken(
  tx: Tx,
  partner: Pick<PartnerRow, 'id' | 'name'>,
  token: Token,
  { now, answered = isAnswered(token) }: { now: Date; answered?: boolean },
): Promise<boolean> {
  const fleetId = await companyOf(tx, partner, now)
  const key = tokenKey(token.uid)
  await upsertToken(tx, partner.id, key, token)
  const group = token.groupId === undefined ? null : groupOf(partner.id, token.groupId)
  return upsertCompanyCard(tx, fleetId, { token: key, group, blocked: !token.valid, answered }, now)
}

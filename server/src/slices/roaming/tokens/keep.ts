import { createHash } from 'node:crypto'
import type { Token } from '@stationmaster/ocpi'
import type { Tx } from '../../../platform/schema/schema.ts'
import { upsertCompanyCards } from '../../charging/drivers/fleets/company-card-store.ts'
import { insertFleet } from '../../charging/drivers/fleets/store.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import { lockPartner, type PartnerRow } from '../partners/store.ts'
import { findCompany, insertContract, upsertTokens } from './store.ts'

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
  const usual = { language: 'en', limitMinor: null, active: true, priority: null } as const
  const fleetId = await insertFleet(tx, { ...fields, ...usual }, now)
  await insertContract(tx, partner.id, fleetId)
  return fleetId
}

/** A partner's token, and whether the partner answers for each session of it. */
interface KeptAs {
  token: Token
  answered?: boolean
}

/**
 * Keeps tokens as their partner says they are, with their cards, in statements whose number does not grow with them; of a token that comes
 * twice, the later one. Answers the cards that are the partner's now: of others somebody else has a card of the same number.
 */
export async function keepTokens(
  tx: Tx,
  partner: Pick<PartnerRow, 'id' | 'name'>,
  tokens: readonly KeptAs[],
  now: Date,
): Promise<Set<string>> {
  const fleetId = await companyOf(tx, partner, now)
  if (tokens.length === 0) return new Set()
  const keyed = tokens.map(({ token, answered = isAnswered(token) }) => ({
    key: tokenKey(token.uid),
    token,
    answered,
  }))
  const named = new Map(keyed.map((one) => [nameOf(one.token), one]))
  await upsertTokens(tx, partner.id, [...named.values()])
  const cards = new Map(
    keyed.map(({ key, token, answered }) => {
      const group = token.groupId === undefined ? null : groupOf(partner.id, token.groupId)
      return [key, { token: key, group, blocked: !token.valid, answered }]
    }),
  )
  return upsertCompanyCards(tx, fleetId, [...cards.values()], now)
}

/** The same for one; false: somebody else has a card of this number. */
export async function keepToken(
  tx: Tx,
  partner: Pick<PartnerRow, 'id' | 'name'>,
  token: Token,
  { now, ...as }: { now: Date; answered?: boolean },
): Promise<boolean> {
  const own = await keepTokens(tx, partner, [{ token, ...as }], now)
  return own.has(tokenKey(token.uid))
}

const nameOf = ({ countryCode, partyId, uid, type }: Token): string =>
  `${countryCode} ${partyId} ${uid} ${type}`.toUpperCase()

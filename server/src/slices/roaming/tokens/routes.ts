import { type Part, type Token, write } from '@stationmaster/ocpi'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import { partyOf } from '../partners/rules.ts'
import { invalid, OcpiFailure } from '../partners/serving/failure.ts'
import { type OcpiReceived, ocpiRoute } from '../partners/serving/ocpi-route.ts'
import type { OcpiServer } from '../partners/serving/ocpi-server.ts'
import { keepToken } from './keep.ts'
import { findToken, type KeptToken } from './store.ts'

const path = '/:country_code/:party_id/:token_uid'
type Called = Pick<OcpiReceived<unknown>, 'params' | 'query' | 'partner'>

/** Which token a call names; throws OcpiFailure for a token of a party that is not the caller's. */
function nameIn({ params, query, partner }: Called) {
  const { country_code = '', party_id = '', token_uid = '' } = params
  const [countryCode, partyId] = [country_code.toUpperCase(), party_id.toUpperCase()]
  const isTheirs = partner.roles.some(
    (one) => partyOf(one.countryCode, one.partyId) === partyOf(countryCode, partyId),
  )
  if (!isTheirs && !partner.isHub) throw invalid(`${countryCode} ${partyId} is no party of yours.`)
  return { countryCode, partyId, token: tokenKey(token_uid), type: query.type || 'RFID' }
}

/** Whether a body names the token of its address. */
function checkName(name: ReturnType<typeof nameIn>, token: Token): void {
  const same =
    token.countryCode.toUpperCase() === name.countryCode &&
    token.partyId.toUpperCase() === name.partyId &&
    tokenKey(token.uid) === name.token &&
    token.type === name.type
  if (!same) throw invalid('The token in the body is another one than in the address.')
}

/** A token with the changes of a part; only what it may lack can be removed by one. */
const merged = (token: Token, part: Part<Token>): Token =>
  Object.fromEntries(
    Object.entries({ ...token, ...part }).filter(([, value]) => value !== undefined),
  ) as unknown as Token

/** The tokens module, of which we are the receiver: partners tell us of their drivers' tokens (OCPI 12.2.2). */
export function tokenRoutes(ocpi: OcpiServer): void {
  const { db, clock } = ocpi.parts
  const common = { module: 'tokens', role: 'RECEIVER', path } as const
  const found = async (received: Called): Promise<KeptToken> => {
    const token = await findToken(db, received.partner.id, nameIn(received))
    if (!token) throw new OcpiFailure('unknownToken', 'This token is not known.', 404)
    return token
  }
  ocpiRoute(ocpi, { ...common, method: 'GET' }, async (received) => ({
    data: write(received.codecs.token, await found(received)),
  }))
  ocpiRoute(ocpi, { ...common, method: 'PUT', body: ({ token }) => token }, async (received) => {
    const { partner, body } = received
    checkName(nameIn(received), body)
    await inTransaction(db, (tx) => keepToken(tx, partner, body, { now: clock.now() }))
    return {}
  })
  ocpiRoute(ocpi, { ...common, method: 'PATCH', body: ({ partToken }) => partToken }, async (received) => {
    const { partner, body } = received
    const name = nameIn(received)
    const { partnerId: _, ...known } = await found(received)
    const token = merged(known, body)
    checkName(name, token)
    await inTransaction(db, (tx) => keepToken(tx, partner, token, { now: clock.now() }))
    return {}
  })
}

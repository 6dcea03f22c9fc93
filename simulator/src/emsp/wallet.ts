import type { OcpiObject, Party, TokenObject } from './objects.ts'

/** What the eMSP may say of a token. */
export const allowances = ['ALLOWED', 'BLOCKED', 'EXPIRED', 'NO_CREDIT', 'NOT_ALLOWED'] as const
export type Allowed = (typeof allowances)[number]

/** A driver's token, and what the eMSP answers about it. */
export interface WalletEntry {
  token: TokenObject
  allowed: Allowed
  /** it may charge at these EVSEs only; everywhere if null */
  evseUids: string[] | null
  /** without a location nothing is said about it: 2002 */
  needsLocation: boolean
}

export interface TokenOptions {
  uid: string
  /** whose it is, behind a hub */
  party?: Party
  type?: 'RFID' | 'APP_USER' | 'AD_HOC_USER' | 'OTHER' | 'EMAID'
  contractId?: string
  groupId?: string
  visualNumber?: string
  valid?: boolean
  whitelist?: 'ALWAYS' | 'ALLOWED' | 'ALLOWED_OFFLINE' | 'NEVER'
  language?: string
  allowed?: Allowed
  evseUids?: string[]
  needsLocation?: boolean
}

/** A question in real time, and its answer. */
export interface Authorization {
  uid: string
  type: string
  location: OcpiObject | null
  /** null: unknown, or not enough was said */
  allowed: Allowed | null
  reference: string | null
}

/** The tokens of the eMSP's drivers, and the questions about them. */
export class Wallet {
  readonly #party: Party
  readonly #now: () => Date
  readonly #entries = new Map<string, WalletEntry>()
  readonly authorizations: Authorization[] = []

  constructor(party: Party, now: () => Date) {
    this.#party = party
    this.#now = now
  }

  /** Every token, oldest change first. */
  tokens(): TokenObject[] {
    return [...this.#entries.values()]
      .map(({ token }) => token)
      .sort((a, b) => Date.parse(a.last_updated) - Date.parse(b.last_updated))
  }

  /** A token of ours; throws for one that is not. */
  get(uid: string): TokenObject {
    const found = [...this.#entries.values()].find(
      ({ token }) => token.uid.toUpperCase() === uid.toUpperCase(),
    )
    if (!found) throw new Error(`the eMSP has no token ${uid}`)
    return found.token
  }

  /** Adds a token or replaces it, and gives it as it is sent. */
  put(options: TokenOptions): TokenObject {
    const { uid, type = 'RFID', groupId, visualNumber, language, party = this.#party } = options
    const token: TokenObject = {
      country_code: party.countryCode,
      party_id: party.partyId,
      uid,
      type,
      contract_id: options.contractId ?? `${party.countryCode}-${party.partyId}-C${uid}`.slice(0, 36),
      ...(visualNumber !== undefined && { visual_number: visualNumber }),
      issuer: `eMSP ${party.partyId}`,
      ...(groupId !== undefined && { group_id: groupId }),
      valid: options.valid ?? true,
      whitelist: options.whitelist ?? 'ALLOWED',
      ...(language !== undefined && { language }),
      last_updated: this.#now().toISOString(),
    }
    this.#entries.set(nameOf(type, uid), {
      token,
      allowed: options.allowed ?? 'ALLOWED',
      evseUids: options.evseUids ?? null,
      needsLocation: options.needsLocation ?? false,
    })
    return token
  }

  /** Answers a question in real time; the answer and its HTTP status are as the standard has them. */
  authorize(
    uid: string,
    type: string,
    location: OcpiObject | null,
  ): OcpiObject | 'unknown' | 'location needed' {
    const entry = this.#entries.get(nameOf(type, uid))
    if (!entry) return this.#note({ uid, type, location, allowed: null, reference: null }, 'unknown')
    if (entry.needsLocation && !location) {
      return this.#note({ uid, type, location, allowed: null, reference: null }, 'location needed')
    }
    const evses = allowedEvses(entry, location)
    const allowed = evses === null ? 'NOT_ALLOWED' : entry.allowed
    const reference = allowed === 'ALLOWED' ? `A-${this.authorizations.length + 1}` : null
    const answer: OcpiObject = {
      allowed,
      token: entry.token,
      ...(location &&
        allowed === 'ALLOWED' && { location: { location_id: location.location_id, evse_uids: evses } }),
      ...(reference && { authorization_reference: reference }),
    }
    return this.#note({ uid, type, location, allowed, reference }, answer)
  }

  #note<T>(authorization: Authorization, answer: T): T {
    this.authorizations.push(authorization)
    return answer
  }
}

const nameOf = (type: string, uid: string) => `${type} ${uid.toUpperCase()}`

/** The EVSEs in question at which a token may charge; null if it is none. */
function allowedEvses({ evseUids }: WalletEntry, location: OcpiObject | null): string[] | null {
  const asking = ((location?.evse_uids as string[] | undefined | null) ?? []).map(String)
  if (evseUids === null) return asking
  if (!location) return evseUids
  const allowed = asking.length === 0 ? evseUids : asking.filter((uid) => evseUids.includes(uid))
  return allowed.length > 0 ? allowed : null
}

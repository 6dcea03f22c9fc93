import type { Authorization, AuthorizationStatus, ListedCard } from '@stationmaster/ocpp'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import type { KnownToken } from './tokens.ts'

/** The state of a card by itself, for any purpose; Invalid: the card is unknown. */
export type CardWord = Exclude<AuthorizationStatus, 'ConcurrentTx' | 'NoCredit'>

/** A card is shown (the station does not say for what), begins a transaction, or has ended one. */
export type Purpose = 'show' | 'start' | 'stop'

export interface Situation {
  card: CardWord
  /** charging is free at the station, so unknown cards may charge */
  free: boolean
  /** nothing begins there with the card: sales are paused, or its partner is not shown the place */
  paused: boolean
  /** the card belongs to the group whose cards end any transaction and begin none (2.0.1 part 2, C16) */
  masterPass: boolean
  /** a transaction runs at the station that the card may end: its driver's, its group's, or any for a master pass */
  mayEnd: boolean
  /** its driver may begin nothing that costs money */
  noCredit: boolean
  /** its driver has an open session */
  charges: boolean
}

interface Row {
  when: Partial<Situation>
  purpose?: Purpose
  says: AuthorizationStatus
}

/** The whole authorisation: the first matching row gives the answer to the station. */
const table: readonly Row[] = [
  { when: { card: 'Blocked' }, says: 'Blocked' },
  { when: { card: 'Expired' }, says: 'Expired' },
  { when: { card: 'Invalid', free: true }, says: 'Accepted' },
  { when: { card: 'Invalid' }, says: 'Invalid' },
  // the transaction has ended: the answer is only the card's own state
  { when: {}, purpose: 'stop', says: 'Accepted' },
  { when: { mayEnd: true }, purpose: 'show', says: 'Accepted' },
  { when: { masterPass: true }, says: 'Invalid' },
  { when: { paused: true }, says: 'Invalid' },
  { when: { noCredit: true, free: false }, says: 'NoCredit' },
  { when: { charges: true }, says: 'ConcurrentTx' },
  { when: {}, says: 'Accepted' },
]

/** The answer to a station about a card. */
export function decide(purpose: Purpose, situation: Situation): AuthorizationStatus {
  const fits = ({ when, purpose: only = purpose }: Row): boolean =>
    only === purpose &&
    Object.entries(when).every(([fact, value]) => situation[fact as keyof Situation] === value)
  // the last row matches every situation
  return table.find(fits)!.says
}

/** The state of a card at an instant; at the instant of its expiry it has expired. */
export function wordOf(card: KnownToken | undefined, at: Date): CardWord {
  if (!card) return 'Invalid'
  if (card.blocked) return 'Blocked'
  return card.expiresAt !== null && card.expiresAt <= at ? 'Expired' : 'Accepted'
}

/** A status with the properties of the card that a station may store; the group is sent only with an accepted card. */
export function authorizationAnswer(
  status: AuthorizationStatus,
  card: KnownToken | undefined,
): Authorization {
  if (!card) return { status }
  return {
    status,
    ...(card.expiresAt === null ? {} : { expiresAt: card.expiresAt }),
    ...(card.group === null || status !== 'Accepted' ? {} : { group: card.group }),
  }
}

/** Whether a card is kept from a station: one of a partner that is not shown the place, except where charging is free for everybody. */
export const isKeptFrom = (
  { published, monetized }: Pick<KnownStation, 'published' | 'monetized'>,
  { isPartners }: Pick<KnownToken, 'isPartners'>,
): boolean => isPartners && monetized && !published

/** Whether a card belongs to the group whose cards end any transaction and begin none. */
export const isMasterPass = ({ group }: KnownToken, masterPassGroup: string | null): boolean =>
  group !== null && group === masterPassGroup

/** A card as an entry of a local list: the answer that a station would get now. */
export function listedCard(card: KnownToken, masterPassGroup: string | null, at: Date): ListedCard {
  const word = wordOf(card, at)
  const { expiresAt, ...answer } = authorizationAnswer(
    word === 'Accepted' && card.noCredit ? 'NoCredit' : word,
    card,
  )
  return {
    ...answer,
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    ...(isMasterPass(card, masterPassGroup) ? { endsOnly: true } : {}),
  }
}

/** Whether two entries of a card are the same. */
export const sameListing = (one: ListedCard | undefined, other: ListedCard | undefined): boolean =>
  one?.status === other?.status &&
  one?.expiresAt === other?.expiresAt &&
  one?.group === other?.group &&
  one?.endsOnly === other?.endsOnly

import type { Authorization, AuthorizationStatus, ListedCard } from '@stationmaster/ocpp'
import type { KnownToken } from './tokens.ts'

/** What a card is worth by itself, whatever it is wanted for; Invalid: nobody knows it. */
export type CardWord = Exclude<AuthorizationStatus, 'ConcurrentTx' | 'NoCredit'>

/** A card is shown (the station does not say what for), begins a transaction, or has ended one. */
export type Purpose = 'show' | 'start' | 'stop'

export interface Situation {
  card: CardWord
  /** charging is free at the station, so unknown cards may charge */
  free: boolean
  /** its station sells nothing at present, so nobody begins anything there */
  paused: boolean
  /** of the group whose cards end any transaction and begin none (2.0.1 part 2, C16) */
  masterPass: boolean
  /** a transaction runs at the station that the card may end: its holder's, its group's, or any for a master pass */
  mayEnd: boolean
  /** its holder begins nothing that costs */
  noCredit: boolean
  /** its holder has a session that is not over */
  charges: boolean
}

interface Row {
  when: Partial<Situation>
  purpose?: Purpose
  says: AuthorizationStatus
}

/** The whole of authorisation: the first row that fits says what the station is told. */
const table: readonly Row[] = [
  { when: { card: 'Blocked' }, says: 'Blocked' },
  { when: { card: 'Expired' }, says: 'Expired' },
  { when: { card: 'Invalid', free: true }, says: 'Accepted' },
  { when: { card: 'Invalid' }, says: 'Invalid' },
  // the transaction has ended: only the card's own state is answered
  { when: {}, purpose: 'stop', says: 'Accepted' },
  { when: { mayEnd: true }, purpose: 'show', says: 'Accepted' },
  { when: { masterPass: true }, says: 'Invalid' },
  { when: { paused: true }, says: 'Invalid' },
  { when: { noCredit: true, free: false }, says: 'NoCredit' },
  { when: { charges: true }, says: 'ConcurrentTx' },
  { when: {}, says: 'Accepted' },
]

/** What a station is told of a card. */
export function decide(purpose: Purpose, situation: Situation): AuthorizationStatus {
  const fits = ({ when, purpose: only = purpose }: Row): boolean =>
    only === purpose &&
    Object.entries(when).every(([fact, value]) => situation[fact as keyof Situation] === value)
  return table.find(fits)!.says
}

/** What a card is worth at an instant; its last instant is the one before its end. */
export function wordOf(card: KnownToken | undefined, at: Date): CardWord {
  if (!card) return 'Invalid'
  if (card.blocked) return 'Blocked'
  return card.expiresAt !== null && card.expiresAt <= at ? 'Expired' : 'Accepted'
}

/** A status with what a station may keep of the card; its group goes only with a card that is accepted. */
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

/** Whether a card is of the group whose cards end any transaction and begin none. */
export const isMasterPass = ({ group }: KnownToken, masterPassGroup: string | null): boolean =>
  group !== null && group === masterPassGroup

/** A card as a local list holds it: what a station would be told of it now. */
export function listedCard(card: KnownToken, masterPassGroup: string | null, at: Date): ListedCard {
  const word = wordOf(card, at)
  const { expiresAt, ...told } = authorizationAnswer(
    word === 'Accepted' && card.noCredit ? 'NoCredit' : word,
    card,
  )
  return {
    ...told,
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    ...(isMasterPass(card, masterPassGroup) ? { endsOnly: true } : {}),
  }
}

/** Whether a list says the same of a card. */
export const sameListing = (one: ListedCard | undefined, other: ListedCard | undefined): boolean =>
  one?.status === other?.status &&
  one?.expiresAt === other?.expiresAt &&
  one?.group === other?.group &&
  one?.endsOnly === other?.endsOnly

import type { ListEntry, ListLimits } from '@stationmaster/ocpp'
import { Failure } from '../../../../platform/http/failure.ts'
import { sameListing } from '../../../charging/drivers/authorization.ts'
import type { ListEntries } from '../../tasks/local-list-store.ts'

/** Cards in one message to a station that does not report its limit. */
const cardsAMessage = 20

/** The changes to send to a station that has `known`, so that it has `cards`. */
export function changesOf(known: ListEntries, cards: ListEntries): ListEntry[] {
  const changed = Object.entries(cards).filter(([token, card]) => !sameListing(known[token], card))
  const gone = Object.keys(known).filter((token) => !Object.hasOwn(cards, token))
  return [
    ...gone.map((token) => ({ token, card: null })),
    ...changed.map(([token, card]) => ({ token, card })),
  ]
}

/** A list after a part of the changes. */
export function listAfter(list: ListEntries, part: readonly ListEntry[]): ListEntries {
  // a card may have the name of what every object has
  const after = new Map(Object.entries(list))
  for (const { token, card } of part) {
    if (card === null) after.delete(token)
    else after.set(token, card)
  }
  return Object.fromEntries(after)
}

/** Throws station.list_too_long or station.list_too_large where a station cannot have room for a list of these cards. */
export function checkRoom(cards: ListEntries, { entries, bytes }: ListLimits): void {
  const tokens = Object.keys(cards)
  if (entries !== undefined && tokens.length > entries) {
    const details = { cards: tokens.length, most: entries }
    throw new Failure('station.list_too_long', details, details)
  }
  // each station stores cards in its own way; the card's number is the least that it needs
  const least = tokens.reduce((sum, token) => sum + Buffer.byteLength(token), 0)
  if (bytes !== undefined && least > bytes) throw tooLarge(least, bytes)
}

/**
 * The cards for which a station has room: first those that may charge, the earlier ones of them, since a station inquires about a card
 * that is not in its list.
 */
export function cardsWithRoom(
  cards: ListEntries,
  { entries = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY }: ListLimits,
): ListEntries {
  const mayCharge = ([, card]: [string, ListEntries[string]]) => Number(card.status === 'Accepted')
  const first = Object.entries(cards).toSorted((one, other) => mayCharge(other) - mayCharge(one))
  let left = bytes
  const fitting = first.slice(0, entries).filter(([token]) => {
    left -= Buffer.byteLength(token)
    return left >= 0
  })
  return Object.fromEntries(fitting)
}

/**
 * Entries in as few messages as a station's limits allow, one at least; `bytesOf` measures the frame that some make. Throws
 * station.list_too_large where even one entry is longer than a message may be.
 */
export function partsOf(
  entries: readonly ListEntry[],
  { entriesPerMessage, bytesPerMessage = Number.POSITIVE_INFINITY }: ListLimits,
  bytesOf: (part: readonly ListEntry[]) => number,
): ListEntry[][] {
  const [first] = entries
  if (!first) return [[]]
  const most = entriesPerMessage && entriesPerMessage > 0 ? entriesPerMessage : cardsAMessage
  // two alike are longer than one by the entry and its comma
  const around = 2 * bytesOf([first]) - bytesOf([first, first])
  const parts: ListEntry[][] = []
  let bytes = 0
  for (const entry of entries) {
    const alone = bytesOf([entry])
    if (alone > bytesPerMessage) throw tooLarge(alone, bytesPerMessage)
    const part = parts.at(-1)
    const together = bytes + alone - around
    if (part && part.length < most && together <= bytesPerMessage) {
      part.push(entry)
      bytes = together
    } else {
      parts.push([entry])
      bytes = alone
    }
  }
  return parts
}

function tooLarge(bytes: number, most: number): Failure {
  return new Failure('station.list_too_large', { bytes, most }, { bytes, most })
}

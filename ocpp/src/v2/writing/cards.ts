import type { CommandWriters } from '../../commands/actions.ts'
import { authorizationOfListed } from '../../commands/answer-reading.ts'
import { idTokenInfoOf } from '../tokens.ts'

/** Commands about the cards that a station keeps. */
export const cards = {
  list: ({ version, full, entries }) => ({
    action: 'SendLocalList',
    payload: {
      versionNumber: version,
      updateType: full ? 'Full' : 'Differential',
      ...(entries.length === 0
        ? {}
        : {
            localAuthorizationList: entries.map(({ token, card }) => ({
              idToken: cardTokenOf(token),
              ...(card ? { idTokenInfo: idTokenInfoOf(authorizationOfListed(card)) } : {}),
            })),
          }),
    },
  }),
  list_version: () => ({ action: 'GetLocalListVersion', payload: {} }),
  clear_cache: () => ({ action: 'ClearCache', payload: {} }),
} satisfies Partial<CommandWriters>

/** A card's number as an IdTokenType. */
export const cardTokenOf = (token: string) => ({ idToken: token, type: 'ISO14443' })

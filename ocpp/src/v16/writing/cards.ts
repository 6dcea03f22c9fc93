import type { CommandWriters } from '../../commands/actions.ts'
import { authorizationOfListed } from '../../commands/answer-reading.ts'
import type { ListedCard } from '../../station-command.ts'
import type { Authorization } from '../../station-event.ts'
import { idTagInfoOf } from '../transactions.ts'

/** Commands about the cards that a station keeps. */
export const cards = {
  list: ({ version, full, entries }) => ({
    action: 'SendLocalList',
    payload: {
      listVersion: version,
      updateType: full ? 'Full' : 'Differential',
      localAuthorizationList: entries.map(({ token, card }) => ({
        idTag: token,
        ...(card ? { idTagInfo: idTagInfoOf(listed(card)) } : {}),
      })),
    },
  }),
  list_version: () => ({ action: 'GetLocalListVersion', payload: {} }),
  clear_cache: () => ({ action: 'ClearCache', payload: {} }),
} satisfies Partial<CommandWriters>

/** 1.6 has no card that ends transactions and begins none. A station without a connection had better accept no such card. */
const listed = (card: ListedCard): Authorization =>
  card.endsOnly ? { status: 'Invalid' } : authorizationOfListed(card)

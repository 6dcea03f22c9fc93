import type { Schema } from '../../../../platform/schema/schema.ts'
import { hashed, type ListingOf, left } from './listed.ts'

/** Roaming partners and what they learn: of the whole network, so no owner's export has any. */
export const roamingTables = {
  roaming_party: { name: 'roaming-party', what: 'who the network is among partners' },
  roaming_partners: {
    name: 'roaming-partners',
    what: 'a roaming partner',
    secret: {
      token_hash: hashed,
      offered_hash: hashed,
      partner_token: 'the token with which we call the partner',
    },
  },
  roaming_clients: { name: 'roaming-clients', what: 'a party behind a hub' },
  partner_messages: { name: 'partner-messages', what: 'a message of a partner or to it' },
  roaming_contracts: {
    name: 'roaming-contracts',
    what: 'the account of a partner whose drivers charge here',
  },
  roaming_tokens: { name: 'roaming-tokens', what: 'a card of a partner’s driver' },
  roaming_strangers: { left: left.cache },
  roaming_locations: { name: 'roaming-locations', what: 'a location that partners are shown' },
  roaming_tariffs: { name: 'roaming-tariffs', what: 'a tariff that partners are shown' },
  roaming_objects: { name: 'roaming-objects', what: 'an object as partners were told it' },
  roaming_marks: { left: left.queue },
  roaming_held: { left: left.cache },
  roaming_look: { left: left.server },
  roaming_sent: { left: left.cache },
  roaming_partner_tariffs: { name: 'roaming-partner-tariffs', what: 'a tariff of a partner' },
  roaming_commands: { name: 'roaming-commands', what: 'a command of a partner' },
  roaming_sessions: { name: 'roaming-sessions', what: 'a session of a partner’s driver' },
  roaming_cdrs: { name: 'roaming-cdrs', what: 'the bill of such a session' },
  roaming_settlements: { name: 'roaming-settlements', what: 'a month’s bills with a partner' },
  roaming_profile_requests: {
    name: 'roaming-profile-requests',
    what: 'a partner’s wish about a session’s power',
  },
  roaming_profiles: { name: 'roaming-profiles', what: 'the power that a partner has set for a session' },
} satisfies Partial<ListingOf<keyof Schema & string>>

import type { Schema } from '../../../../platform/schema/schema.ts'
import { hashed, type ListingOf, left } from './listed.ts'

/** Drivers, orders, reviews, and what drivers’ browsers keep. */
export const chargingTables = {
  drivers: { name: 'drivers', what: 'a driver' },
  id_tokens: { name: 'cards', what: 'a card or another tag' },
  tag_groups: { name: 'card-groups', what: 'a group of cards' },
  fleets: { name: 'fleets', what: 'a customer whose drivers charge on account' },
  fleet_contracts: { name: 'fleet-contracts', what: 'what a fleet pays, from and until when' },
  unknown_tags: { name: 'unknown-cards', what: 'a card that nobody knows, shown at a station' },
  tag_proofs: { left: left.code },
  orders: { name: 'orders', what: 'a charging session with its price segments', own: ['location'] },
  meter_samples: {
    name: 'meter-samples',
    what: 'a meter value of an order, by months',
    own: ['order'],
    by: 'month',
    order: ['order_id', 'at'],
  },
  signed_values: {
    name: 'signed-values',
    what: 'a meter value of an order that its meter has signed',
    own: ['order'],
    order: ['order_id', 'at'],
  },
  order_logs: { name: 'chronology', what: 'a line of an order’s chronology', own: ['order'] },
  unmatched_transactions: {
    name: 'unmatched-transactions',
    what: 'a message of a transaction that no order answers to',
    own: ['station'],
  },
  hourly_outcomes: { name: 'hourly-outcomes', what: 'how sessions ended, by hours', own: ['location'] },
  station_sessions: { name: 'last-sessions', what: 'when a station charged last', own: ['station'] },
  register_gaps: {
    name: 'register-gaps',
    what: 'energy between two sessions that none accounts for',
    own: ['location'],
  },
  feedback: { name: 'reviews', what: 'a review or a problem', own: ['location'], ownersLack: ['driver_id'] },
  device_sessions: { left: left.login },
  driver_sessions: { left: left.login },
  driver_refresh_tokens: { left: left.login },
  driver_address_codes: { left: left.code },
  driver_codes: { left: left.code },
  used_codes: { left: left.code },
  push_subscriptions: { left: 'a browser that waits for notices of one server: it asks again' },
  push_notices: { name: 'notices', what: 'a notice that a driver was sent' },
  pay_links: {
    name: 'pay-links',
    what: 'a link by which an order is paid',
    secret: { token_hash: hashed },
    withSecretsOnly: true,
  },
} satisfies Partial<ListingOf<keyof Schema & string>>

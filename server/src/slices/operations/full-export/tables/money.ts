import type { Schema } from '../../../../platform/schema/schema.ts'
import { hashed, type ListingOf } from './listed.ts'

const card = 'by it the provider charges a card'

/** Payments, receipts, the ledger, contracts, statements and plans. */
export const moneyTables = {
  payments: {
    name: 'payments',
    what: 'what an order was paid',
    own: ['location'],
    ownersLack: ['driver_id', 'fleet_id'],
  },
  refunds: { name: 'refunds', what: 'money that went back to a driver', own: ['order'] },
  refund_runs: { name: 'refund-runs', what: 'refunds for many orders at once' },
  refund_run_payments: { name: 'refund-run-payments', what: 'its result for an order' },
  booked_debts: { name: 'booked-debts', what: 'a debt that was given up', own: ['order'] },
  terminals: {
    name: 'terminals',
    what: 'a payment terminal',
    own: ['location'],
    secret: { key_hash: hashed },
  },
  idle_fees: { name: 'idle-fees', what: 'what staying after charging costs', own: ['order'] },
  cashbacks: { name: 'cashbacks', what: 'a driver’s cashback for an order' },
  station_settlements: {
    name: 'terminal-settlements',
    what: 'what a station’s own terminal has taken',
    own: ['station'],
  },
  provider_payments: {
    name: 'provider-payments',
    what: 'a payment at a payment provider',
    own: ['order'],
    ownersLack: ['driver_id', 'paid_with', 'card_brand', 'card_last4'],
    secret: {
      method_ref: card,
      action: 'where a driver confirms the payment',
      return_url: 'may hold a link by which somebody pays',
    },
  },
  payment_operations: {
    name: 'operations',
    what: 'a request to a provider: authorise, capture, cancel, refund',
    own: [['payment_id', 'provider_payments']],
  },
  payment_notices: { name: 'provider-notices', what: 'a notice of a provider that was read' },
  payment_differences: {
    name: 'payment-differences',
    what: 'a difference between a provider’s books and ours',
  },
  payment_comparisons: { name: 'payment-comparisons', what: 'a day whose books were compared' },
  saved_cards: {
    name: 'saved-cards',
    what: 'a card that a driver has saved',
    secret: { method_ref: card },
    withSecretsOnly: true,
  },
  fiscal_receipts: {
    name: 'receipts',
    what: 'a fiscal receipt',
    own: ['order'],
    ownersLack: ['driver_id', 'content'],
  },
  receipt_contacts: { name: 'receipt-contacts', what: 'where an order’s receipt is sent' },
  ledger_entries: { name: 'ledger-entries', what: 'a posting of the ledger', own: ['location'], entry: 'id' },
  ledger_transfers: {
    name: 'ledger-transfers',
    what: 'money from one account to another within a posting',
    own: [['entry_id', 'ledger_entries']],
    entry: 'entry_id',
  },
  daily_totals: { name: 'daily-totals', what: 'takings by days', own: ['location'] },
  hourly_takings: { name: 'hourly-takings', what: 'takings by hours', own: ['location'] },
  ledger_checks: { name: 'ledger-checks', what: 'a comparison of the sums with the ledger' },
  contracts: { name: 'contracts', what: 'terms with an owner, from when they hold', own: ['owner'] },
  bank_rates: { name: 'bank-rates', what: 'what a bank takes, from when' },
  legal_details: { name: 'legal-details', what: 'who the network is in documents, from when' },
  debt_rules: { name: 'debt-rules', what: 'when a driver with debts may charge, from when' },
  idle_terms: { name: 'idle-terms', what: 'what staying costs, from when', own: ['location'] },
  statements: { name: 'statements', what: 'a statement to an owner', own: ['owner'] },
  statement_payments: {
    name: 'statement-payments',
    what: 'a payment of a statement',
    own: [['statement_id', 'statements']],
  },
  fleet_invoices: { name: 'invoices', what: 'an invoice to a fleet' },
  bank_lines: { name: 'bank-lines', what: 'a line of a bank’s account' },
  payout_details: {
    name: 'payout-details',
    what: 'the account that an owner’s takings go to',
    own: ['owner'],
  },
  sold_services: { name: 'sold-services', what: 'a service that was sold with an order', own: ['order'] },
  payment_methods: {
    name: 'plan-cards',
    what: 'the card from which an owner’s plan is paid',
    secret: { method_ref: card },
    withSecretsOnly: true,
  },
  payment_accounts: { name: 'payment-accounts', what: 'an owner’s account at a provider' },
  subscriptions: { name: 'plans', what: 'an owner’s plan' },
  plan_invoices: { name: 'plan-invoices', what: 'an invoice for a plan', secret: { method_ref: card } },
} satisfies Partial<ListingOf<keyof Schema & string>>

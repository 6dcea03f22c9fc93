import { type Account, dueTo, sourceOf, type Taker } from './accounts.ts'

export type TransferKind =
  | 'sale'
  | 'refund'
  | 'chargeback'
  | 'agent_fee'
  | 'bank_commission'
  | 'kept'
  | 'top_up'
  | 'cashback'
  | 'payout'
  | 'subscription'

/** An amount that leaves `credit` and arrives at `debit`; above zero. */
export interface Transfer {
  kind: TransferKind
  debit: Account
  credit: Account
  amountMinor: number
}

/** What was taken for one purpose of one order by now, and what of it is whose. Amounts in minor units, none below zero. */
export interface Charge extends Taker {
  capturedMinor: number
  refundedMinor: number
  chargedBackMinor: number
  agentFeeMinor: number
  bankCommissionMinor: number
}

/** What happens to money; each becomes transfers by `transfersOf`. */
export type MoneyEvent =
  /** a capture, a correction, a refund, a chargeback, another way to pay: what a payment was, and what it is */
  | { type: 'charge'; before: Charge | null; after: Charge }
  | {
      type: 'top_up'
      driverId: number
      provider: string
      marketShopId: string
      amountMinor: number
      bankCommissionMinor: number
    }
  /** paid to our bank account or in cash, and recorded by a person; below zero: taken back */
  | { type: 'paid_in'; driverId: number; amountMinor: number; into: 'bank' | 'cash' }
  /** a fleet has paid an invoice to our bank account; below zero: what was given back */
  | { type: 'invoice_paid'; fleetId: number; amountMinor: number }
  /** promised with the session, credited at the beginning of the next month; below zero: taken back after a refund */
  | { type: 'cashback_earned'; driverId: number; amountMinor: number }
  | { type: 'cashback_credited'; driverId: number; amountMinor: number }
  /** an owner was paid; below zero: the owner paid */
  | { type: 'paid_out'; ownerId: number; amountMinor: number }
  /** a manager has paid for the product */
  | {
      type: 'subscribed'
      provider: string
      marketShopId: string
      amountMinor: number
      bankCommissionMinor: number
    }

/** The transfers of an event; none of them is out of balance, for each has two sides and one amount. */
export function transfersOf(event: MoneyEvent): Transfer[] {
  switch (event.type) {
    case 'charge':
      return changeOf(event.before, event.after)
    case 'top_up':
      return through(event, 'top_up', `customer_balance:${event.driverId}`)
    case 'subscribed':
      return through(event, 'subscription', 'plan_income')
    case 'paid_in':
      return entryOf([
        transfer('top_up', event.into, `customer_balance:${event.driverId}`, event.amountMinor),
      ])
    case 'invoice_paid':
      return entryOf([transfer('top_up', 'bank', `fleet_balance:${event.fleetId}`, event.amountMinor)])
    case 'cashback_earned':
      return entryOf([
        transfer('cashback', 'cashback_cost', `cashback_liability:${event.driverId}`, event.amountMinor),
      ])
    case 'cashback_credited': {
      const { driverId, amountMinor } = event
      return entryOf([
        transfer('cashback', `cashback_liability:${driverId}`, `customer_balance:${driverId}`, amountMinor),
      ])
    }
    case 'paid_out':
      return entryOf([transfer('payout', `owner_payable:${event.ownerId}`, 'bank', event.amountMinor)])
  }
}

/** What came through a provider for something else than an order; the network bears the bank's commission. */
function through(
  {
    provider,
    marketShopId,
    amountMinor,
    bankCommissionMinor,
  }: Extract<MoneyEvent, { bankCommissionMinor: number }>,
  kind: TransferKind,
  credit: Account,
): Transfer[] {
  const clearing: Account = `provider_clearing:${provider}:${marketShopId}`
  return entryOf([
    transfer(kind, clearing, credit, amountMinor),
    transfer('bank_commission', 'own_revenue', clearing, bankCommissionMinor),
  ])
}

const transfer = (kind: TransferKind, debit: Account, credit: Account, amountMinor: number): Transfer => ({
  kind,
  debit,
  credit,
  amountMinor,
})

/** All that a charge has moved by now. Who gets the takings bears the bank's commission; cash stays with its owner. */
function movedBy(charge: Charge | null): Transfer[] {
  if (!charge) return []
  const source = sourceOf(charge)
  const due = dueTo(charge.ownerId)
  const { capturedMinor, refundedMinor, chargedBackMinor, agentFeeMinor, bankCommissionMinor } = charge
  const staysWithOwner = charge.methodType === 'cash' && charge.ownerId !== null
  return [
    transfer('sale', source, due, capturedMinor),
    transfer('refund', due, source, refundedMinor),
    transfer('chargeback', due, source, chargedBackMinor),
    transfer('agent_fee', due, 'agent_income', agentFeeMinor),
    transfer('bank_commission', due, source, bankCommissionMinor),
    ...(staysWithOwner
      ? [transfer('kept', due, source, capturedMinor - refundedMinor - chargedBackMinor)]
      : []),
  ]
}

/** What has to move so that what `before` has moved becomes what `after` moves. */
function changeOf(before: Charge | null, after: Charge): Transfer[] {
  const sums = new Map<string, Transfer>()
  const back = movedBy(before).map((one) => ({ ...one, amountMinor: -one.amountMinor }))
  for (const one of [...back, ...movedBy(after)]) {
    const key = `${one.kind} ${one.debit} ${one.credit}`
    const sum = sums.get(key)
    if (sum) sum.amountMinor += one.amountMinor
    else sums.set(key, { ...one })
  }
  return entryOf([...sums.values()])
}

/** Nothing moves nothing; what is below zero goes the other way. */
function entryOf(transfers: Transfer[]): Transfer[] {
  return transfers.flatMap(({ kind, debit, credit, amountMinor }) => {
    if (amountMinor === 0) return []
    return amountMinor > 0
      ? transfer(kind, debit, credit, amountMinor)
      : transfer(kind, credit, debit, -amountMinor)
  })
}

/** What transfers do to the sums of a day. */
export interface Effect {
  /** captured, less refunds and chargebacks */
  amountMinor: number
  /** given back, and taken back by banks: already taken off */
  refundedMinor: number
  chargedBackMinor: number
  agentFeeMinor: number
  bankCommissionMinor: number
  /** what the owner has received already */
  compensationMinor: number
}

/** The measures of an entry, as `ledger_measure_view` has them. What moves nothing that is due to an owner, or to us, is none of it. */
export function effectOf(transfers: readonly Transfer[]): Effect {
  const effect: Effect = {
    amountMinor: 0,
    refundedMinor: 0,
    chargedBackMinor: 0,
    agentFeeMinor: 0,
    bankCommissionMinor: 0,
    compensationMinor: 0,
  }
  for (const one of transfers) {
    const due = dueBy(one)
    if (one.kind === 'sale' || one.kind === 'refund' || one.kind === 'chargeback') effect.amountMinor += due
    if (one.kind === 'refund') effect.refundedMinor -= due
    if (one.kind === 'chargeback') effect.chargedBackMinor -= due
    if (one.kind === 'agent_fee') effect.agentFeeMinor -= due
    if (one.kind === 'bank_commission') effect.bankCommissionMinor -= due
    if (one.kind === 'kept') effect.compensationMinor -= due
  }
  return effect
}

const isDue = (account: Account): boolean => account === 'own_revenue' || account.startsWith('owner_payable:')

function dueBy({ debit, credit, amountMinor }: Transfer): number {
  if (isDue(credit)) return amountMinor
  return isDue(debit) ? -amountMinor : 0
}

/** "To be compensated" of the reports: what is still to be paid to the owner of what was taken. */
export const toCompensate = ({
  amountMinor,
  agentFeeMinor,
  bankCommissionMinor,
  compensationMinor,
}: Omit<Effect, 'refundedMinor' | 'chargedBackMinor'>) =>
  amountMinor - agentFeeMinor - bankCommissionMinor - compensationMinor

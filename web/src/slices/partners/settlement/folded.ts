import type { StatementLine } from '@stationmaster/contract'

export type Sums = Pick<
  StatementLine,
  'session_count' | 'energy' | 'amount' | 'bank_commission' | 'agent_fee' | 'compensation' | 'due_amount'
>

/** The sum of sums. */
export function addUp(list: readonly Sums[]): Sums {
  const sum: Sums = {
    session_count: 0,
    energy: 0,
    amount: 0,
    bank_commission: 0,
    agent_fee: 0,
    compensation: 0,
    due_amount: 0,
  }
  for (const one of list) for (const name of Object.keys(sum) as (keyof Sums)[]) sum[name] += one[name]
  return sum
}

/** Lines by what they have in common, in the order in which it comes first. */
export function foldBy<K>(lines: readonly StatementLine[], keyOf: (line: StatementLine) => K) {
  const groups = new Map<K, StatementLine[]>()
  for (const line of lines) {
    const group = groups.get(keyOf(line))
    if (group) group.push(line)
    else groups.set(keyOf(line), [line])
  }
  return [...groups].map(([key, own]) => ({ key, lines: own, sums: addUp(own) }))
}

import { DAY_MS, first, last } from '@stationmaster/units'

/** What a provider took, gave back and kept on one day (YYYY-MM-DD). Minor units. */
export interface ProviderDay {
  provider: string
  day: string
  payments: number
  capturedMinor: number
  refundedMinor: number
  feeMinor: number
}

/** A credit of the bank's statement. */
export interface BankLine {
  id: number
  /** YYYY-MM-DD */
  bookedOn: string
  amountMinor: number
  counterparty: string
  purpose: string
  reference: string
}

/** The days that a provider pays at once, and the line that answers to them; null: none. */
export interface Remittance extends Omit<ProviderDay, 'day'> {
  from: string
  to: string
  line: BankLine | null
}

/** so many days at most are paid at once: a week, and the holidays around it */
const daysMost = 10
/** and so long after the last of them at most */
const latestMs = 14 * DAY_MS
/** what has not come by then is missing */
const missingMs = 5 * DAY_MS

export const netOf = ({
  capturedMinor,
  refundedMinor,
  feeMinor,
}: Pick<ProviderDay, 'capturedMinor' | 'refundedMinor' | 'feeMinor'>): number =>
  capturedMinor - refundedMinor - feeMinor

/** A remittance of days that follow each other. */
function remittanceOf(days: readonly ProviderDay[], line: BankLine | null): Remittance {
  const sum = (name: 'payments' | 'capturedMinor' | 'refundedMinor' | 'feeMinor') =>
    days.reduce((total, one) => total + one[name], 0)
  return {
    provider: first(days).provider,
    from: first(days).day,
    to: last(days).day,
    line,
    payments: sum('payments'),
    capturedMinor: sum('capturedMinor'),
    refundedMinor: sum('refundedMinor'),
    feeMinor: sum('feeMinor'),
  }
}

const ageMs = (day: string, at: string): number => Date.parse(at) - Date.parse(day)

/** The place of the fewest, then the latest days that bring the amount of a line; undefined: none do. */
function runFor(days: readonly ProviderDay[], line: BankLine): { begin: number; end: number } | undefined {
  let found: { begin: number; end: number } | undefined
  for (const [end, { day }] of days.entries()) {
    const age = ageMs(day, line.bookedOn)
    if (age <= 0 || age > latestMs) continue
    let sum = 0
    for (let begin = end; begin >= Math.max(0, end - daysMost + 1); begin -= 1) {
      // `begin` lies between 0 and `end`
      sum += netOf(days[begin]!)
      if (sum !== line.amountMinor) continue
      if (!found || end - begin <= found.end - found.begin) found = { begin, end }
      break
    }
  }
  return found
}

/**
 * Which lines of the bank's statement pay which days of providers: a line pays days that follow each other, of one provider, that were
 * over when it was booked and bring exactly its amount. Older lines choose first; each day is paid once. Newest first.
 */
export function matchLines(
  days: readonly ProviderDay[],
  lines: readonly BankLine[],
): { remittances: Remittance[]; unmatched: BankLine[] } {
  const open = new Map<string, ProviderDay[]>()
  for (const one of days.toSorted((a, b) => a.day.localeCompare(b.day)))
    open.set(one.provider, [...(open.get(one.provider) ?? []), one])
  const remittances: Remittance[] = []
  const unmatched: BankLine[] = []
  for (const line of lines.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn) || a.id - b.id)) {
    const [found] = [...open].flatMap(([provider, left]) => {
      const run = runFor(left, line)
      return run ? [{ provider, left, run }] : []
    })
    if (!found) {
      unmatched.push(line)
      continue
    }
    const { provider, left, run } = found
    remittances.push(remittanceOf(left.slice(run.begin, run.end + 1), line))
    open.set(provider, [...left.slice(0, run.begin), ...left.slice(run.end + 1)])
  }
  for (const left of open.values()) remittances.push(...left.map((one) => remittanceOf([one], null)))
  return {
    remittances: remittances.sort((a, b) => b.to.localeCompare(a.to) || a.provider.localeCompare(b.provider)),
    unmatched: unmatched.reverse(),
  }
}

/** How a remittance stands on a day. */
export const stateOf = ({ line, to }: Remittance, today: string): 'paid' | 'awaited' | 'missing' =>
  line ? 'paid' : ageMs(to, today) > missingMs ? 'missing' : 'awaited'

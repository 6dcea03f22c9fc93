import type { SignedVerdict, SignedWhy } from '@stationmaster/contract'
import { contentOf, type SignedContent } from '../../../stations/meters/content.ts'
import type { MeterKey, ReportedKey } from '../../../stations/meters/key-store.ts'
import type { OcmfReading } from '../../../stations/meters/ocmf.ts'
import { fingerprintOf } from '../../../stations/meters/public-key.ts'
import { reportedKey } from '../../../stations/meters/reported-keys.ts'
import { type Checked, checkSigned } from '../../../stations/meters/verify.ts'
import { thousandths } from '../measuring/meter.ts'
import type { Order } from '../order.ts'
import type { KeptSigned } from './signed-store.ts'

/** What can be said of an order by what its meter has signed. */
export interface Judgement {
  verdict: SignedVerdict
  why: SignedWhy | null
  /** registers and energy, Wh to the thousandth; null: not signed */
  beginWh: number | null
  endWh: number | null
  energyWh: number | null
  /** of the key that its values were checked with */
  fingerprint: string | null
  /** that key, hexadecimal digits */
  publicKey: string | null
}

/** What the meter of an order has signed, as it is kept, and judged by what is known now. */
export interface SignedOrder {
  values: KeptSigned[]
  /** those that may have signed it */
  keys: MeterKey[]
  judgement: Judgement
}

type Session = Pick<Order, 'energyWh' | 'transactionFinish'>

const begins = new Set(['B'])
const ends = new Set(['E', 'L', 'R', 'A', 'P'])

/** Of so many values the first and the last are enough: a station that signs all as an end does not keep the server busy. */
const mostChecked = 20

/** The keys that may have signed an order's values: not those that had been replaced before it ended. */
export const keysFor = (keys: readonly MeterKey[], { transactionFinish }: Session): MeterKey[] =>
  keys.filter(({ retiredAt }) => retiredAt === null || !transactionFinish || retiredAt >= transactionFinish)

/** The keys that came with signed values and are not known. */
export function newKeys(
  stationId: string,
  values: readonly KeptSigned[],
  known: readonly MeterKey[],
): ReportedKey[] {
  const prints = new Set(known.map(({ fingerprint }) => fingerprint))
  return values.flatMap((value) => {
    const { publicKey } = contentOf(value)
    const reported =
      publicKey === null ? null : reportedKey(stationId, publicKey, 'message', value.receivedAt)
    if (!reported || prints.has(reported.fingerprint)) return []
    prints.add(reported.fingerprint)
    return [reported]
  })
}

/**
 * Judges an order by the values that its meter has signed at begin and end: only they decide what was charged, so only they are
 * checked. Null where there are none.
 */
export function judge(
  values: readonly KeptSigned[],
  keys: readonly MeterKey[],
  session: Session,
): Judgement | null {
  if (values.length === 0) return null
  const valid = keysFor(keys, session)
  const contents = values.map((value) => ({ value, content: contentOf(value) }))
  const edged = contents.filter(({ value, content }) => isEdge(value, content))
  const of = edged.length > 0 ? edged : contents
  const few = [...of.slice(0, mostChecked / 2), ...of.slice(mostChecked / 2).slice(-mostChecked / 2)]
  const checked = few.map(({ value, content }) => ({
    value,
    check: checkSigned(content, valid),
  }))
  const begin = readingAt(checked, 'Transaction.Begin', begins)
  const end = readingAt(checked, 'Transaction.End', ends)
  const apart = begin && end ? (thousandths(end.registerWh) - thousandths(begin.registerWh)) / 1000 : null
  const key = checked.find(({ check }) => check.key !== null)?.check.key
  const found = {
    beginWh: begin?.registerWh ?? null,
    endWh: end?.registerWh ?? null,
    energyWh: apart,
    fingerprint: key ? fingerprintOf(key) : null,
    publicKey: key ? (key.der ?? key.point).toString('hex').toUpperCase() : null,
  }
  const results = checked.map(({ check }) => check)
  if (results.some(({ result }) => result === 'wrong')) return { verdict: 'wrong', why: null, ...found }
  const unchecked = results.find(({ result }) => result === 'not_checkable')
  if (unchecked) return { verdict: 'not_checkable', why: unchecked.why, ...found }
  if (!begin || !end || apart === null) return { verdict: 'not_checkable', why: 'incomplete', ...found }
  const sources = new Set(results.map(({ ocmf }) => ocmf?.source))
  const mostApartWh = toleranceWh(begin, end)
  if (sources.size > 1 || endsBeforeItBegins(checked) || Math.abs(apart - session.energyWh) > mostApartWh)
    return { verdict: 'differs', why: null, ...found }
  const declared = results.some(({ result }) => result === 'self_declared')
  return { verdict: declared ? 'self_declared' : 'checked', why: null, ...found }
}

/** Signed and unsigned energy may differ by a step of the signed registers, and by a Wh to which the other is rounded. */
const toleranceWh = (begin: OcmfReading, end: OcmfReading): number => Math.max(begin.stepWh, end.stepWh) + 1

/** Whether a value is of the begin or the end; where it cannot be read, its station's word counts. */
function isEdge({ context }: KeptSigned, content: SignedContent): boolean {
  if (context === 'Transaction.Begin' || context === 'Transaction.End') return true
  return content.format === 'OCMF' && /"TX"\s{0,9}:\s{0,9}"[BELRAP]"/.test(content.data)
}

interface CheckedValue {
  value: KeptSigned
  check: Checked
}

/** Whether the record of the end has a lower page than that of the begin: a meter counts up, so one of them is of another session. */
function endsBeforeItBegins(checked: readonly CheckedValue[]): boolean {
  const pageAt = (context: string, marks: ReadonlySet<string>) =>
    checked.find(({ value, check }) => readingAt([{ value, check }], context, marks))?.check.ocmf?.page
  const [begin, end] = [pageAt('Transaction.Begin', begins), pageAt('Transaction.End', ends)]
  return Boolean(begin && end && begin.of === end.of && end.number < begin.number)
}

/** Values of which each is there once, however its station has wrapped it: plain in one message, in base64 in another. */
export function onceEach(values: readonly KeptSigned[]): KeptSigned[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const { data } = contentOf(value)
    return !seen.has(data) && seen.add(data)
  })
}

/** The register at an edge: the first reading of the begin, or the last of the end, that the meter says is good. */
function readingAt(
  checked: readonly CheckedValue[],
  context: string,
  marks: ReadonlySet<string>,
): OcmfReading | undefined {
  const found = checked.flatMap(({ value, check }) =>
    (check.ocmf?.readings ?? []).filter(
      ({ tx, good }) => good && (tx === null ? value.context === context : marks.has(tx)),
    ),
  )
  const [first] = found
  const last = found.findLast(({ obis }) => obis === first?.obis)
  return marks === begins ? first : last
}

/** The order after its signed values were judged: a forged or contradicting one is for a person to decide about. */
export function withJudgement(order: Order, { verdict }: Judgement): Order {
  const warning = verdict === 'wrong' ? 'signature_wrong' : verdict === 'differs' ? 'signed_differs' : null
  if (warning === null) {
    const settled = order.warning === 'signature_wrong' || order.warning === 'signed_differs'
    return settled ? { ...order, warning: null } : order
  }
  return { ...order, needsReview: true, warning: saysMore(order) ? order.warning : warning }
}

/** Questions about the payer, and doubts about the meter, come first; the review shows the signature beside them. */
const saysMore = ({ warning }: Order): boolean =>
  warning === 'unowned' ||
  warning === 'other_token' ||
  warning === 'late_start' ||
  warning === 'implausible_energy' ||
  warning === 'energy_unknown'

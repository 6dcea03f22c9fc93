import type { MeterKey, ReportedKey } from '../../../stations/meters/key-store.ts'
import type { OrderLog } from '../chronology/log.ts'
import { isOpen } from '../machine/moves.ts'
import type { Order } from '../order.ts'
import { judge, newKeys, withJudgement } from './judge.ts'
import type { KeptSigned } from './signed-store.ts'

/** What a book of orders has loaded of the values that meters have signed. */
interface Loaded {
  now: Date
  signed: Map<number, KeptSigned[]>
  meterKeys: Map<string, MeterKey[]>
}

/** The signed values of one batch: what it brings, and what they say of the orders that end in it. */
export class SignedBook {
  readonly taken: KeptSigned[] = []
  /** keys that came with signed values and were not known */
  readonly reportedKeys: ReportedKey[] = []
  /** how orders were judged in this batch */
  private readonly verdicts = new Map<number, string>()

  constructor(
    private readonly loaded: Loaded,
    private readonly log: (line: OrderLog) => void,
  ) {}

  take(value: KeptSigned): void {
    this.taken.push(value)
    const known = this.loaded.signed.get(value.orderId)
    if (known) known.push(value)
    else this.loaded.signed.set(value.orderId, [value])
  }

  /** An order that has ended, judged by what its meter has signed; its chronology says so where that is news. */
  judged(order: Order, before: Order | undefined): Order {
    const values = this.loaded.signed.get(order.id)
    if (!values || order.status !== 'completed' || order.decided) return order
    const keys = this.keysOf(order.stationId)
    const judgement = judge(values, keys, order)
    if (!judgement) return order
    const came = this.taken.filter(({ orderId }) => orderId === order.id)
    const isNews = (before && isOpen(before)) || came.length > 0
    if (isNews && this.verdicts.get(order.id) !== judgement.verdict) {
      this.verdicts.set(order.id, judgement.verdict)
      // of messages of days that are taken together each keeps its own time
      const last = came.reduce<Date | null>(
        (at, one) => (at && at > one.receivedAt ? at : one.receivedAt),
        null,
      )
      const note = (event: string, fields: OrderLog['fields']) =>
        this.log({ orderId: order.id, at: last ?? this.loaded.now, kind: 'order', event, fields })
      const event = keys.length > 0 ? 'meter_key_changed' : 'meter_key_reported'
      for (const reported of newKeys(order.stationId, values, keys)) {
        this.reportedKeys.push(reported)
        // for another session of the station in this batch it is no news any more
        keys.push({ ...reported, confirmed: false, retiredAt: null })
        note(event, { text: reported.fingerprint })
      }
      const { verdict: status, why: reason, fingerprint } = judgement
      note('signed_checked', { status, reason, text: fingerprint })
    }
    return withJudgement(order, judgement)
  }

  private keysOf(stationId: string): MeterKey[] {
    const known = this.loaded.meterKeys.get(stationId)
    if (known) return known
    const none: MeterKey[] = []
    this.loaded.meterKeys.set(stationId, none)
    return none
  }
}

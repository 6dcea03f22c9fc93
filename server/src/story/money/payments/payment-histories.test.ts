import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  againAfter,
  answered,
  moot,
  newOperation,
  nextOf,
  type Operation,
  type OperationRequest,
  readBack,
  refusalOf,
  refused,
  type Step,
  sentAt,
} from '../../../slices/money/providers/payment/operation.ts'
import { isFinal, merge, type ProviderPayment } from '../../../slices/money/providers/payment/payment.ts'
import type { PaymentSnapshot } from '../../../slices/money/providers/port.ts'

const start = new Date('2026-03-01T10:00:00Z')

const created: ProviderPayment = {
  id: 7,
  orderId: 1,
  driverId: null,
  purpose: 'charging',
  provider: 'sandbox',
  marketShopId: '',
  method: 'card',
  state: 'created',
  amountMinor: 1000,
  heldMinor: 0,
  capturedMinor: 0,
  canceledMinor: 0,
  refundedMinor: 0,
  feeMinor: null,
  paymentRef: null,
  methodRef: null,
  cardBrand: null,
  cardLast4: null,
  action: null,
  declineCode: null,
  holdExpiresAt: null,
  once: false,
  contradicted: false,
}

const snapshot = (
  state: PaymentSnapshot['state'],
  changes: Partial<PaymentSnapshot> = {},
): PaymentSnapshot => ({
  paymentRef: 'p',
  state,
  heldMinor: 0,
  capturedMinor: 0,
  refundedMinor: 0,
  holdExpiresAt: null,
  action: null,
  feeMinor: null,
  declineCode: null,
  methodRef: null,
  card: null,
  ...changes,
})

/** A provider that keeps to its keys, as the port demands, and forgets nothing. */
class Provider {
  readonly answers = new Map<string, PaymentSnapshot | string>()
  readonly done = new Map<string, number>()
  private state = snapshot('pending')
  /** it had a look at the payment at all */
  knows = false

  call(
    { key, kind, amountMinor }: Operation,
    consents: boolean,
    obstinate: boolean,
  ): PaymentSnapshot | string {
    const before = this.answers.get(key)
    if (before !== undefined) return before
    const answer = this.act(kind, amountMinor, consents, obstinate)
    if (typeof answer !== 'string') this.done.set(key, (this.done.get(key) ?? 0) + 1)
    this.answers.set(key, answer)
    return answer
  }

  get(): PaymentSnapshot {
    return this.state
  }

  consent(agrees: boolean): void {
    if (this.state.state !== 'action') return
    this.state = agrees ? snapshot('held', { heldMinor: 1000 }) : snapshot('failed')
  }

  private act(kind: OperationRequest['kind'], amountMinor: number, consents: boolean, obstinate: boolean) {
    const { state, capturedMinor, refundedMinor } = this.state
    if (kind === 'authorize') {
      this.knows = true
      this.state = obstinate
        ? snapshot('failed')
        : consents
          ? snapshot('held', { heldMinor: 1000 })
          : snapshot('action')
    } else if (kind === 'capture') {
      if (state !== 'held' || obstinate) return 'no'
      this.state = snapshot('captured', { heldMinor: 1000, capturedMinor: amountMinor })
    } else if (kind === 'cancel') {
      if (state === 'captured') return 'no'
      if (state !== 'failed') this.state = { ...this.state, state: 'canceled' }
    } else {
      if (state !== 'captured' || refundedMinor + amountMinor > capturedMinor) return 'no'
      this.state = { ...this.state, refundedMinor: refundedMinor + amountMinor }
    }
    return this.state
  }
}

/** What can happen, in any order. */
type Happening =
  | { type: 'request'; kind: 'capture' | 'cancel' | 'refund'; amountMinor: number }
  /** somebody takes what is due and sends it; the answer comes, is lost, or comes later; or the sender is killed before */
  | { type: 'send'; fate: 'answers' | 'lost' | 'later' | 'killed'; obstinate: boolean; consents: boolean }
  | { type: 'consent'; agrees: boolean }
  /** a notice: the payment is read; its picture is applied now or later */
  | { type: 'read'; later: boolean }
  /** what was late arrives */
  | { type: 'arrive'; which: number }
  | { type: 'wait'; seconds: number }

const amounts = fc.constantFrom(1, 400, 600, 1000, 1100)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    type: fc.constant('request' as const),
    kind: fc.constantFrom('capture' as const, 'cancel' as const, 'refund' as const),
    amountMinor: amounts,
  }),
  fc.record({
    type: fc.constant('send' as const),
    fate: fc.constantFrom('answers' as const, 'lost' as const, 'later' as const, 'killed' as const),
    obstinate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    consents: fc.boolean(),
  }),
  fc.record({ type: fc.constant('consent' as const), agrees: fc.boolean() }),
  fc.record({ type: fc.constant('read' as const), later: fc.boolean() }),
  fc.record({ type: fc.constant('arrive' as const), which: fc.nat(5) }),
  fc.record({ type: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 400, 4000) }),
)

const sent: Happening = { type: 'send', fate: 'answers', obstinate: false, consents: true }
const captured: Happening[] = [sent, { type: 'request', kind: 'capture', amountMinor: 1000 }, sent]
/** Much can happen only to a payment that is held, or captured and partly refunded: some histories begin there. */
const beginning = fc.constantFrom<Happening[]>([], [sent], captured, [
  ...captured,
  { type: 'request', kind: 'refund', amountMinor: 400 },
  { type: 'read', later: true },
  sent,
])

/** Our side, with nothing in memory but what the database would hold. */
class Book {
  payment = created
  operations: Operation[] = [newOperation(7, [], { kind: 'authorize', amountMinor: 1000 }, start)]
  now = start
  readonly provider = new Provider()
  private late: ((step: Step | null) => void)[] = []

  play(one: Happening): void {
    const before = this.payment
    if (one.type === 'request') this.request(one)
    else if (one.type === 'send') this.send(one)
    else if (one.type === 'consent') this.provider.consent(one.agrees)
    else if (one.type === 'read') this.read(one.later)
    else if (one.type === 'arrive') this.late.splice(one.which, 1)[0]?.(null)
    else this.now = new Date(this.now.getTime() + one.seconds * 1000)
    this.check(before)
  }

  /** Everything that is due is done and answered, and no message is lost any more. */
  decide(): void {
    for (const arrive of this.late.splice(0)) arrive(null)
    for (let round = 0; round < 40 && nextOf(this.operations); round += 1) {
      this.play({ type: 'wait', seconds: 4000 })
      this.play({ type: 'send', fate: 'answers', obstinate: false, consents: true })
    }
    this.play({ type: 'read', later: false })
  }

  private request({ kind, amountMinor }: { kind: OperationRequest['kind']; amountMinor: number }): void {
    if (refusalOf(this.payment, this.operations, { kind, amountMinor }) !== null) return
    this.operations.push(newOperation(7, this.operations, { kind, amountMinor }, this.now))
  }

  private send({ fate, obstinate, consents }: Extract<Happening, { type: 'send' }>): void {
    const next = nextOf(this.operations)
    if (!next || next.dueAt === null || next.dueAt > this.now) return
    const done = moot({ payment: this.payment, operation: next })
    if (done) {
      this.keep(done)
      return
    }
    const sent = sentAt(next, 20_000, this.now)
    this.keep({ payment: this.payment, operation: sent })
    if (fate === 'killed') return
    if (sent.attempts > 1 && this.payment.paymentRef !== null) {
      this.keep(readBack({ payment: this.payment, operation: sent }, this.provider.get()))
      if (nextOf(this.operations)?.key !== sent.key) return
    }
    const answer = this.provider.call(sent, consents, obstinate)
    if (fate === 'lost') return
    const arrive = () => {
      const open = nextOf(this.operations)
      if (open?.key !== sent.key) return
      const step = { payment: this.payment, operation: open }
      this.keep(typeof answer === 'string' ? refused(step, answer) : answered(step, answer))
    }
    if (fate === 'later') this.late.push(arrive)
    else arrive()
  }

  private read(later: boolean): void {
    if (this.payment.paymentRef === null) return
    const picture = this.provider.get()
    const arrive = () => {
      const open = nextOf(this.operations)
      if (open) this.keep(readBack({ payment: this.payment, operation: open }, picture))
      else this.payment = merge(this.payment, picture)
    }
    if (later) this.late.push(arrive)
    else arrive()
  }

  private keep({ payment: moved, operation: changed }: Step): void {
    this.payment = moved
    this.operations = this.operations.map((one) => (one.key === changed.key ? changed : one))
    const again = againAfter(moved, this.operations, changed, this.now)
    if (again) this.operations.push(again)
  }

  private sumOf(kind: OperationRequest['kind'], counts: (one: Operation) => boolean): number {
    const counted = this.operations.filter((one) => one.kind === kind && counts(one))
    return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  }

  private settling(): number {
    const open = this.operations.filter(({ state }) => state === 'waiting' || state === 'sent')
    return open.filter(({ kind }) => kind === 'capture' || kind === 'cancel').length
  }

  private check(before: ProviderPayment): void {
    const { heldMinor, capturedMinor, canceledMinor, refundedMinor, amountMinor, state } = this.payment
    const keys = [...this.provider.done.keys()]
    const broken = Object.entries({
      'more held than requested': heldMinor > amountMinor,
      'more taken and released than held': heldMinor < capturedMinor + canceledMinor,
      'more given back than taken': capturedMinor < refundedMinor,
      'the provider is not believed': this.payment.contradicted,
      'a hold was forgotten': before.state === 'held' && (state === 'action' || state === 'pending'),
      'a final state was left': isFinal(before) && state !== before.state,
      'what was taken has changed': isFinal(before) && capturedMinor !== before.capturedMinor,
      'what was released has changed': isFinal(before) && canceledMinor !== before.canceledMinor,
      'what was held is neither taken nor released':
        isFinal(this.payment) && heldMinor !== capturedMinor + canceledMinor,
      'a refund was forgotten': refundedMinor < before.refundedMinor,
      'done twice under one key': [...this.provider.done.values()].some((times) => times !== 1),
      'more refunds requested than captured':
        this.sumOf('refund', (one) => one.state !== 'refused') > capturedMinor,
      'a capture and a cancel at once': this.settling() > 1,
      'taken twice': keys.filter((key) => key.includes(':capture:')).length > 1,
      'a key was given out twice':
        new Set(this.operations.map(({ key }) => key)).size < this.operations.length,
    }).filter(([, is]) => is)
    if (broken.length > 0) throw new Error(broken.map(([what]) => what).join(', '))
  }
}

test('whatever happens in whatever order, nothing is done twice and both sides end with the same', () => {
  const seed = Number(process.env.SEED)
  console.log(`payments: seed ${seed}`)
  fc.assert(
    fc.property(
      beginning,
      fc.array(happening, { minLength: 6, maxLength: 25, size: 'max' }),
      (begun, rest) => {
        const book = new Book()
        for (const one of [...begun, ...rest]) book.play(one)
        book.decide()
        expect(nextOf(book.operations)).toBeUndefined()
        const theirs = book.provider.get()
        if (!book.provider.knows) expect(['created', 'canceled', 'failed']).toContain(book.payment.state)
        else
          expect(book.payment).toMatchObject({
            state: theirs.state,
            capturedMinor: theirs.capturedMinor,
            refundedMinor: theirs.refundedMinor,
          })
        const requested = (kind: OperationRequest['kind'], state: Operation['state']) =>
          book.operations.filter((one) => one.kind === kind && one.state === state)
        // what was called off is not held for ever
        if (requested('cancel', 'done').length > 0)
          expect(['canceled', 'failed']).toContain(book.payment.state)
        const back = requested('refund', 'done').reduce((sum, one) => sum + one.amountMinor, 0)
        expect(book.payment.refundedMinor).toBe(back)
      },
    ),
    { numRuns: 10_000, seed },
  )
})

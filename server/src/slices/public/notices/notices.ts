import type { Language } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, writing } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { formatsOf } from '../../../platform/documents/paper.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Closed, Order } from '../../charging/orders/order.ts'
import { findOrder } from '../../charging/orders/store.ts'
import type { Owing } from '../../money/payments/collect.ts'
import { listSoonIdle, type SoonIdle } from '../../money/payments/extras/idle-store.ts'
import {
  findStationName,
  findSubscription,
  insertNotice,
  listOfOrders,
  type NewSubscription,
  removeOld,
  removeSubscription,
  upsertSubscription,
} from './store.ts'
import { isOfService } from './web-push/push-services.ts'
import { sendPush } from './web-push/send.ts'
import { ServerKey } from './web-push/server-key.ts'

interface NoticeParts {
  db: Db
  clock: Clock
  jobs: Jobs
  secretKey: string
  currency: string
  /** where browsers' push services are; none: drivers are sent no notices */
  services: readonly string[]
  linkTo(path: string): string
}

type Kind = 'ended' | 'failed' | 'idle' | 'unpaid'

/** What there is to say of an order. */
interface News {
  kind: Kind
  now: Date
  wordsIn: (language: Language) => string
}

/** A message to one browser, as its job carries it. */
interface Message {
  subscriptionId: number
  kind: Kind
  title: string
  body: string
  at: string
}

/** browsers of one session, and of one driver */
const most = 5
/** a notice that came nowhere for so long says nothing new */
const freshMs = HOUR_MS
/** how long before the idle fee begins its driver is notified */
const beforeIdleMs = 5 * MINUTE_MS
const keptMs = 3 * DAY_MS
const ownEnds = new Set(['canceled_by_driver', 'not_paid'])

/**
 * Notices on drivers' phones: a session has ended or could not begin, an idle fee is near, or a price could not be charged. Each is sent
 * once, by a job.
 */
export class Notices {
  private readonly key: ServerKey

  constructor(private readonly parts: NoticeParts) {
    const { jobs, secretKey } = parts
    this.key = new ServerKey(secretKey)
    jobs.work('notice', (message: Message) => this.deliver(message))
    jobs.schedule('idle-notices', '* * * * *', () => this.lookAtIdle())
  }

  /** What browsers subscribe to; null: no notices are sent. */
  get publicKey(): string | null {
    return this.parts.services.length > 0 ? this.key.publicKey : null
  }

  /** Keeps where notices of an order or of a driver go; answers the id that they carry. Throws notices.unknown_service. */
  async subscribe(subscription: Omit<NewSubscription, 'at'>): Promise<number> {
    const { db, clock, services } = this.parts
    if (!isOfService(subscription.endpoint, services)) throw new Failure('notices.unknown_service')
    return inTransaction(db, (tx) => upsertSubscription(tx, { ...subscription, at: clock.now() }, most))
  }

  /** Orders have ended: in their transaction their drivers are notified, once. */
  async closed(tx: Tx, closed: readonly Closed[], now: Date): Promise<void> {
    // what the driver has done, or left undone, is no news
    const news = closed.filter(({ order, before }) => before === null && !ownEnds.has(order.stopReason ?? ''))
    await this.notify(
      tx,
      news.map(({ order }) => order),
      (order) => {
        const kind = order.status === 'completed' ? 'ended' : 'failed'
        return { kind, now, wordsIn: (language) => this.wordsOfEnd(order, kind, language) }
      },
    )
  }

  /** What orders cost could not be charged, and is due: in the transaction that finds it their drivers are notified, once. */
  async owing(tx: Tx, owing: readonly Owing[], now: Date): Promise<void> {
    const due = new Map(owing.map(({ order, debtMinor }) => [order.id, debtMinor]))
    await this.notify(
      tx,
      owing.map(({ order }) => order),
      (order) => ({
        kind: 'unpaid',
        now,
        wordsIn: (language) => this.wordsOfDebt(due.get(order.id) ?? 0, language),
      }),
    )
  }

  /** Looks for cars that stay and will soon cost something; forgets what is old. */
  async lookAtIdle(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    for (const idle of await listSoonIdle(db, now, new Date(now.getTime() + beforeIdleMs))) {
      await inTransaction(db, async (tx) => {
        const order = await findOrder(tx, idle.orderId)
        await this.notify(tx, order ? [order] : [], () => ({
          kind: 'idle',
          now,
          wordsIn: (language) => this.wordsOfIdle(idle, language),
        }))
      })
    }
    await removeOld(db, new Date(now.getTime() - keptMs))
  }

  /** Sends what there is to say of some orders to whoever follows them; nothing is said of an order twice. */
  private async notify(tx: Tx, orders: readonly Order[], newsOf: (order: Order) => News): Promise<void> {
    if (orders.length === 0 || this.parts.services.length === 0) return
    const receivers = groupBy(await listOfOrders(tx, orders), ({ orderId }) => orderId)
    for (const order of orders) {
      const own = receivers.get(order.id)
      if (!own) continue
      const { kind, now, wordsIn } = newsOf(order)
      if (!(await insertNotice(tx, order.id, kind, now))) continue
      const title = await findStationName(tx, order.stationId)
      for (const { id: subscriptionId, language } of own) {
        const body = wordsIn(language)
        const message: Message = { subscriptionId, kind, title, body, at: now.toISOString() }
        await this.parts.jobs.send(tx, 'notice', message)
      }
    }
  }

  private wordsOfEnd(order: Order, kind: 'ended' | 'failed', language: Language): string {
    const words = texts[language].notices
    if (kind === 'failed') return words.failed
    const format = formatsOf(language, this.parts.currency)
    const amountMinor = order.chargingPriceMinor ?? 0
    // what a person still has to decide is no amount yet
    const says = order.needsReview || amountMinor === 0 ? words.endedEnergy : words.ended
    return fill(says, { energy: format.tenths(order.energyWh / 1000), amount: format.money(amountMinor) })
  }

  private wordsOfDebt(debtMinor: number, language: Language): string {
    const amount = formatsOf(language, this.parts.currency).money(debtMinor)
    return fill(texts[language].notices.unpaid, { amount })
  }

  private wordsOfIdle({ dueAt, timeZone, terms }: SoonIdle, language: Language): string {
    const format = formatsOf(language, this.parts.currency)
    return fill(texts[language].notices.idle, {
      time: writing.when(dueAt, 'time', language, timeZone),
      price: format.money(terms.blockMinor),
      minutes: format.count(Math.round(terms.blockSeconds / 60)),
    })
  }

  /** Sends a message; a push service that is away has the job done again. */
  private async deliver({ subscriptionId, kind, title, body, at }: Message): Promise<void> {
    const { db, clock, linkTo } = this.parts
    const now = clock.now()
    if (now.getTime() - Date.parse(at) > freshMs) return
    const subscription = await findSubscription(db, subscriptionId)
    if (!subscription) return
    const text = JSON.stringify({ id: subscriptionId, kind, title, body })
    const outcome = await sendPush(
      { endpoint: subscription.endpoint, keys: subscription, text, topic: `${kind}-${subscriptionId}` },
      { key: this.key, contact: linkTo('/'), now },
    )
    if (outcome === 'gone') await removeSubscription(db, subscriptionId)
    if (outcome === 'away') throw new Error('The push service of a browser did not take a notice.')
  }
}

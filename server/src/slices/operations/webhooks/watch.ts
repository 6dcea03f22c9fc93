import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { channel, makeBodies } from './bodies.ts'
import { type DeliverParts, deliverWebhook } from './deliver.ts'
import { listOn } from './endpoint-store.ts'
import { collect } from './events/collect.ts'

/** how long changes are gathered before they are sent */
const gatheredMs = SECOND_MS
/** how soon is looked again for what could not be made */
const againMs = 5 * SECOND_MS

interface WatchParts extends Omit<DeliverParts, 'report' | 'deliveries'> {
  deliveries: Pick<Deliveries, 'send' | 'add'>
  live: Pick<LiveBus, 'subscribe'>
  log: FastifyBaseLogger
}

/** Tells other programs what happens: within seconds what the screens see at once, within a minute all else. */
export class WebhookWatch {
  #timer: NodeJS.Timeout | undefined
  #leave: (() => void) | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: WatchParts,
    jobs: Jobs,
  ) {
    const report = (error: unknown) => this.#report(error)
    parts.deliveries.add({ name: channel, deliver: (one) => deliverWebhook({ ...parts, report }, one) })
    jobs.schedule('webhooks', '* * * * *', () => this.look())
  }

  /** Listens to changes as long as there is an endpoint, and looks what has happened. */
  async look(): Promise<void> {
    if ((await listOn(this.parts.db)).length > 0)
      this.#leave ??= this.parts.live.subscribe(() => this.#wakeIn(gatheredMs))
    else this.#ignore()
    await this.#tell()
  }

  /** Resolves when the last look has ended. */
  async stop(): Promise<void> {
    this.#ignore()
    await this.#turn
  }

  #ignore(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leave?.()
    this.#leave = undefined
  }

  #wakeIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#lookSoon(), ms).unref()
  }

  async #lookSoon(): Promise<void> {
    this.#timer = undefined
    await this.#tell().catch((error) => this.#report(error))
  }

  /** One look after the other. */
  #tell(): Promise<void> {
    const done = this.#turn.then(async () => {
      await collect(this.parts)
      const isLeft = await makeBodies(this.parts, (error) => this.#report(error))
      // without an endpoint that is on nobody waits for it
      if (isLeft && this.#leave) this.#wakeIn(againMs)
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  #report(error: unknown): void {
    logFailure(this.parts.log, error, 'what other programs are to be told could not be sent')
  }
}

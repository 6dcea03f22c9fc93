import type { LiveSignal } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { LiveBus } from '../../../../platform/general/live.ts'
import type { Deliveries } from '../../../../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { listConnected } from '../../partners/store.ts'
import { foldMarks } from './marks-store.ts'
import type { PublishingParts } from './network.ts'
import { refreshShown } from './refresh.ts'
import { listPublishedLocations, type ShownObject } from './store.ts'

/** how long changes of a location are gathered before partners see them */
const gatheredMs = 2 * SECOND_MS

/** Has partners sent what has changed for those of their version, the newest state of each object. */
export async function queueShown(
  tx: Tx,
  {
    deliveries,
    contractCompanies,
  }: Pick<PublishingParts, 'contractCompanies'> & { deliveries: Pick<Deliveries, 'send'> },
  objects: readonly ShownObject[],
): Promise<void> {
  if (objects.length === 0) return
  const partners = await listConnected(tx)
  const own = await contractCompanies(tx)
  const sees = (partner: number, { module, partnerId }: ShownObject) =>
    module === 'tariffs' && own.has(partner) ? partnerId === partner : partnerId === null
  await deliveries.send(
    tx,
    partners.flatMap(({ id, version }) =>
      objects
        .filter((one) => one.version === version && sees(id, one))
        .map(({ module, objectId }) => ({
          channel: 'ocpi',
          target: String(id),
          topic: module,
          key: objectId,
          replaceable: true,
        })),
    ),
  )
}

interface WatchParts extends PublishingParts {
  live: Pick<LiveBus, 'subscribe'>
  log: FastifyBaseLogger
}

/**
 * Shows partners what changes in the network: within seconds what the screens see at once, within a minute all else. What has changed
 * stands in the database, so no server misses what happened at another one.
 */
export class ShownWatch {
  #timer: NodeJS.Timeout | undefined
  #leave: (() => void) | undefined
  #isFirst = true

  constructor(
    private readonly parts: WatchParts,
    jobs: Jobs,
  ) {
    jobs.schedule('roaming-network', '* * * * *', () => this.look())
  }

  /** Shows what has changed, at first everything; listens to changes as long as there is a partner. */
  async look(): Promise<void> {
    const { db } = this.parts
    const isWanted =
      (await listConnected(db)).length > 0 && (await listPublishedLocations(db, undefined)).length > 0
    if (!isWanted) {
      this.stop()
      return inTransaction(db, foldMarks)
    }
    this.#leave ??= this.parts.live.subscribe((signals) => this.#hear(signals))
    // another version of the program, or other settings, may show the same otherwise
    await refreshShown(this.parts, this.#isFirst ? 'all' : 'marked')
    this.#isFirst = false
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leave?.()
    this.#leave = undefined
  }

  #hear(signals: readonly LiveSignal[]): void {
    if (!signals.some(({ topic }) => topic === 'connector' || topic === 'location')) return
    this.#timer ??= setTimeout(() => void this.#showChanged(), gatheredMs).unref()
  }

  async #showChanged(): Promise<void> {
    this.#timer = undefined
    await refreshShown(this.parts).catch((error) =>
      logFailure(this.parts.log, error, 'what partners are shown could not be brought up to date'),
    )
  }
}

import type { LiveSignal } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { LiveBus } from '../../../../platform/general/live.ts'
import type { Deliveries, DeliveryOutcome } from '../../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../../platform/jobs/deliveries/store.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { callPartner } from '../../partners/calling/call-partner.ts'
import { outcomeOf } from '../../partners/calling/delivered.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { findPartner, listConnected } from '../../partners/store.ts'
import { foldMarks } from './marks-store.ts'
import type { PublishingParts } from './network.ts'
import { refreshShown } from './refresh.ts'
import { findStored, listPublishedLocations, type ShownModule, type ShownObject } from './store.ts'

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

type ShownParts = PartnerParts & Pick<PublishingParts, 'contractCompanies'>

/** An object as a partner is shown it: tariffs at the prices that it has agreed on. */
const storedFor = async (
  { db, contractCompanies }: ShownParts,
  partnerId: number,
  of: { version: string; module: ShownModule; objectId: string },
) =>
  of.module === 'tariffs' && (await contractCompanies(db)).has(partnerId)
    ? findStored(db, { ...of, partnerId })
    : findStored(db, { ...of, partnerId: null })

/** Sends an object as it is shown now; a tariff that is shown no more is deleted (OCPI 8.2.2, 11.2.2). */
export async function deliverShown(
  parts: ShownParts,
  { target, topic, key }: Delivery,
): Promise<DeliveryOutcome> {
  const partner = await findPartner(parts.db, Number(target))
  const module = topic as ShownModule
  const version = partner?.version
  const found =
    partner && version ? await storedFor(parts, partner.id, { version, module, objectId: key }) : undefined
  if (!partner || partner.state === 'withdrawn' || !found) return { kind: 'done' }
  const { body, removedAt } = found
  const path = `/${body.country_code}/${body.party_id}/${body.id}`
  const call = { module, role: 'RECEIVER', path } as const
  if (removedAt === null)
    return outcomeOf(await callPartner(parts, partner, { ...call, method: 'PUT', body }))
  const answer = await callPartner(parts, partner, { ...call, method: 'DELETE' })
  const isGone = !answer.ok && answer.httpStatus === 404
  return isGone ? { kind: 'done' } : outcomeOf(answer)
}

interface WatchParts extends PublishingParts {
  live: Pick<LiveBus, 'subscribe'>
  log: FastifyBaseLogger
}

/**
 * Shows partners what changes in the network: within seconds what the screens see at once, within a minute all else. What has changed
 * stands in the database, so no server misses what another one was told.
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

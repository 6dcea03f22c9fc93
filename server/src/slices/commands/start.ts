import { setTimeout as delay } from 'node:timers/promises'
import type { CentralLink, CommandOutcome } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { audit } from '../../platform/audit.ts'
import { Failure } from '../../platform/failure.ts'
import type { Order } from '../orders/order.ts'
import { tagOf } from '../orders/order.ts'
import * as rules from '../orders/rules.ts'
import * as orders from '../orders/store.ts'
import { canStart } from '../stations/status.ts'
import { loadEffectiveVersions } from '../tariffs/store.ts'
import { tellAnswer } from './answered.ts'
import { failureOf, isAccepted, refOf, statusOf } from './outcome.ts'
import type { Commander, CommandParts } from './parts.ts'
import { findPlace, type Place } from './place.ts'

/** What an operator may set (spec document 2, section 7): kopecks, kWh, time, percent of the battery. */
export interface StartLimits {
  limit_amount?: number | null | undefined
  limit_kwh?: number | null | undefined
  limit_hours?: number | null | undefined
  limit_minutes?: number | null | undefined
  limit_percents?: number | null | undefined
}

const retryMs = 3 * SECOND_MS
const mostAnswerMs = 30 * SECOND_MS

/**
 * Starts charging on a connector and waits for the station's answer, 30 s in all at most. Resolves with the order's id; throws
 * station.* or connector.* when it does not come to a start.
 */
export async function startCharging(
  parts: CommandParts,
  commander: Commander,
  connectorId: number,
  limits: StartLimits,
): Promise<{ id: number }> {
  const place = await findPlace(parts.db, commander.caller, connectorId)
  const link = parts.links.get(place.station.id)
  if (!link) throw new Failure('station.offline')
  const order = await createOrder(parts, commander, place, limits)
  return tellAnswer(parts, order, 'connector_start', () => sendStart(parts, link, place, order))
}

async function sendStart(
  parts: CommandParts,
  link: CentralLink,
  place: Place,
  order: Order,
): Promise<{ id: number }> {
  const until = parts.clock.now().getTime() + Math.min(mostAnswerMs, parts.answerMs)
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = parts.clock.now()
    const outcome = await link.command(
      {
        type: 'start',
        at: refOf(place.connector),
        token: { token: tagOf(order.id), type: 'Central' },
        remoteStartId: order.id,
      },
      { timeoutMs: Math.max(SECOND_MS, until - sentAt.getTime()) },
    )
    const mayRetry = parts.clock.now().getTime() + retryMs < until && isWorthRetrying(outcome)
    const answered = await answerStart(parts, order.id, outcome, mayRetry, attempt > 1 ? sentAt : null)
    if (answered.status === 'started' || isAccepted(outcome)) return { id: order.id }
    if (answered.status !== 'starting') throw failureOf(outcome)
    await delay(retryMs)
  }
}

const isWorthRetrying = (outcome: CommandOutcome): boolean =>
  outcome.kind === 'answered' || outcome.kind === 'call_error'

async function createOrder(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  { station, connector, openOrderId }: Place,
  limits: StartLimits,
): Promise<Order> {
  if (openOrderId !== null) throw new Failure('connector.occupied', { orderId: openOrderId })
  if (!canStart({ online: true, ocppStatus: connector.ocppStatus, openOrderId }))
    throw new Failure('connector.not_available')
  const now = parts.clock.now()
  try {
    return await parts.intake.change(
      async () => [],
      async (book, _locked, tx) => {
        const [id] = await orders.drawOrderIds(tx, 1)
        const version = (await loadEffectiveVersions(tx, [connector], now)).get(connector.id)
        const order = book.add(
          rules.createByOperator(
            {
              id: id!,
              locationId: station.locationId,
              stationId: station.id,
              connectorId: connector.id,
              managerId: caller.id,
              tariffVersionId: version?.id ?? null,
              discountPercent: version?.discountPercent ?? 0,
              limits: limitsOf(limits),
              billable: station.monetized,
            },
            now,
          ),
        )
        book.log(order.id, now, 'api', 'connector_start', {
          request_endpoint: `connectors/${connector.id}/start`,
          request_post: JSON.stringify(limits),
          text: caller.email,
        })
        book.log(order.id, now, 'ocpp', 'remote_start_tx_request', { text: tagOf(order.id) })
        await audit(tx, {
          caller,
          action: 'connector.start',
          subjectType: 'connector',
          subjectId: String(connector.id),
          after: { orderId: order.id, ...limits },
          at: now,
          ...(remoteAddress ? { remoteAddress } : {}),
        })
        return order
      },
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505')
      throw new Failure('connector.occupied')
    throw error
  }
}

function limitsOf(limits: StartLimits): rules.Limits {
  const seconds = ((limits.limit_hours ?? 0) * HOUR_MS + (limits.limit_minutes ?? 0) * MINUTE_MS) / SECOND_MS
  return {
    amountMinor: limits.limit_amount || null,
    energyWh: limits.limit_kwh ? Math.round(limits.limit_kwh * 1000) : null,
    seconds: seconds || null,
    percents: limits.limit_percents ?? null,
  }
}

async function answerStart(
  parts: CommandParts,
  orderId: number,
  outcome: CommandOutcome,
  mayRetry: boolean,
  resentAt: Date | null,
): Promise<Order> {
  return parts.intake.change(
    async (tx) => [await getLocked(tx, orderId)],
    (book, [order]) => {
      const { now } = book.context
      if (resentAt) book.log(orderId, resentAt, 'ocpp', 'remote_start_tx_request', { text: tagOf(orderId) })
      book.log(orderId, now, 'ocpp', 'remote_start_tx_response', { status: statusOf(outcome) })
      if (order!.status !== 'starting') return order!
      const asked = mayRetry ? order! : { ...order!, startAttempts: rules.startAttemptsMost }
      return book.put(rules.startAnswered(asked, isAccepted(outcome), now), 'all')
    },
  )
}

async function getLocked(tx: Parameters<typeof orders.lockOrder>[0], id: number): Promise<Order> {
  const order = await orders.lockOrder(tx, id)
  if (!order) throw new Failure('order.not_found')
  return order
}

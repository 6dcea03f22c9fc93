import type { StationReply } from '@stationmaster/ocpp'
import type { Payload } from '../link/payload.ts'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'

/** Answers UsePriorityCharging (2.1 part 2, K21). */
export function usePriorityCharging(core: Core, { transactionId, activate }: Payload): Payload {
  const connector = core.connectors.find(({ transaction }) => transaction?.id === transactionId)
  if (!connector) return { status: 'Rejected' }
  if (!hasProfile(core, connector)) return { status: 'NoProfile' }
  core.advance()
  if (connector.transaction) connector.transaction.comesFirst = activate === true
  return { status: 'Accepted' }
}

/** A driver lets the session on a connector come before others, or no longer; the station reports it (2.1 part 2, K22). */
export async function comeFirst(
  core: Core,
  connector: VirtualConnector,
  active: boolean,
): Promise<StationReply | null> {
  const { transaction } = connector
  if (!transaction?.id || !hasProfile(core, connector)) return null
  core.advance()
  transaction.comesFirst = active
  return core.say({ type: 'priority.changed', transactionId: transaction.id, active })
}

const hasProfile = (core: Core, connector: VirtualConnector): boolean =>
  core.options.priority || core.profiles.hasPriority(core.targetOf(connector))

import type { ConnectorStatus, OcppStatus, OrderStatus, StationStatus } from '@stationmaster/contract'

/** What a connector's last StatusNotification means to people (domain.md#statuses). */
const meaning: Record<OcppStatus, ConnectorStatus> = {
  Available: 'available',
  Preparing: 'busy',
  Occupied: 'busy',
  Charging: 'busy',
  SuspendedEV: 'busy',
  SuspendedEVSE: 'busy',
  Finishing: 'busy',
  Reserved: 'busy',
  Faulted: 'faulted',
  Unavailable: 'out_of_use',
}

/**
 * A connector without a socket, or one that has not said how it is, counts as offline; one of a switched-off EVSE as out of use,
 * and so does a free one where nobody can start, as its station sells nothing.
 */
export function connectorStatus(connector: {
  online: boolean
  operational: boolean
  paused: boolean
  ocppStatus: string | null
}): ConnectorStatus {
  if (!connector.online) return 'offline'
  if (!connector.operational) return 'out_of_use'
  const status = meaning[connector.ocppStatus as OcppStatus] ?? 'offline'
  return connector.paused && status === 'available' ? 'out_of_use' : status
}

/** An EVSE's status out of its connectors': it charges one car at a time, so that it is busy when one of them is. */
export const evseStatus = (connectors: readonly ConnectorStatus[]): 'available' | 'busy' | 'offline' =>
  connectors.includes('busy') ? 'busy' : connectors.includes('available') ? 'available' : 'offline'

/** What a driver finds at one connector of an EVSE: none of them is free while a car charges at another. */
export const connectorAtEvse = (
  connector: ConnectorStatus,
  evse: ReturnType<typeof evseStatus>,
): ReturnType<typeof evseStatus> =>
  evse === 'busy' ? 'busy' : connector === 'available' ? 'available' : 'offline'

/** A station's status out of its parts' (domain.md#statuses). */
export function stationStatus(station: {
  configured: boolean
  evses: readonly { operational: boolean; connectors: readonly { status: ConnectorStatus }[] }[]
}): StationStatus {
  if (!station.configured) return 'unconfigured'
  const operational = station.evses.filter((evse) => evse.operational)
  if (operational.length === 0) return 'not_operative'
  const statuses = new Set(operational.flatMap(({ connectors }) => connectors.map(({ status }) => status)))
  const shown = (['available', 'busy', 'offline', 'faulted'] as const).find((status) => statuses.has(status))
  return shown ?? 'not_operative'
}

/**
 * Since when a station has its status, as its parts tell. It is available since the first of its free connectors is, and anything
 * else since the last of its connectors changed.
 */
export function statusSince(
  status: StationStatus,
  parts: readonly { status: ConnectorStatus; since: Date | null }[],
  {
    awaySince,
    now,
  }: {
    /** when its socket closed; null: it is there, or never was */
    awaySince: Date | null
    now: Date
  },
): Date {
  if (status === 'offline') return awaySince ?? now
  if (status === 'unconfigured' || status === 'not_operative') return now
  const instants = parts.flatMap((part) =>
    part.since === null || (status === 'available' && part.status !== 'available')
      ? []
      : part.since.getTime(),
  )
  if (instants.length === 0) return now
  return new Date(status === 'available' ? Math.min(...instants) : Math.max(...instants))
}

const startable: readonly string[] = ['Available', 'Preparing', 'Occupied'] satisfies OcppStatus[]

/** Whether a remote start makes sense: the connector is free, or a car is plugged in and waits, with or without a transaction. */
export function canStart(connector: {
  online: boolean
  ocppStatus: string | null
  openOrderId: number | null
  /** its open order has begun with the plug and is nobody's yet */
  awaitsCard: boolean
}): boolean {
  if (!connector.online) return false
  if (connector.openOrderId !== null) return connector.awaitsCard
  return startable.includes(connector.ocppStatus ?? '')
}

/** Whether a stop makes sense: a session runs, or its start is under way. */
export function canStop(connector: { online: boolean; openOrderStatus: OrderStatus | null }): boolean {
  return (
    connector.online && (connector.openOrderStatus === 'started' || connector.openOrderStatus === 'starting')
  )
}

import type { RepairRefusal } from '@stationmaster/contract'

/** What is known of a station before a repair begins. */
export interface Facts {
  /** a person has stopped all repairs */
  isStopped: boolean
  mode: 'off' | 'dry_run' | 'on'
  /** whoever turned the rule on may still command this station */
  isAllowed: boolean
  isConnected: boolean
  /** it has said before that it, or its version, does not know the command */
  isUnsupported: boolean
  /** whether its boot is accepted */
  isOnHold: boolean
  /** an order is open at the station, or one of its connectors says that a car charges */
  isCharging: boolean
  isInMaintenance: boolean
  /** another repair runs there */
  isBusy: boolean
  /** begun today */
  ofStation: number
  ofNetwork: number
  stationMost: number
  networkMost: number
  /** what the repair is about is there: a connector, limits, a failed update, a session that its station has lost */
  hasSubject: boolean
}

/**
 * Why a repair must not begin now; null: it may. In a dry run it is decided in the same way, so that a rule shows what it would have
 * done. Ending a session that its station has lost is the one repair for which an order is open: there the station
 * itself says that nobody charges.
 */
export function refusalOf(facts: Facts): RepairRefusal | null {
  if (facts.isStopped) return 'stopped'
  if (facts.mode === 'off') return 'off'
  if (!facts.isAllowed) return 'not_allowed'
  if (!facts.isConnected) return 'offline'
  if (facts.isOnHold) return 'on_hold'
  if (facts.isUnsupported) return 'unsupported'
  if (facts.isInMaintenance) return 'maintenance'
  if (!facts.hasSubject) return 'nothing_to_do'
  if (facts.isCharging) return 'charging'
  if (facts.isBusy) return 'busy'
  if (facts.ofStation >= facts.stationMost) return 'station_limit'
  if (facts.ofNetwork >= facts.networkMost) return 'network_limit'
  return null
}

/** Statuses of a connector with which a car may be charging. */
const busyStatuses: ReadonlySet<string | null> = new Set([
  'Charging',
  'SuspendedEV',
  'SuspendedEVSE',
  'Occupied',
])

/** Whether somebody charges at a station, by its orders or by what it says itself. */
export const isCharging = (
  openOrders: number,
  connectors: readonly { ocppStatus: string | null }[],
): boolean => openOrders > 0 || connectors.some(({ ocppStatus }) => busyStatuses.has(ocppStatus))

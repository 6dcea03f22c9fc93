import type { ChargeConnector, ChargeState, ChargeStation } from '@stationmaster/contract'
import type { ListedConnector } from '../../stations/stations/lists/listed-store.ts'
import type { OpenOrder } from '../../stations/stations/lists/open-orders.ts'
import { connectorStatus } from '../../stations/stations/status/status.ts'

type Standing = Pick<
  ListedConnector,
  'id' | 'online' | 'operational' | 'paused' | 'ocppStatus' | 'evseNumber' | 'maintenanceUntil'
>

/** How a connector stands for a driver; the others of its EVSE say whether a car charges there. */
export function stateOf(
  connector: Standing,
  order: Pick<OpenOrder, 'status' | 'awaitsCard'> | undefined,
  siblings: readonly Standing[],
): ChargeState {
  const status = connectorStatus(connector)
  if (status === 'offline' || status === 'faulted' || status === 'out_of_use') return status
  if (order?.awaitsCard) return 'plugged'
  if (order) return order.status === 'active' ? 'reserved' : 'busy'
  if (status === 'available') return siblings.some((one) => connectorStatus(one) === 'busy') ? 'busy' : 'free'
  if (connector.ocppStatus === 'Reserved') return 'reserved'
  return connector.ocppStatus === 'Preparing' || connector.ocppStatus === 'Occupied' ? 'plugged' : 'busy'
}

/** Why nobody begins at a station; null: nothing stands in the way. */
export function hindranceOf(
  { online, maintenanceUntil, paused, monetized }: Standing & Pick<ListedConnector, 'monetized'>,
  takesMoney: boolean,
): ChargeStation['hindrance'] {
  if (!online) return 'offline'
  if (maintenanceUntil) return 'maintenance'
  if (paused) return 'sales_paused'
  return monetized && !takesMoney ? 'no_payments' : null
}

/** What a driver can begin at a connector. */
export const canOf = (
  state: ChargeState,
  { hindered, reservable, priced }: { hindered: boolean; reservable: boolean; priced: boolean },
): ChargeConnector['can'] => ({
  charge: !hindered && (state === 'free' || state === 'plugged'),
  // a reservation is paid beforehand
  reserve: !hindered && reservable && priced && state === 'free',
})

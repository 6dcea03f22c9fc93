import type { OrderDetails } from '@stationmaster/contract'

/** How people name a connector: by its EVSE where that has one, else by its number. */
export const connectorNameOf = ({
  evse_number,
  connector_number,
}: Pick<OrderDetails, 'evse_number' | 'connector_number'>): string => {
  if (connector_number === 1) return String(evse_number)
  return evse_number === 1 ? String(connector_number) : `${evse_number}.${connector_number}`
}

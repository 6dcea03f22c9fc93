import type { Call, WrittenCall } from '../../commands/actions.ts'
import type { ConnectorRef } from '../../station-event.ts'

/** Writes a call for one connector, which 1.6 names by its ordinal; without a place the call is for the whole station, number 0. */
export function atConnector(at: ConnectorRef | undefined, write: (connectorId: number) => Call): WrittenCall {
  const connectorId = at ? at.ordinal : 0
  return connectorId === undefined
    ? { unsupported: 'ocpp1.6 needs the number of the connector' }
    : write(connectorId)
}

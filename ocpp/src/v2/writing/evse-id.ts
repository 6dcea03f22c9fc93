import type { Call, WrittenCall } from '../../commands/actions.ts'
import type { ConnectorRef } from '../../station-event.ts'

const withoutEvse = { unsupported: 'OCPP 2 needs the number of the EVSE' }

/** Writes a call for one EVSE; without a place the call is for the whole station, number 0. */
export function atEvse(at: ConnectorRef | undefined, write: (evseId: number) => Call): WrittenCall {
  const evseId = at ? at.evse : 0
  return evseId === undefined ? withoutEvse : write(evseId)
}

/** A call whose payload names its place as an EVSEType, or names none: then it is for the station itself. */
export function callAt(at: ConnectorRef | undefined, action: string, payload: object): WrittenCall {
  if (!at || at.evse === 0) return { action, payload }
  if (at.evse === undefined) return withoutEvse
  const evse = at.connector === undefined ? { id: at.evse } : { id: at.evse, connectorId: at.connector }
  return { action, payload: { ...payload, evse } }
}

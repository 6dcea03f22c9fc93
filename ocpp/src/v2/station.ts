import { type EventOf, type HandledAction, only } from '../commands/actions.ts'
import { bootAnswer, bootOf, connectorState, emptyAnswer } from '../commands/common-actions.ts'
import type * as Messages from '../generated/types201.ts'
import { instant, int32, record, shortText, withoutUndefined } from '../messages/reading.ts'
import type { ConnectorRef, ConnectorState } from '../station-event.ts'

/** EVSEType as a reference; nothing when it names no EVSE. */
export function refOf(evse: unknown): ConnectorRef | undefined {
  const { id, connectorId } = record(evse)
  const [number, connector] = [int32(id), int32(connectorId)]
  if (number === undefined) return undefined
  return connector === undefined ? { evse: number } : { evse: number, connector }
}

/** EVSEType of a reference; a station with one connector in each EVSE may be named by ordinals. */
export function evseOf(at: ConnectorRef | undefined): Messages.EVSEType | undefined {
  const id = at?.evse ?? at?.ordinal
  if (id === undefined) return undefined
  return at?.connector === undefined ? { id } : { id, connectorId: at.connector }
}

export const bootNotification: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: ({ reason, chargingStation }) => {
    const { vendorName, model, serialNumber, firmwareVersion, modem } = record(chargingStation)
    const { iccid, imsi } = record(modem)
    return bootOf({
      vendorName,
      model,
      serialNumber: shortText(serialNumber),
      reason: shortText(reason),
      firmwareVersion: shortText(firmwareVersion),
      iccid: shortText(iccid),
      imsi: shortText(imsi),
    })
  },
  write: (event): Messages.BootNotification => {
    const boot = only(event, 'station.booted')
    const modem = withoutUndefined<Messages.ModemType>({ iccid: boot.iccid, imsi: boot.imsi })
    return {
      reason: (boot.reason ?? 'PowerUp') as Messages.BootNotification['reason'],
      chargingStation: withoutUndefined<Messages.ChargingStationType>({
        vendorName: boot.vendorName,
        model: boot.model,
        serialNumber: boot.serialNumber,
        firmwareVersion: boot.firmwareVersion,
        modem: Object.keys(modem).length > 0 ? modem : undefined,
      }),
    }
  },
  ...bootAnswer,
}

export const statusNotification: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: (change, remarks) => {
    const at = refOf({ id: change.evseId, connectorId: change.connectorId })
    const state = connectorState(change.connectorStatus)
    if (at === undefined || state === undefined) return null
    return withoutUndefined<EventOf<'connector.changed'>>({
      type: 'connector.changed',
      at,
      state,
      happenedAt: instant(change.timestamp, remarks),
    })
  },
  write: (event): Messages.StatusNotification => {
    const { at, state, happenedAt } = only(event, 'connector.changed')
    return {
      timestamp: (happenedAt ?? new Date()).toISOString(),
      connectorStatus: statusOf(state),
      evseId: at.evse ?? at.ordinal ?? 0,
      connectorId: at.connector ?? 1,
    }
  },
  ...emptyAnswer,
}

/** What 1.6 tells apart while a car is plugged in is Occupied here; the rest is in the transaction's events. */
function statusOf(state: ConnectorState): Messages.StatusNotification['connectorStatus'] {
  switch (state) {
    case 'Available':
    case 'Reserved':
    case 'Unavailable':
    case 'Faulted':
      return state
    default:
      return 'Occupied'
  }
}

import { type EventOf, type HandledAction, only } from '../commands/actions.ts'
import { bootAnswer, bootOf, connectorState, emptyAnswer } from '../commands/common-actions.ts'
import type * as Messages from '../generated/types16.ts'
import { instant, int32, shortText, withoutUndefined } from '../messages/reading.ts'
import type { ConnectorRef, ConnectorState } from '../station-event.ts'

/** The number by which a 1.6 station calls its connector; 0 is the station itself. */
export function connectorIdOf(at: ConnectorRef | undefined): number {
  return at?.ordinal ?? at?.evse ?? 0
}

export const bootNotification: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: (boot) =>
    bootOf({
      vendorName: boot.chargePointVendor,
      model: boot.chargePointModel,
      serialNumber: shortText(boot.chargePointSerialNumber) ?? shortText(boot.chargeBoxSerialNumber),
      firmwareVersion: shortText(boot.firmwareVersion),
      iccid: shortText(boot.iccid),
      imsi: shortText(boot.imsi),
    }),
  write: (event) => {
    const boot = only(event, 'station.booted')
    return withoutUndefined<Messages.BootNotification>({
      chargePointVendor: boot.vendorName,
      chargePointModel: boot.model,
      chargePointSerialNumber: boot.serialNumber,
      firmwareVersion: boot.firmwareVersion,
      iccid: boot.iccid,
      imsi: boot.imsi,
    })
  },
  ...bootAnswer,
}

export const statusNotification: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: (change, remarks) => {
    const [ordinal, state] = [int32(change.connectorId), connectorState(change.status)]
    if (ordinal === undefined || state === undefined) return null
    return withoutUndefined<EventOf<'connector.changed'>>({
      type: 'connector.changed',
      at: { ordinal },
      state,
      errorCode: shortText(change.errorCode),
      info: shortText(change.info),
      vendorErrorCode: shortText(change.vendorErrorCode),
      happenedAt: instant(change.timestamp, remarks),
    })
  },
  write: (event) => {
    const change = only(event, 'connector.changed')
    return withoutUndefined<Messages.StatusNotification>({
      connectorId: connectorIdOf(change.at),
      errorCode: (change.errorCode ?? 'NoError') as Messages.StatusNotification['errorCode'],
      info: change.info,
      status: statusOf(change.state),
      timestamp: change.happenedAt?.toISOString(),
      vendorErrorCode: change.vendorErrorCode,
    })
  },
  ...emptyAnswer,
}

/** 1.6 does not know Occupied: a plug without a charge is Preparing. */
function statusOf(state: ConnectorState): Messages.StatusNotification['status'] {
  return state === 'Occupied' ? 'Preparing' : state
}

import type { StationTaskState } from '@stationmaster/contract'
import { type CarPart, firmwareOutcomeOf, protocolsFor, uploadOutcomeOf } from '@stationmaster/ocpp'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { listRunning } from '../../../charging/orders/measuring/running-store.ts'
import { findCertificate } from '../../../stations/stations/connecting/certificate-store.ts'
import { findSignIn } from '../../../stations/stations/connecting/traffic-store.ts'
import { listLimits } from '../../tasks/limit-store.ts'
import { findListState } from '../../tasks/list-state-store.ts'
import { findLocalList } from '../../tasks/local-list-store.ts'
import { listReservations } from '../../tasks/reservation-store.ts'
import { findFirmwareUpdate, listUploads, type UploadRow } from '../../tasks/store.ts'
import { findTariffState } from '../../tasks/tariff-state-store.ts'
import type { TaskParts } from '../prepared.ts'
import { findVisibleStation } from '../target.ts'

/** The tasks of a station and how far they are; throws station.not_found. */
export async function viewTasks(
  parts: Pick<
    TaskParts,
    'db' | 'stations' | 'clock' | 'secureUrl' | 'certificates' | 'signs' | 'signsForCars'
  >,
  caller: Caller,
  stationId: string,
): Promise<StationTaskState> {
  const { db, stations, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const now = clock.now()
  const [
    uploads,
    firmware,
    limits,
    list,
    following,
    tariffs,
    reservations,
    running,
    signIn,
    own,
    shown,
    shown20,
  ] = await Promise.all([
    listUploads(db, stationId),
    findFirmwareUpdate(db, stationId),
    listLimits(db, stationId, now),
    findLocalList(db, stationId),
    findListState(db, stationId),
    findTariffState(db, stationId),
    listReservations(db, stationId, now),
    listRunning(db, stationId),
    findSignIn(db, stationId),
    findCertificate(db, stationId, null),
    findCertificate(db, stationId, 2),
    findCertificate(db, stationId, 20),
  ])
  return {
    online: (await stations.find(stationId)) !== undefined,
    uploads: uploads.map((row) => uploadOf(row, now)),
    firmware: firmware
      ? {
          location: firmware.location,
          asked_at: firmware.asked_at.toISOString(),
          version_before: firmware.version_before,
          version_now: station.firmwareVersion,
          steps: firmware.steps.map((step) => ({ ...step, outcome: firmwareOutcomeOf(step.status) })),
        }
      : null,
    limits: limits.map((one) => ({
      profile_id: one.profileId,
      evse: one.evse,
      connector: one.connector,
      purpose: one.purpose,
      unit: one.unit,
      limit: one.amount,
      varies: one.varies,
      set_at: one.setAt.toISOString(),
      from: one.from?.toISOString() ?? null,
      until: one.until?.toISOString() ?? null,
    })),
    local_list: list
      ? {
          version: list.version,
          entries: Object.keys(list.entries).length,
          sent_at: list.sent_at.toISOString(),
        }
      : null,
    list_following: following
      ? {
          state: following.state,
          answer: following.answer,
          left_out: following.left_out,
          tried_at: following.tried_at?.toISOString() ?? null,
          synced_at: following.synced_at?.toISOString() ?? null,
          due_at: following.due_at?.toISOString() ?? null,
        }
      : null,
    tariffs: tariffs
      ? {
          state: tariffs.state,
          answer: tariffs.answer,
          evses: tariffs.evses,
          tried_at: tariffs.tried_at?.toISOString() ?? null,
          synced_at: tariffs.synced_at?.toISOString() ?? null,
          due_at: tariffs.due_at?.toISOString() ?? null,
        }
      : null,
    reservations: reservations.map(({ until, ...row }) => ({ ...row, until: until.toISOString() })),
    charging: running.flatMap(({ connectorId }) => {
      const connector = station.connectors.find(({ id }) => id === connectorId)
      return connector ? [connector.evse] : []
    }),
    security: {
      profile: signIn.security_profile,
      new_password_since: signIn.next_password_at?.toISOString() ?? null,
      secure_url: parts.secureUrl(),
      certificates: parts.certificates,
      signs: parts.signs,
      certificate: viewCertificate(own),
      signs_for_cars: parts.signsForCars && mayShowToCars(signIn.protocol, 2),
      signs_for_cars_20: parts.signsForCars && mayShowToCars(signIn.protocol, 20),
      car_certificate: viewCertificate(shown),
      car_certificate_20: viewCertificate(shown20),
    },
    evses: [...new Set(station.connectors.map(({ evse }) => evse))],
    connectors: station.connectors.map(({ evse, number, ordinal, type }) => ({
      evse,
      number,
      ordinal,
      type,
    })),
  }
}

/** Whether a station's version has a word for certificates that cars of a part of ISO 15118 are shown. */
const mayShowToCars = (protocol: string | null, forCars: CarPart): boolean =>
  protocolsFor({ type: 'request_certificate', forCars }).some((one) => one === protocol)

const viewCertificate = (certificate: Awaited<ReturnType<typeof findCertificate>>) =>
  certificate
    ? {
        serial: certificate.serial,
        issued_at: certificate.issued_at.toISOString(),
        not_after: certificate.not_after.toISOString(),
        status: certificate.status,
      }
    : null

function uploadOf(row: UploadRow, now: Date): StationTaskState['uploads'][number] {
  return {
    id: row.id,
    kind: row.kind,
    asked_at: row.asked_at.toISOString(),
    status: row.status,
    file_name: row.file_name,
    size: row.size,
    received_at: row.received_at?.toISOString() ?? null,
    open: row.usable && row.expires_at > now && uploadOutcomeOf(row.status ?? '') !== 'failed',
  }
}

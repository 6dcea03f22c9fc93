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

type SecurityParts = Pick<TaskParts, 'db' | 'secureUrl' | 'certificates' | 'signs' | 'signsForCars'>

/** The tasks of a station and how far they are; throws station.not_found. */
export async function viewTasks(
  parts: SecurityParts & Pick<TaskParts, 'stations' | 'clock'>,
  caller: Caller,
  stationId: string,
): Promise<StationTaskState> {
  const { db, stations, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const now = clock.now()
  const [uploads, firmware, limits, list, following, tariffs, reservations, running, security] =
    await Promise.all([
      listUploads(db, stationId),
      findFirmwareUpdate(db, stationId),
      listLimits(db, stationId, now),
      findLocalList(db, stationId),
      findListState(db, stationId),
      findTariffState(db, stationId),
      listReservations(db, stationId, now),
      listRunning(db, stationId),
      viewSecurity(parts, stationId),
    ])
  return {
    online: (await stations.find(stationId)) !== undefined,
    uploads: uploads.map((row) => uploadOf(row, now)),
    firmware: firmware ? updateOf(firmware, station.firmwareVersion) : null,
    limits: limits.map(limitOf),
    local_list: list ? listOf(list) : null,
    list_following: following
      ? {
          state: following.state,
          answer: following.answer,
          left_out: following.left_out,
          ...beatsOf(following),
        }
      : null,
    tariffs: tariffs
      ? { state: tariffs.state, answer: tariffs.answer, evses: tariffs.evses, ...beatsOf(tariffs) }
      : null,
    reservations: reservations.map(({ until, ...row }) => ({ ...row, until: until.toISOString() })),
    charging: running.flatMap(({ connectorId }) => {
      const connector = station.connectors.find(({ id }) => id === connectorId)
      return connector ? [connector.evse] : []
    }),
    security,
    evses: [...new Set(station.connectors.map(({ evse }) => evse))],
    connectors: station.connectors.map(({ evse, number, ordinal, type }) => ({
      evse,
      number,
      ordinal,
      type,
    })),
  }
}

/** How a station proves who it is, and the certificates that it and its cars' side have. */
async function viewSecurity(parts: SecurityParts, stationId: string): Promise<StationTaskState['security']> {
  const { db, certificates, signs, signsForCars } = parts
  const [signIn, own, shown, shown20] = await Promise.all([
    findSignIn(db, stationId),
    findCertificate(db, stationId, null),
    findCertificate(db, stationId, 2),
    findCertificate(db, stationId, 20),
  ])
  return {
    profile: signIn.security_profile,
    new_password_since: signIn.next_password_at?.toISOString() ?? null,
    secure_url: parts.secureUrl(),
    certificates,
    signs,
    certificate: viewCertificate(own),
    signs_for_cars: signsForCars && mayShowToCars(signIn.protocol, 2),
    signs_for_cars_20: signsForCars && mayShowToCars(signIn.protocol, 20),
    car_certificate: viewCertificate(shown),
    car_certificate_20: viewCertificate(shown20),
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

type Found<Row> = NonNullable<Row>

const updateOf = (
  update: Found<Awaited<ReturnType<typeof findFirmwareUpdate>>>,
  versionNow: string | null,
): StationTaskState['firmware'] => ({
  location: update.location,
  asked_at: update.asked_at.toISOString(),
  version_before: update.version_before,
  version_now: versionNow,
  steps: update.steps.map((step) => ({ ...step, outcome: firmwareOutcomeOf(step.status) })),
})

const limitOf = (
  limit: Awaited<ReturnType<typeof listLimits>>[number],
): StationTaskState['limits'][number] => ({
  profile_id: limit.profileId,
  evse: limit.evse,
  connector: limit.connector,
  purpose: limit.purpose,
  unit: limit.unit,
  limit: limit.amount,
  varies: limit.varies,
  set_at: limit.setAt.toISOString(),
  from: limit.from?.toISOString() ?? null,
  until: limit.until?.toISOString() ?? null,
})

const listOf = (list: Found<Awaited<ReturnType<typeof findLocalList>>>): StationTaskState['local_list'] => ({
  version: list.version,
  entries: Object.keys(list.entries).length,
  sent_at: list.sent_at.toISOString(),
})

/** When the server tried to bring something to a station, when it has come there, and when it tries again. */
const beatsOf = (row: { tried_at: Date | null; synced_at: Date | null; due_at: Date | null }) => ({
  tried_at: row.tried_at?.toISOString() ?? null,
  synced_at: row.synced_at?.toISOString() ?? null,
  due_at: row.due_at?.toISOString() ?? null,
})

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

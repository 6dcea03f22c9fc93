import { wholeStationProfileId } from '@stationmaster/contract'
import type { ConnectorRef } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { Failure } from '../../../../platform/http/failure.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { keepDeleted, keepInstalled, keepListed } from '../../plug-and-charge/roots/held.ts'
import {
  insertFirmwareUpdate,
  updateFirmwareRefused,
  updateUploadNamed,
  updateUploadRefused,
} from '../../tasks/store.ts'
import { openUpload } from '../../tasks/upload-target.ts'
import { refOf } from '../outcome/outcome.ts'
import type { Preparing } from '../prepared.ts'
import { preparingReadings } from '../readings/reading-tasks.ts'
import { preparingStreams } from '../readings/streams.ts'
import { prepareReservation } from './reserve.ts'

interface Place {
  evse?: number | undefined
  connector?: number | undefined
}

/** The connector that is meant; undefined: the whole station. Throws station.no_such_evse, _connector or station.which_connector. */
export function connectorAt({ connectors }: KnownStation, place: Place): KnownConnector | undefined {
  if (place.evse === undefined) {
    if (place.connector !== undefined) throw new Failure('station.no_such_connector')
    return undefined
  }
  const there = connectors.filter((one) => one.evse === place.evse)
  if (there.length === 0) throw new Failure('station.no_such_evse')
  if (place.connector === undefined && there.length > 1) throw new Failure('station.which_connector')
  const found = there.find(({ number }) => place.connector === undefined || number === place.connector)
  if (!found) throw new Failure('station.no_such_connector')
  return found
}

/** A place as both versions name it; nothing for the whole station. */
function placeOf(station: KnownStation, place: Place): { at?: ConnectorRef } {
  const connector = connectorAt(station, place)
  return connector ? { at: refOf(connector) } : {}
}

export const preparing: Preparing = {
  ...preparingReadings,
  ...preparingStreams,
  trigger: (_parts, _by, station, { message, ...place }) => ({
    sends: { type: 'trigger', message, ...placeOf(station, place) },
  }),
  unlock: (_parts, _by, station, place) => ({
    // the contract asks for an EVSE, and only the whole station has none
    sends: { type: 'unlock', at: placeOf(station, place).at! },
  }),
  hard_reset: () => ({ sends: { type: 'reset', whenIdle: false } }),
  clear_cache: () => ({ sends: { type: 'clear_cache' } }),
  configure: (_parts, _by, _station, { component, name, value }) => ({
    sends: { type: 'configure', name, value, ...(component === undefined ? {} : { component }) },
  }),
  async log({ db, clock, baseUrl }, { caller }, { id: stationId }, { kind }) {
    const upload = await openUpload(db, { stationId, kind, by: caller.id, at: clock.now() })
    return {
      sends: { type: 'log', kind, location: baseUrl() + upload.path, requestId: upload.id },
      answered: async (accepted, status, { fileName }) => {
        if (!accepted) await updateUploadRefused(db, upload.id, status)
        else if (fileName !== undefined)
          await updateUploadNamed(db, upload.id, fileName.replaceAll(/[^\w.-]/g, '_'))
      },
    }
  },
  async firmware({ db, clock }, { caller }, station, { location, signed }) {
    const at = clock.now()
    const { id: stationId, firmwareVersion: versionBefore } = station
    const id = await insertFirmwareUpdate(db, { stationId, location, by: caller.id, at, versionBefore })
    return {
      sends: { type: 'firmware', location, retrieveAt: at, requestId: id, ...(signed ? { signed } : {}) },
      answered: async (accepted, status) => {
        if (!accepted) await updateFirmwareRefused(db, id, status, clock.now())
      },
    }
  },
  list_version: () => ({
    sends: { type: 'list_version' },
    tells: ({ listVersion }) => (listVersion === undefined ? {} : { list_version: listVersion }),
  }),
  limit({ clock }, _by, station, { unit, limit, duration_minutes, ...place }) {
    return {
      sends: {
        type: 'limit',
        // one for each place and one for the whole station: a limit that is set again replaces the one before
        profileBase: wholeStationProfileId,
        unit,
        limit,
        from: clock.now(),
        ...placeOf(station, place),
        ...(duration_minutes === undefined ? {} : { durationSeconds: duration_minutes * 60 }),
      },
    }
  },
  clear_limit: (_parts, _by, station, { profile_id, ...place }) => ({
    sends: { type: 'clear_limit', profileId: profile_id, ...placeOf(station, place) },
  }),
  schedule: (_parts, _by, station, { unit, hours, ...place }) => ({
    sends: { type: 'schedule', durationSeconds: hours * 3600, unit, ...placeOf(station, place) },
    tells: ({ schedule }) => {
      if (!schedule) return {}
      const fromMs = schedule.from.getTime()
      const steps = schedule.periods.map(({ startSeconds, limit }) => ({
        at: new Date(fromMs + startSeconds * 1000).toISOString(),
        limit,
      }))
      const until = new Date(fromMs + hours * HOUR_MS).toISOString()
      return { schedule: { unit: schedule.unit, from: schedule.from.toISOString(), until, steps } }
    },
  }),
  certificates: ({ db, clock }, _by, { id: stationId }, { use }) => ({
    sends: { type: 'certificates', use },
    // the station has none where it finds none
    answered: async (accepted, status, { certificates: hashes = [] }) =>
      accepted || status === 'NotFound' ? keepListed(db, stationId, { use, hashes }, clock.now()) : undefined,
    tells: ({ certificates = [] }) => ({ certificates }),
  }),
  install_certificate: ({ db }, _by, { id: stationId }, { use, certificate }) => ({
    sends: { type: 'install_certificate', use, certificate },
    answered: async (accepted) =>
      accepted ? keepInstalled(db, stationId, { use, pem: certificate }) : undefined,
  }),
  request_certificate: (_parts, _by, _station, { for_cars: forCars, part = 2 }) => ({
    sends: { type: 'request_certificate', ...(forCars ? { forCars: part } : {}) },
  }),
  delete_certificate: ({ db }, _by, { id: stationId }, { hashes }) => ({
    sends: { type: 'delete_certificate', hashes },
    answered: async (accepted, status) =>
      accepted || status === 'NotFound' ? keepDeleted(db, stationId, hashes) : undefined,
  }),
  reserve: (parts, _by, station, { token, minutes, ...place }) =>
    prepareReservation(parts, {
      // the contract asks for an EVSE, and only the whole station has no connector
      connector: connectorAt(station, place)!,
      token,
      until: new Date(parts.clock.now().getTime() + minutes * MINUTE_MS),
    }),
  cancel_reservation: (_parts, _by, _station, { reservation_id }) => ({
    sends: { type: 'cancel_reservation', reservationId: reservation_id },
  }),
}

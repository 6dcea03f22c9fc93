import { type Station, stationChange } from '@stationmaster/contract'

/** What the settings form holds; `evses`: whether each is to be in operation, by its number. */
export interface Settings {
  number: string | number
  vendor_name: string
  model: string
  image: string
  car: boolean
  bike: boolean
  reservations: boolean
  evses: Record<number, boolean>
}

export const settingsOf = (station: Station): Settings => ({
  number: station.number,
  vendor_name: station.vendor_name,
  model: station.model,
  image: station.image ?? '',
  car: station.parking.car,
  bike: station.parking.bike,
  reservations: station.reservations_supported,
  evses: Object.fromEntries(station.evses.map(({ number, operational }) => [number, operational])),
})

/** An EVSE whose station never told its version is out of operation, and stays (domain.md#stations). */
export const mayOperate = (evse: { ocpp_version: string | null }): boolean => evse.ocpp_version !== null

/** The fields that the server would refuse. */
export function faultsOf(settings: Settings): Set<string> {
  const parsed = stationChange.required({ number: true }).safeParse(bodyOf(settings))
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])))
}

export const bodyOf = ({ number, vendor_name, model, image, car, bike, reservations }: Settings) => ({
  number: number as number,
  vendor_name,
  model,
  image,
  parking: { car, bike },
  reservations_supported: reservations,
})

/** The EVSEs that are to be put into operation, and those out of it. */
export function wishesOf(station: Station, { evses }: Settings): { on: number[]; off: number[] } {
  const changed = station.evses.filter((evse) => mayOperate(evse) && evses[evse.number] !== evse.operational)
  return {
    on: changed.filter(({ operational }) => !operational).map(({ number }) => number),
    off: changed.filter(({ operational }) => operational).map(({ number }) => number),
  }
}

/** Connectors that charge or are about to, all of them, and those that are broken. */
export function countsOf({ evses }: Station): { inUse: number; all: number; broken: number } {
  const statuses = evses.flatMap(({ connectors }) => connectors.map(({ status }) => status))
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length
  return { inUse: count('busy'), all: statuses.length, broken: count('faulted') }
}

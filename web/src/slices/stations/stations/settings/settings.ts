import { type Station, stationChange } from '@stationmaster/contract'

const { version: _, ...changeable } = stationChange.shape
type Changeable = keyof typeof changeable

/** What the settings form holds: what may be changed of a station, and by its number whether each EVSE is to be in operation. */
export type Settings = Omit<Pick<Station, Changeable>, 'number' | 'image'> & {
  number: string | number
  image: string
  evses: Record<number, boolean>
}

export const settingsOf = (station: Station): Settings => ({
  ...(Object.fromEntries(Object.keys(changeable).map((name) => [name, station[name as Changeable]])) as Pick<
    Station,
    Changeable
  >),
  image: station.image ?? '',
  evses: Object.fromEntries(station.evses.map(({ number, operational }) => [number, operational])),
})

/** An EVSE whose station never reported its version is out of operation, and stays so (domain.md#stations). */
export const mayOperate = (evse: { ocpp_version: string | null }): boolean => evse.ocpp_version !== null

/** The fields that the server would refuse. */
export function faultsOf(settings: Settings): Set<string> {
  const parsed = stationChange.required({ number: true }).safeParse(bodyOf(settings))
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])))
}

export const bodyOf = ({ evses: _, number, ...rest }: Settings) => ({ ...rest, number: number as number })

/** The EVSEs that are to be put into operation, and those out of it. */
export function switchedEvsesOf(station: Station, { evses }: Settings): { on: number[]; off: number[] } {
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

import type { EnergyFault, EnergyReason, EnergySession, EnergyView } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { drawsNothing } from './looking/circuits.ts'

type Outlet = EnergyView['outlets'][number]
type Circuits = readonly { id: string; name: string }[]

/** as many as kW need to be exact to 10 W, two at most */
const decimalsOf = (watts: number): number => (watts % 1000 === 0 ? 0 : watts % 100 === 0 ? 1 : 2)

/** The energy of a location in the words of the shown language. */
export function useEnergyWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const tenth = (a: number) => Math.round(a * 10) / 10
  const number = (a: number) => format.number(a, Number.isInteger(tenth(a)) ? 0 : 1)
  const amperes = (a: number) => `${number(a)}\u00a0${t('units.ampere')}`
  return {
    number,
    tenth,
    amperes,
    kilowatts: (watts: number) => `${format.number(watts / 1000, decimalsOf(watts))}\u00a0${t('units.kw')}`,
    /** an EVSE by the number of its station */
    evseName: ({ station_number, evse }: Pick<Outlet, 'station_number' | 'evse'>) =>
      t('energy.evse', { station: stationNumber(station_number), n: evse }),
    /** L1-L2-L3, as an EVSE is wired */
    phases: (phases: readonly number[]) => phases.map((phase) => `L${phase}`).join('-'),
    /** when it is served, and who says so */
    priority: ({ group: n, of, name }: NonNullable<EnergySession['priority']>) => {
      if (of === 'session') return t('energy.priority.session')
      if (of === 'evse') return t('energy.priority.evse', { n })
      return name === null ? t(`energy.priority.${of}Of`, { n }) : t(`energy.priority.${of}`, { n, name })
    },
    reason: useReasons(amperes),
    faults: useFaults(amperes),
  }
}

/** what a car has, but need not take */
const given: ReadonlySet<EnergyReason> = new Set(['wanted', 'own_limit', 'fuse', 'limit', 'reduction'])

/** Why a session has what it has. */
function useReasons(amperes: (a: number) => string) {
  const { t } = useTranslation()
  const placeOf = (circuits: Circuits, id: string | null, phase: number | null) => {
    const name = circuits.find((one) => one.id === id)?.name ?? id ?? ''
    return phase === null ? name : `${name}, L${phase}`
  }
  return ({ session, floor_a }: Outlet, circuits: Circuits): string => {
    if (!session) return ''
    const { code, circuit, phase, cars, shared_a } = session.reason
    const place = placeOf(circuits, circuit, phase)
    const shares = { count: cars ?? 0, shared: amperes(shared_a ?? 0), place }
    const a = amperes(session.target_a)
    // what it may take is not what it charges with
    const isGiven = given.has(code)
    if (isGiven && drawsNothing(session)) return t('energy.reason.idle', { a })
    switch (code) {
      case 'fuse':
        return t('energy.reason.fuse', { a, ...shares })
      case 'limit':
        return t('energy.reason.limit', { a, ...shares })
      case 'reduction':
        return t('gridReductions.reason', { a, count: cars ?? 0 })
      case 'waits':
        return circuit === null
          ? t('gridReductions.reasonWaits', { count: cars ?? 0 })
          : t('energy.reason.waits', shares)
      case 'unreachable':
      case 'disobeys':
        return t(`energy.reason.${code}`, { a: amperes(session.counted_a) })
      case 'starting':
        return t('energy.reason.starting', { a: amperes(floor_a) })
      default:
        return t(`energy.reason.${code}`, { a })
    }
  }
}

/** What is wrong with a tree, with its place and the amperes; phases with the same fault share a line. */
function useFaults(amperes: (a: number) => string) {
  const { t } = useTranslation()
  return (faults: readonly EnergyFault[]): string[] => {
    const lines = faults.map(({ kind, place, sum_a, fuse_a }) => {
      const isSame = (one: EnergyFault) =>
        one.kind === kind && one.place === place && one.sum_a === sum_a && one.fuse_a === fuse_a
      return t(`energy.fault.${kind}`, {
        place: place ?? '',
        phases: faults.flatMap((one) => (isSame(one) ? [`L${one.phase}`] : [])).join(', '),
        sum: amperes(sum_a ?? 0),
        fuse: amperes(fuse_a ?? 0),
      })
    })
    return [...new Set(lines)]
  }
}

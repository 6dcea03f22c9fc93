import type { EnergyFault, EnergyView } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'

type Outlet = EnergyView['outlets'][number]
type Circuits = readonly { id: string; name: string }[]

/** The energy of a location in the words of the shown language. */
export function useEnergyWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const number = (a: number) => format.number(a, Number.isInteger(Math.round(a * 10) / 10) ? 0 : 1)
  const amperes = (a: number) => `${number(a)}\u00a0${t('units.ampere')}`
  const placeOf = (circuits: Circuits, id: string | null, phase: number | null) => {
    const name = circuits.find((one) => one.id === id)?.name ?? id ?? ''
    return phase === null ? name : `${name}, L${phase}`
  }
  const evseName = ({ station_number, evse }: Pick<Outlet, 'station_number' | 'evse'>) =>
    t('energy.evse', { station: stationNumber(station_number), n: evse })
  return {
    number,
    amperes,
    /** an EVSE by the number of its station */
    evseName,
    /** L1-L2-L3, as an EVSE is wired */
    phases: (phases: readonly number[]) => phases.map((phase) => `L${phase}`).join('-'),
    /** Why a session has what it has. */
    reason: ({ session, floor_a }: Outlet, circuits: Circuits): string => {
      if (!session) return ''
      const { code, circuit, phase, cars, shared_a } = session.reason
      const shares = {
        count: cars ?? 0,
        shared: amperes(shared_a ?? 0),
        place: placeOf(circuits, circuit, phase),
      }
      const a = amperes(session.target_a)
      switch (code) {
        case 'fuse':
          return t('energy.reason.fuse', { a, ...shares })
        case 'limit':
          return t('energy.reason.limit', { a, ...shares })
        case 'waits':
          return t('energy.reason.waits', shares)
        case 'unreachable':
        case 'disobeys':
          return t(`energy.reason.${code}`, { a: amperes(session.counted_a) })
        case 'starting':
          return t('energy.reason.starting', { a: amperes(floor_a) })
        default:
          return t(`energy.reason.${code}`, { a })
      }
    },
    /** What is wrong with a tree, with its place and the amperes. */
    fault: ({ kind, place, phase, sum_a, fuse_a }: EnergyFault): string =>
      t(`energy.fault.${kind}`, {
        place: place ?? '',
        phase: phase ?? '',
        sum: amperes(sum_a ?? 0),
        fuse: amperes(fuse_a ?? 0),
      }),
  }
}

import type { EnergySimulationBody, EnergySite } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useEnergyWords } from '../use-energy-words.ts'

/** What a simulation has other than now, in words: "80 A instead of 63 A (Grid connection)". */
export function useChangeWords() {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const currents = (list: readonly number[]) => {
    const [first = 0] = list
    return list.every((a) => a === first)
      ? words.amperes(first)
      : `${list.map(words.number).join('/')}\u00a0${t('units.ampere')}`
  }
  return (tried: EnergySimulationBody, site: EnergySite): string => {
    const ofCircuits = (tried.circuits ?? []).flatMap(({ id, fuse_a, reserve_a }) => {
      const saved = site.circuits.find((one) => one.id === id)
      if (!saved) return []
      const { name } = saved
      return [
        ...(fuse_a
          ? [t('energy.simulation.fuse', { name, to: currents(fuse_a), from: currents(saved.fuse_a) })]
          : []),
        ...(reserve_a
          ? [
              t('energy.simulation.reserve', {
                name,
                to: currents(reserve_a),
                from: currents(saved.reserve_a),
              }),
            ]
          : []),
      ]
    })
    const strategy = tried.strategy
      ? [
          t('energy.simulation.strategy', {
            to: t(`energy.strategy.${tried.strategy}`),
            from: t(`energy.strategy.${site.strategy}`),
          }),
        ]
      : []
    const connectors = tried.connectors
      ? [t('energy.simulation.atOnce', { count: tried.connectors, all: words.number(site.outlets.length) })]
      : []
    return [...ofCircuits, ...strategy, ...connectors].join(', ')
  }
}

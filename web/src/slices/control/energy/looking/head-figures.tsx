import type { EnergyView } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { KeyFigure, KeyFigures } from '../../../../ui/figures/key-figure.tsx'
import { Energy, Quantity } from '../../../../ui/figures/quantity.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import { fullestOf, loadsOf, treeOf, waitingOf } from './circuits.ts'

/** What a location carries, who charges, what was not delivered, and whether it is controlled. */
export function HeadFigures({ view }: { view: EnergyView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  const [root] = treeOf(view)
  const load = root && fullestOf(loadsOf(root))
  const sessions = view.outlets.filter(({ session }) => session !== null).length
  const waiting = waitingOf(view.outlets)
  return (
    <KeyFigures label={t('energy.figures.label')}>
      <KeyFigure
        label={t('energy.figures.load')}
        value={
          <Quantity
            value={load && Math.round(load.flow * 10) / 10}
            decimals={1}
            unit={t('units.ampere')}
            light
          />
        }
        note={
          load &&
          t('energy.figures.loadNote', {
            phase: load.phase,
            a: words.amperes(Math.min(load.limit, load.fuse)),
          })
        }
      />
      <KeyFigure
        label={t('energy.figures.cars')}
        value={<Quantity value={sessions} />}
        note={
          waiting > 0
            ? t('energy.figures.waiting', { count: waiting, n: format.number(waiting) })
            : t('energy.figures.noneWaits')
        }
      />
      <KeyFigure
        label={t('energy.figures.short')}
        value={<Energy wh={view.short_wh} unit light />}
        note={t('energy.figures.shortNote')}
      />
      <KeyFigure
        label={t('energy.figures.control')}
        value={t(view.site?.enabled ? 'energy.figures.on' : 'energy.figures.off')}
        note={
          view.computed ? (
            <span title={view.computed.node}>
              {t('energy.figures.computed')} <Ago at={view.computed.at} />
            </span>
          ) : (
            view.site && t(`energy.strategy.${view.site.strategy}`)
          )
        }
      />
    </KeyFigures>
  )
}

import { useTranslation } from 'react-i18next'
import { IconAlertTriangle, IconCheck } from '../../../../ui/pictures/icons.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './drawing.module.css'
import { isOver, type PhaseSum } from './sums.ts'

/** What may flow on each phase of a circuit without a connection to its stations, against its fuse. */
export function SumsTable({ name, sums }: { name: string; sums: readonly PhaseSum[] }) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  return (
    <table className={classes.sums}>
      <caption>{t('energy.check.title', { name })}</caption>
      <thead>
        <tr>
          {(['phase', 'floors', 'others', 'reserve', 'sum', 'fuse'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`energy.check.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map((one) => {
          const Icon = isOver(one) ? IconAlertTriangle : IconCheck
          return (
            <tr key={one.phase} data-over={isOver(one) || undefined}>
              <th scope="row">L{one.phase}</th>
              <td>{words.amperes(one.floors)}</td>
              <td>{words.amperes(one.others)}</td>
              <td>{words.amperes(one.reserve)}</td>
              <td className={classes.sum}>
                <Icon
                  size={14}
                  stroke={2}
                  role="img"
                  aria-label={t(isOver(one) ? 'energy.check.over' : 'energy.check.fits')}
                />
                {words.amperes(one.sum)}
              </td>
              <td>{words.amperes(one.fuse)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

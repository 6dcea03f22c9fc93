import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Dash, Quantity } from '../../../../ui/figures/quantity.tsx'
import { HistoryLink, type HistorySearch } from '../history-link.tsx'
import classes from './insight.module.css'

interface ShareProps {
  /** 0 to 1 */
  value: number | null
  before: number | null
  note?: string
  /** of the sessions behind it */
  search?: HistorySearch | undefined
}

/** A share as the figure that a panel is read for, beside that of the period before. */
export function Share({ value, before, note, search }: ShareProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const figure = value !== null && <Quantity value={value * 100} decimals={1} unit="%" light />
  const points = value === null || before === null ? null : Math.round((value - before) * 1000) / 10
  return (
    <p className={classes.figure}>
      <span className={classes.big}>
        {figure ? <HistoryLink search={search}>{figure}</HistoryLink> : <Dash label={t('common.noValue')} />}
      </span>
      {points !== null && (
        <span className={classes.change} data-direction={points < 0 ? 'down' : 'up'}>
          {points > 0 ? '+' : points < 0 ? '−' : ''}
          {format.number(Math.abs(points), 1)} {t('units.percentagePoints')}
        </span>
      )}
      {note && <span className={classes.quiet}>{note}</span>}
    </p>
  )
}

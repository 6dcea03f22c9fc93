import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import classes from './change.module.css'
import { changeOf } from './compare.ts'

/** How a figure changed against the period before: sign and colour; nothing when there is nothing to compare. */
export function Change({ now, before }: { now: number | undefined; before: number | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = now === undefined || before === undefined ? undefined : changeOf(now, before)
  if (share === undefined) return null
  const value = format.change(Math.abs(share)).replace('+', '')
  return (
    <span
      className={classes.change}
      data-direction={share >= 0 ? 'up' : 'down'}
      role="img"
      aria-label={
        share >= 0 ? t('dashboard.figures.changeUp', { value }) : t('dashboard.figures.changeDown', { value })
      }
    >
      {format.change(share)}
    </span>
  )
}

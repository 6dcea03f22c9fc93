import { useTranslation } from 'react-i18next'
import { Dash } from './quantity.tsx'
import classes from './soc.module.css'

/** A battery's state of charge, 0 to 100 %, as a figure and a bar; null shows a dash. */
export function Soc({ percent }: { percent: number | null | undefined }) {
  const { t } = useTranslation()
  if (percent === null || percent === undefined) return <Dash label={t('common.noValue')} />
  const whole = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <span className={classes.soc}>
      <span className={classes.figure}>{whole}&nbsp;%</span>
      <svg className={classes.bar} viewBox="0 0 64 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="64" height="4" rx="2" className={classes.track} />
        {whole > 0 && (
          <rect width={Math.max(4, (64 * whole) / 100)} height="4" rx="2" className={classes.fill} />
        )}
      </svg>
    </span>
  )
}

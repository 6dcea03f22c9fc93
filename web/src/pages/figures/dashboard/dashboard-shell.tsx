import { useTranslation } from 'react-i18next'
import frame from '../../../layout/app-layout.module.css'
import { KeyFigure, KeyFigures } from '../../../ui/figures/key-figure.tsx'
import { EarlyHeader } from '../../../ui/frame/page-header.tsx'
import classes from './dashboard-page.module.css'

/** As many as every role has; which ones they are depends on it. */
const figures = [0, 1, 2, 3]

/** What is seen of the dashboard before the application runs: served with the page, in the place that the figures take. */
export function DashboardShell() {
  const { t } = useTranslation()
  return (
    <div className={frame.main}>
      <div className={classes.page}>
        <EarlyHeader title={t('dashboard.title')} facts={t('dashboard.facts.coming')} />
        <KeyFigures label={t('dashboard.figures.label')}>
          {figures.map((figure) => (
            <KeyFigure key={figure} label={'\u00a0'} value={null} loading />
          ))}
        </KeyFigures>
      </div>
    </div>
  )
}

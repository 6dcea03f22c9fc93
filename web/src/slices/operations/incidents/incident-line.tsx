import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { StatusDot } from '../../../ui/figures/status.tsx'
import classes from './incidents.module.css'

interface IncidentLineProps {
  open: number
  critical: number
}

/** One line that leads to the incidents which nobody looks after yet. */
export function IncidentLine({ open, critical }: IncidentLineProps) {
  const words = useOpenWords()({ open, critical })
  return (
    <Link to="/incidents" search={{ state: 'open' }} className={classes.line!}>
      <StatusDot tone={critical > 0 ? 'red' : 'orange'} live={critical > 0} />
      <b>{words}</b>
    </Link>
  )
}

/** How many there are, and how many of them are critical. */
export function useOpenWords(): (counts: IncidentLineProps) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ open, critical }) => {
    const words = t('incidents.open', { count: open, n: format.number(open) })
    if (critical === 0) return words
    return `${words}, ${t('incidents.critical', { count: critical, n: format.number(critical) })}`
  }
}

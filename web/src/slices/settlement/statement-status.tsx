import type { StatementRow } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../ui/status.tsx'

const tones: Record<StatementRow['status'], Tone> = { open: 'orange', issued: 'blue', paid: 'green' }

/** How far a month is: open, issued, paid; one that is not over runs. */
export function StatementStatus({ row: { status, waits_for } }: { row: StatementRow }) {
  const { t } = useTranslation()
  const running = waits_for === 'month_end'
  return (
    <Badge tone={running ? 'gray' : tones[status]}>
      {t(`settlement.status.${running ? 'running' : status}`)}
    </Badge>
  )
}

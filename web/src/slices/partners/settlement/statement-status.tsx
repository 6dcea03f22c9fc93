import type { StatementRow } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

const tones: Record<StatementRow['status'], Tone> = { open: 'orange', issued: 'blue', paid: 'green' }

/** How far a month is: open, issued, paid; one that is not over runs, and one of a new owner is held. */
export function StatementStatus({ row: { status, waits_for, held_until } }: { row: StatementRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const running = waits_for === 'month_end'
  if (held_until)
    return (
      <Badge tone="gray">
        {t('settlement.status.held', { day: format.when(new Date(`${held_until}T12:00:00Z`), 'day', 'UTC') })}
      </Badge>
    )
  return (
    <Badge tone={running ? 'gray' : tones[status]}>
      {t(`settlement.status.${running ? 'running' : status}`)}
    </Badge>
  )
}

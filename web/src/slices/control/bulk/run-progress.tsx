import type { BulkResult, BulkRun } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { CountBar, CountFilter } from '../../../ui/figures/counts.tsx'
import { doneOf, resultOrder, resultTones } from './results.tsx'

/** The progress of a run, as one bar of its results. */
export function RunBar({ run: { counts, total } }: { run: BulkRun }) {
  const { t } = useTranslation()
  const parts = resultOrder
    .filter((result) => result !== 'waiting')
    .map((key) => ({ key, n: counts[key], tone: resultTones[key], faint: key === 'away' }))
  return <CountBar label={t('bulk.progress')} total={total} done={doneOf(counts)} parts={parts} />
}

interface RunFilterProps {
  run: BulkRun
  chosen: BulkResult | undefined
  onChoose: (result: BulkResult | undefined) => void
}

/** The counts of a run by result; a click on one filters the list by it. */
export function RunFilter({ run, chosen, onChoose }: RunFilterProps) {
  const { t } = useTranslation()
  const choices = resultOrder.map((key) => ({
    key,
    n: run.counts[key],
    tone: resultTones[key],
    live: key === 'sent',
    label: t(`bulk.result.${key}`),
  }))
  return (
    <CountFilter
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      total={run.total}
      legend={t('bulk.filter')}
      all={t('bulk.all')}
    />
  )
}

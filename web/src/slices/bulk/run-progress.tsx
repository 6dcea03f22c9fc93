import type { BulkResult, BulkRun } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { StatusDot } from '../../ui/status.tsx'
import { doneOf, resultOrder, resultTones } from './results.tsx'
import classes from './run-progress.module.css'

/** How far a run is, as one bar of its results. */
export function RunBar({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { counts, total } = run
  const done = doneOf(counts)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('bulk.progress')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={t('common.shownOf', { shown: format.number(done), total: format.number(total) })}
    >
      {resultOrder
        .filter((result) => counts[result] > 0 && result !== 'waiting')
        .map((result) => (
          <span
            key={result}
            className={classes.part}
            data-tone={resultTones[result]}
            data-faint={result === 'away' || undefined}
            style={{ flexGrow: counts[result] }}
          />
        ))}
      {counts.waiting > 0 && <span className={classes.rest} style={{ flexGrow: counts.waiting }} />}
    </div>
  )
}

interface RunFilterProps {
  run: BulkRun
  chosen: BulkResult | undefined
  onChoose: (result: BulkResult | undefined) => void
}

/** The counts of a run by result; each narrows the list to its own. */
export function RunFilter({ run, chosen, onChoose }: RunFilterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = resultOrder.filter((result) => run.counts[result] > 0 || result === chosen)
  return (
    <fieldset className={classes.filter}>
      <legend className={classes.legend}>{t('bulk.filter')}</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t('bulk.all')} <b>{format.number(run.total)}</b>
      </button>
      {shown.map((result) => (
        <button
          key={result}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === result}
          onClick={() => onChoose(chosen === result ? undefined : result)}
        >
          <StatusDot tone={resultTones[result]} live={result === 'sent'} />
          {t(`bulk.result.${result}`)} <b>{format.number(run.counts[result])}</b>
        </button>
      ))}
    </fieldset>
  )
}

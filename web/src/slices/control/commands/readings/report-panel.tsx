import { Button, Checkbox } from '@mantine/core'
import { type CsvFormat, type ReadingQuestion, reportCriteria } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveCsvFile } from '../../../../api/files/save-file.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { chartCsv } from '../../../../ui/download/chart-csv.ts'
import { CsvMenu } from '../../../../ui/download/csv-menu.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconList } from '../../../../ui/pictures/icons.ts'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskItem } from '../tasks/task-item.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { type Task, useTask } from '../tasks/tasks-query.ts'
import { ReadingState } from './reading-state.tsx'
import { type ReadingPanelProps, reportQuery } from './readings-query.ts'
import { ReportedTable } from './reported-table.tsx'

/** Requests a report of a station's variables; shows what came and what has changed, and offers it as a file. */
export function ReportPanel({ stationId, online, reading }: ReadingPanelProps<'report'>) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  return (
    <Panel title={t('readings.report.title')}>
      <ReportRequest task={task} disabled={!online || task.isPending || reading.under_way} />
      <TaskOutcome task={task} />
      <ReadingState reading={reading} none={t('readings.report.none')} />
      <Report stationId={stationId} reading={reading} />
    </Panel>
  )
}

interface ReportRequestProps {
  task: Task
  disabled: boolean
}

function ReportRequest({ task, disabled }: ReportRequestProps) {
  const { t } = useTranslation()
  const form = useTaskForm('read_report', { of: 'full', criteria: [], component: '', name: '' })
  const { of, component } = form.values
  const criteria = form.values.criteria || []
  const chosen = form.data && component.trim() === '' ? { ...form.data, name: undefined } : form.data
  const body = of === 'chosen' ? chosen : ({ task: 'read_report', of } as const)
  return (
    <>
      <div className={classes.row}>
        <TaskField
          form={form}
          name="of"
          className={classes.grow!}
          label={t('readings.report.of')}
          wordOf={(choice) => t(`readings.extent.${choice}`)}
        />
        {of === 'chosen' && (
          <>
            <TaskField
              form={form}
              name="component"
              className={classes.grow!}
              label={t('readings.report.component')}
              placeholder="EVSE@1"
            />
            <TaskField
              form={form}
              name="name"
              className={classes.grow!}
              label={t('readings.report.name')}
              placeholder="Power"
              disabled={component.trim() === ''}
            />
          </>
        )}
        <Button disabled={disabled || !body} onClick={() => body && task.mutate(body)}>
          {t('readings.report.ask')}
        </Button>
      </div>
      {of === 'chosen' && (
        <CriteriaChoice chosen={criteria} onChange={(next) => form.change({ criteria: next })} />
      )}
    </>
  )
}

type Criterion = (typeof reportCriteria)[number]

interface CriteriaChoiceProps {
  chosen: readonly Criterion[]
  onChange: (chosen: Criterion[]) => void
}

function CriteriaChoice({ chosen, onChange }: CriteriaChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.quiet}>{t('readings.report.criteria')}</legend>
      {reportCriteria.map((one) => (
        <Checkbox
          key={one}
          label={t(`readings.criterion.${one}`)}
          checked={chosen.includes(one)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
          }
        />
      ))}
    </fieldset>
  )
}

function Report({ stationId, reading }: Omit<ReadingPanelProps<'report'>, 'online'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const [isListed, setListed] = useState(false)
  const { fetched_at, question, count, changed, earlier_at } = reading
  if (!fetched_at || !question) return null
  const download = async (kind: CsvFormat) => {
    const rows = await client.fetchQuery(reportQuery(stationId, fetched_at))
    const head = (['component', 'name', 'value', 'unit'] as const).map((column) =>
      t(`readings.report.${column}`),
    )
    const cells = rows.map((one) => [one.component, one.name, figureOf(one.value ?? ''), one.unit ?? ''])
    saveCsvFile(
      `${stationId}-${fetched_at.slice(0, 10)}.csv`,
      chartCsv({ head, rows: cells }, kind === 'csv_comma'),
    )
  }
  return (
    <>
      <p className={classes.fact}>
        <Question question={question} />
        {': '}
        {t('readings.report.count', { count, n: format.number(count) })}
      </p>
      {count > 0 && (
        <div className={classes.row}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconList size={14} stroke={1.75} />}
            aria-expanded={isListed}
            onClick={() => setListed(!isListed)}
          >
            {t(isListed ? 'readings.report.hide' : 'readings.report.show')}
          </Button>
          <CsvMenu size="xs" label={t('readings.report.csv')} onChoose={(kind) => void download(kind)} />
        </div>
      )}
      {isListed && count > 0 && <ReportedTable stationId={stationId} fetchedAt={fetched_at} />}
      {earlier_at && changed.length > 0 && <Changed since={earlier_at} changed={changed} />}
    </>
  )
}

/** What is other than in the report before. */
function Changed({
  since,
  changed,
}: {
  since: string
  changed: ReadingPanelProps<'report'>['reading']['changed']
}) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.part}>
        {t('readings.report.changed')} <When at={since} />
      </h3>
      <ul className={classes.list}>
        {changed.map((one) => (
          <TaskItem
            key={`${one.component} ${one.name}`}
            name={
              <>
                {one.component} <code>{one.name}</code>
              </>
            }
            facts={`${one.before ?? t('common.noValue')} → ${one.value ?? t('common.noValue')} ${one.unit ?? ''}`}
          />
        ))}
      </ul>
    </>
  )
}

/** Stations report all values as texts: a text that is exactly a number is written as one. */
const figureOf = (value: string): string | number => (String(Number(value)) === value ? Number(value) : value)

function Question({ question: { of, criteria = [], component, name } }: { question: ReadingQuestion }) {
  const { t } = useTranslation()
  if (of === 'all') return null
  const chosen = [
    ...criteria.map((one) => t(`readings.criterion.${one}`)),
    ...(component ? [[component, name].filter(Boolean).join(' ')] : []),
  ]
  return chosen.length > 0 ? chosen.join(', ') : t(`readings.extent.${of}`)
}

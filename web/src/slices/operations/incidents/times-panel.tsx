import type { IncidentTimes } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { timesQuery } from './incident-queries.ts'
import classes from './incidents.module.css'

const periods = ['7', '30', '90'] as const

type Quickness = Omit<IncidentTimes, 'kinds' | 'severities'>
interface Row extends Quickness {
  key: string
  name: string
}

/** How quickly people and stations were in the last days: of all incidents, by severity and by kind. */
export function TimesPanel({ location }: { location: number | undefined }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<(typeof periods)[number]>('30')
  const query = useQuery(timesQuery(Number(days), location))
  const rows = useRows(query.data)
  const columns = useColumns()
  return (
    <Panel
      title={t('incidents.times.title')}
      className={classes.times}
      flush
      actions={
        <SegmentedControl
          aria-label={t('incidents.times.period')}
          value={days}
          onChange={setDays}
          data={periods.map((value) => ({ value, label: t('incidents.times.days', { n: value }) }))}
        />
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('incidents.times.title')}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          skeletonRows={4}
          empty={<p className={classes.noTimes}>{t('incidents.times.none')}</p>}
          phoneRow={(row) => <PhoneRow row={row} />}
        />
      )}
      {rows && rows.length > 0 && <p className={classes.noTimes}>{t('incidents.times.hint')}</p>}
    </Panel>
  )
}

function useRows(times: IncidentTimes | undefined): Row[] | undefined {
  const { t } = useTranslation()
  if (!times) return undefined
  if (times.opened === 0) return []
  const { kinds, severities, ...all } = times
  return [
    { key: 'all', name: t('incidents.times.all'), ...all },
    ...severities.toReversed().map(({ severity, ...one }) => {
      return { key: severity, name: t(`incidents.severity.${severity}`), ...one }
    }),
    ...kinds.map(({ kind, ...one }) => ({ key: kind, name: t(`incidents.kind.${kind}`), ...one })),
  ]
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'what', head: t('incidents.times.what'), grows: true, cell: ({ name }) => name },
    {
      key: 'opened',
      head: t('incidents.times.opened'),
      align: 'right',
      width: 110,
      cell: ({ opened }) => format.number(opened),
    },
    {
      key: 'acknowledge',
      head: t('incidents.times.toAcknowledge'),
      width: 240,
      cell: (row) => <Took median={row.median_to_acknowledge} most={row.p90_to_acknowledge} />,
    },
    {
      key: 'repair',
      head: t('incidents.times.toRepair'),
      width: 240,
      cell: (row) => <Took median={row.median_to_repair} most={row.p90_to_repair} />,
    },
  ]
}

/** The median above, and what nine of ten did not exceed. */
function Took({ median, most }: { median: number | null; most: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (median === null || most === null) return '–'
  return (
    <TwoLines
      top={format.duration(median)}
      bottom={t('incidents.times.ofTen', { time: format.duration(most) })}
    />
  )
}

function PhoneRow({ row }: { row: Row }) {
  const { t } = useTranslation()
  const format = useFormat()
  const time = (seconds: number | null) => (seconds === null ? '–' : format.duration(seconds))
  return (
    <ListRow
      top={row.name}
      bottom={t('incidents.times.line', {
        acknowledged: time(row.median_to_acknowledge),
        repaired: time(row.median_to_repair),
      })}
      right={format.number(row.opened)}
    />
  )
}

import { Button } from '@mantine/core'
import type { OrderDetails } from '@stationmaster/contract'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { useServerNow } from '../../../../../ui/dates/use-server-now.ts'
import { SegmentedControl } from '../../../../../ui/fields/segmented-control.tsx'
import { Panel } from '../../../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../../../ui/states/empty-state.tsx'
import { chronologyOf, type Fold, foldEntries, type Line } from './chronology.ts'
import { ChronologyEntry } from './chronology-entry.tsx'
import classes from './chronology-panel.module.css'

const filters = ['all', 'ocpp', 'payment', 'order', 'api', 'logs'] as const
type Filter = (typeof filters)[number]

/** With this many rows or more, the browser does not render rows that are out of sight. */
const manyRows = 150

/**
 * Everything that happened to an order, newest first: frames, payments, its own changes, the calls of people and, for administrators,
 * the lines of the controller.
 */
export function ChronologyPanel({ order, logs }: { order: OrderDetails; logs: readonly Line[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useServerNow(10)
  const [filter, setFilter] = useState<Filter>('all')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const entries = chronologyOf(logs, now)
  const chosen = entries.filter(({ line }) => filter === 'all' || line.kind === filter)
  const rows = foldEntries(chosen, opened)
  const dayOf = (at: string) => format.when(new Date(at), 'day')
  const days = new Set(chosen.map(({ line }) => dayOf(line.created_at))).size
  let day = ''
  return (
    <Panel
      title={t('order.chronology.title')}
      flush
      className={classes.panel}
      actions={
        <SegmentedControl
          aria-label={t('order.chronology.filter')}
          value={filter}
          onChange={setFilter}
          data={filters
            .filter((value) => value !== 'logs' || order.can.console)
            .map((value) => ({ value, label: t(`order.filter.${value}`) }))}
        />
      }
    >
      <p className={classes.zone}>
        {t('order.chronology.zone', { zone: format.zone(new Date(order.created_at)) })}
        {logs.some(({ received_at }) => received_at) && ` ${t('order.chronology.late')}`}
      </p>
      {rows.length === 0 && <EmptyState drawing="calm" title={t('order.chronology.empty')} />}
      <ol className={classes.list} data-long={rows.length > manyRows || undefined}>
        {rows.map((row) => {
          if ('fold' in row) {
            const { key } = row.fold
            return (
              <FoldedRows
                key={`fold ${key}`}
                fold={row.fold}
                onOpen={() => setOpened(new Set([...opened, key]))}
              />
            )
          }
          const entryDay = dayOf(row.entry.line.created_at)
          const isNewDay = days > 1 && entryDay !== day
          day = entryDay
          return (
            <Fragment key={row.entry.key}>
              {isNewDay && <li className={classes.day}>{entryDay}</li>}
              <ChronologyEntry entry={row.entry} order={order} />
            </Fragment>
          )
        })}
      </ol>
    </Panel>
  )
}

function FoldedRows({ fold: { kind, hidden, durationMs }, onOpen }: { fold: Fold; onOpen: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const n = format.number(hidden)
  return (
    <li className={classes.fold}>
      <Button variant="subtle" size="compact-sm" onClick={onOpen}>
        {kind === 'readings'
          ? t('order.chronology.showAll', { count: hidden, n })
          : t('order.chronology.startSteps', {
              count: hidden,
              n,
              duration: format.duration(durationMs / 1000),
            })}
      </Button>
    </li>
  )
}

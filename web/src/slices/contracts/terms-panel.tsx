import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../api/days.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { type Column, DataTable, ListRow } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './terms-panel.module.css'

/** What everything that is agreed on from a day on has. */
interface Agreed {
  id: number
  valid_from: string
  in_force: boolean
  created_by: string | null
  can: { change: boolean }
}

interface TermsPanelProps<Row extends Agreed> {
  title: string
  about: string
  add: string
  empty: string
  query: UseQueryResult<Row[]>
  columns: Column<Row>[]
  /** how an entry is called, and its figure */
  nameOf: (row: Row) => string
  figureOf: (row: Row) => ReactNode
  /** The form of a new entry, or of one that has not begun. */
  form: (row: Row | null, onClose: () => void) => ReactNode
}

/** What was agreed on, the newest first; what has not begun can be changed. */
export function TermsPanel<Row extends Agreed>(props: TermsPanelProps<Row>) {
  const { title, about, add, empty, query, columns, nameOf, figureOf, form } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const close = () => setEdited(null)
  const since = (row: Row) => (
    <span className={classes.since}>
      {format.when(new Date(startOf(row.valid_from)), 'day')}
      {row.in_force && <span className={classes.current}>{t('contracts.inForce')}</span>}
      {row.can.change && <span className={classes.planned}>{t('contracts.planned')}</span>}
    </span>
  )
  const edit = (row: Row) =>
    row.can.change && (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('contracts.edit', { name: nameOf(row) })}
        onClick={() => setEdited(row)}
      >
        <IconPencil size={16} stroke={1.75} />
      </ActionIcon>
    )
  const all: Column<Row>[] = [
    ...columns,
    { key: 'since', head: t('contracts.columns.since'), cell: since },
    {
      key: 'by',
      head: t('contracts.columns.by'),
      hideBelow: 'md',
      cell: ({ created_by }) => created_by ?? t('common.noValue'),
    },
    { key: 'edit', head: t('contracts.columns.edit'), silent: true, width: 44, align: 'right', cell: edit },
  ]
  return (
    <Panel
      title={title}
      flush
      actions={
        <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
          {add}
        </Button>
      }
    >
      <p className={classes.about}>{about}</p>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={title}
          columns={all}
          rows={query.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={<EmptyState drawing="calm" title={empty} />}
          phoneRow={(row) => (
            <ListRow top={nameOf(row)} bottom={since(row)} right={figureOf(row)} rightBottom={edit(row)} />
          )}
        />
      )}
      {edited !== null && form(edited === 'new' ? null : edited, close)}
    </Panel>
  )
}

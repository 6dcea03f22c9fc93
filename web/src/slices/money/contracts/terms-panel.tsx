import { ActionIcon } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconPencil } from '../../../ui/pictures/icons.ts'
import { type Column, ListRow } from '../../../ui/tables/data-table.tsx'
import { TablePanel, type TablePanelProps } from '../../../ui/tables/table-panel.tsx'
import classes from './terms-panel.module.css'

/** What everything that is agreed on from a day on has. */
interface Agreed {
  id: number
  valid_from: string
  in_force: boolean
  created_by: string | null
  can: { change: boolean }
}

interface TermsPanelProps<Row extends Agreed> extends TablePanelProps<Row> {
  /** how an entry is called, and its figure */
  nameOf: (row: Row) => string
  figureOf: (row: Row) => ReactNode
  /** The form of a new entry, or of one that has not begun. */
  form: (row: Row | null, onClose: () => void) => ReactNode
}

/** What was agreed on, the newest first; what has not begun can be changed. */
export function TermsPanel<Row extends Agreed>(props: TermsPanelProps<Row>) {
  const { columns, nameOf, figureOf, form, ...panel } = props
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
    <TablePanel
      {...panel}
      columns={all}
      onAdd={() => setEdited('new')}
      phoneRow={(row) => (
        <ListRow top={nameOf(row)} bottom={since(row)} right={figureOf(row)} rightBottom={edit(row)} />
      )}
    >
      {edited !== null && form(edited === 'new' ? null : edited, close)}
    </TablePanel>
  )
}

import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { Panel } from '../frame/panel.tsx'
import { IconPlus } from '../pictures/icons.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { type Column, DataTable } from './data-table.tsx'
import classes from './table-panel.module.css'

export interface TablePanelProps<Row> {
  title: string
  about: ReactNode
  /** what the button says that adds one */
  add: string
  /** what stands there where there is none; without it nothing does */
  empty?: string
  query: UseQueryResult<Row[]>
  columns: Column<Row>[]
}

interface Inner<Row> {
  onAdd: () => void
  /** the button that adds, to lead back to it */
  addButton?: Ref<HTMLButtonElement>
  phoneRow: (row: Row) => ReactNode
  /** dialogs, and what came of the last change */
  children: ReactNode
}

/** A short list on its own surface, what it is for, and the button that adds to it. */
export function TablePanel<Row extends { id: number }>(props: TablePanelProps<Row> & Inner<Row>) {
  const { title, about, add, empty, query, columns, onAdd, addButton, phoneRow, children } = props
  return (
    <Panel
      title={title}
      flush
      actions={
        <Button ref={addButton} size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
          {add}
        </Button>
      }
    >
      <div className={classes.about}>{about}</div>
      {children}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={empty && <EmptyState drawing="calm" title={empty} />}
          phoneRow={phoneRow}
        />
      )}
    </Panel>
  )
}

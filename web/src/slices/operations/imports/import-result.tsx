import type { ImportError, ImportResult } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './import-result.module.css'

const kinds = ['locations', 'stations', 'connectors', 'prices'] as const

/** How many things a file adds and changes. */
export function ImportCounts({ result }: { result: ImportResult }) {
  const { t } = useTranslation()
  return <CountsTable rows={kinds.map((kind) => ({ name: t(`imports.${kind}`), counts: result[kind] }))} />
}

interface CountsTableProps {
  /** a kind of things in each */
  rows: readonly { name: string; counts: ImportResult['locations'] }[]
}

/** What a file adds, changes and leaves as it is. */
export function CountsTable({ rows }: CountsTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <table className={classes.counts} aria-label={t('imports.counts')}>
      <thead>
        <tr>
          <th scope="col">
            <span className={classes.silent}>{t('imports.counts')}</span>
          </th>
          <th scope="col">{t('imports.added')}</th>
          <th scope="col">{t('imports.changed')}</th>
          <th scope="col">{t('imports.unchanged')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{format.number(counts.added)}</td>
            <td>{format.number(counts.changed)}</td>
            <td>{format.number(counts.unchanged)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is wrong with a file, by line. */
export function ImportErrors({ result }: { result: Pick<ImportResult, 'errors' | 'errors_total'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<ImportError>[] = [
    {
      key: 'line',
      head: t('imports.line'),
      align: 'right',
      width: 80,
      cell: ({ line }) => format.number(line),
    },
    { key: 'column', head: t('imports.column'), width: 180, cell: ({ column }) => column },
    { key: 'value', head: t('imports.value'), width: 200, cell: ({ value }) => value },
    {
      key: 'error',
      head: t('imports.fault'),
      grows: true,
      cell: ({ error }) => <span className={classes.whole}>{error}</span>,
    },
  ]
  const cut = result.errors_total - result.errors.length
  return (
    <>
      <DataTable
        label={t('imports.faults')}
        columns={columns}
        rows={result.errors}
        rowKey={({ line, column, code }) => `${line} ${column} ${code}`}
        phoneRow={({ line, column, error, value }) => (
          <ListRow
            top={error}
            bottom={[column, value].filter(Boolean).join(': ')}
            right={format.number(line)}
          />
        )}
        empty={null}
      />
      {cut > 0 && <p className={classes.cut}>{t('imports.more', { count: cut, n: format.number(cut) })}</p>}
    </>
  )
}

import type { StatementRow } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { monthStart } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Money } from '../../../ui/figures/quantity.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './statement.module.css'
import { StatementStatus } from './statement-status.tsx'

/** Where a month is looked at: its statement, or what it would be. */
const targetOf = ({ id, owner_id, month }: StatementRow) =>
  id === null
    ? ({
        to: '/settlements/open/$ownerId/$month',
        params: { ownerId: String(owner_id), month },
      } as const)
    : ({ to: '/settlements/$statementId', params: { statementId: String(id) } } as const)

interface StatementTableProps {
  rows: StatementRow[] | undefined
  /** Whose they are is said where there are several owners. */
  namesOwners: boolean
  emptyAction?: ReactNode
}

/** Months of owners, each a click from its statement. */
export function StatementTable({ rows, namesOwners, emptyAction }: StatementTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const month = (row: StatementRow) => (
    <Link {...targetOf(row)} className={classes.link}>
      {format.month(monthStart(row.month))}
    </Link>
  )
  const number = ({ number: text }: StatementRow) =>
    text === null ? t('settlement.notIssued') : t('settlement.number', { number: text })
  const under = (row: StatementRow) => (namesOwners ? `${row.owner_name} · ${number(row)}` : number(row))
  const columns = useColumns(month, under)
  return (
    <DataTable
      label={t('settlement.title')}
      columns={columns}
      rows={rows}
      rowKey={({ owner_id, month: of }) => `${owner_id} ${of}`}
      onOpen={(row) => void navigate(targetOf(row))}
      empty={
        <EmptyState
          drawing="calm"
          title={t('settlement.empty')}
          text={t('settlement.emptyText')}
          action={emptyAction}
        />
      }
      phoneRow={(row) => (
        <ListRow
          top={month(row)}
          bottom={namesOwners ? row.owner_name : number(row)}
          right={<Money minor={row.due_amount} unit />}
          rightBottom={<StatementStatus row={row} />}
        />
      )}
    />
  )
}

type Cell = (row: StatementRow) => ReactNode

function useColumns(month: Cell, under: Cell): Column<StatementRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const sign = { currency: network.currencySign }
  return [
    {
      key: 'month',
      head: t('settlement.columns.month'),
      grows: true,
      cell: (row) => <TwoLines top={month(row)} bottom={under(row)} />,
    },
    { key: 'status', head: t('settlement.columns.status'), cell: (row) => <StatementStatus row={row} /> },
    {
      key: 'sessions',
      head: t('settlement.columns.sessions'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ session_count }) => format.number(session_count),
    },
    {
      key: 'amount',
      head: t('settlement.columns.amount', sign),
      align: 'right',
      hideBelow: 'md',
      cell: ({ amount }) => <Money minor={amount} />,
    },
    {
      key: 'due',
      head: t('settlement.columns.due', sign),
      align: 'right',
      cell: ({ due_amount }) => <Money minor={due_amount} />,
    },
    {
      key: 'closing',
      head: t('settlement.columns.closing', sign),
      align: 'right',
      hideBelow: 'lg',
      cell: ({ closing_balance }) => <Money minor={closing_balance} />,
    },
  ]
}

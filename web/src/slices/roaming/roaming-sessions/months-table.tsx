import type { PartnerSettlementMonth } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { monthStart } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Energy, Money } from '../../../ui/figures/quantity.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import { useAmountColumns } from './amount-columns.tsx'
import { SettlementState } from './settlement-state.tsx'
import classes from './settlements.module.css'

interface MonthsTableProps {
  partnerId: string
  rows: PartnerSettlementMonth[] | undefined
  emptyAction?: ReactNode
}

/** Months of a partner, each a click from its comparison. */
export function MonthsTable({ partnerId, rows, emptyAction }: MonthsTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const target = ({ month }: PartnerSettlementMonth) =>
    ({ to: '/roaming/$partnerId/settlements/$month', params: { partnerId, month } }) as const
  const name = (row: PartnerSettlementMonth) => <MonthLink month={row.month} partnerId={partnerId} />
  return (
    <DataTable
      label={t('comparison.months')}
      columns={useColumns(name)}
      rows={rows}
      rowKey={({ month }) => month}
      onOpen={(row) => void navigate(target(row))}
      empty={
        <EmptyState
          drawing="calm"
          title={t('comparison.none')}
          text={t('comparison.noneText')}
          action={emptyAction}
        />
      }
      phoneRow={(row) => (
        <ListRow
          top={name(row)}
          bottom={<BillsOf row={row} />}
          right={<Money minor={row.gross} unit />}
          rightBottom={<SettlementState of={row} />}
        />
      )}
    />
  )
}

function MonthLink({ month, partnerId }: { month: string; partnerId: string }) {
  const format = useFormat()
  return (
    <Link to="/roaming/$partnerId/settlements/$month" params={{ partnerId, month }} className={classes.link}>
      {format.month(monthStart(month))}
    </Link>
  )
}

function BillsOf({ row: { bills } }: { row: PartnerSettlementMonth }) {
  const { t } = useTranslation()
  const format = useFormat()
  return t('comparison.billsOf', { count: bills, n: format.number(bills) })
}

function useColumns(name: (row: PartnerSettlementMonth) => ReactNode): Column<PartnerSettlementMonth>[] {
  const amounts = useAmountColumns()
  const { t } = useTranslation()
  const format = useFormat()
  const sign = { currency: network.currencySign }
  return [
    { key: 'month', head: t('comparison.columns.month'), grows: true, cell: name },
    {
      key: 'state',
      head: t('comparison.columns.state'),
      cell: (row) => <SettlementState of={row} />,
    },
    {
      key: 'bills',
      head: t('comparison.bills'),
      align: 'right',
      cell: ({ bills }) => format.number(bills),
    },
    {
      key: 'energy',
      head: t('comparison.energy'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ energy }) => <Energy wh={energy} light />,
    },
    ...amounts,
    {
      key: 'difference',
      head: t('comparison.columns.difference', sign),
      align: 'right',
      hideBelow: 'md',
      cell: ({ state, difference }) => <Money minor={state === 'no_list' ? null : difference} />,
    },
  ]
}

import type { PartnerSettlement, PartnerSettlementDifference } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconCheck } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { useAmountColumns } from './amount-columns.tsx'
import classes from './settlements.module.css'

/** Each bill in which both sides differ, and why. */
export function DifferencesPanel({ settlement }: { settlement: PartnerSettlement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns = useColumns()
  const { state, differing, differences } = settlement
  const unseen = differing - differences.length
  return (
    <Panel title={t('comparison.differences')} count={state === 'no_list' ? undefined : differing} flush>
      {state === 'no_list' ? (
        <EmptyState
          drawing="search"
          title={t('comparison.nothingYet')}
          text={t('comparison.nothingYetText')}
        />
      ) : (
        <DataTable
          label={t('comparison.differences')}
          columns={columns}
          rows={differences}
          rowKey={({ cdr_id, kind }) => `${kind} ${cdr_id}`}
          empty={
            <p className={classes.equal}>
              <IconCheck size={18} stroke={1.75} aria-hidden="true" />
              {t('comparison.equal')}
            </p>
          }
          phoneRow={(one) => (
            <ListRow
              top={<BillName one={one} />}
              bottom={<Why one={one} />}
              right={<Money minor={one.difference} unit />}
            />
          )}
        />
      )}
      {unseen > 0 && (
        <p className={classes.rest}>{t('comparison.unseen', { count: unseen, n: format.number(unseen) })}</p>
      )}
    </Panel>
  )
}

function useColumns(): Column<PartnerSettlementDifference>[] {
  const { t } = useTranslation()
  const amounts = useAmountColumns()
  const sign = { currency: network.currencySign }
  return [
    {
      key: 'bill',
      head: t('comparison.columns.bill'),
      cell: (one) => (
        <TwoLines
          top={<BillName one={one} />}
          bottom={one.started_at && <When at={one.started_at} style="dayTime" />}
        />
      ),
    },
    { key: 'why', head: t('comparison.columns.why'), grows: true, cell: (one) => <Why one={one} /> },
    ...amounts,
    {
      key: 'difference',
      head: t('comparison.columns.difference', sign),
      align: 'right',
      cell: ({ difference }) => <Money minor={difference} />,
    },
  ]
}

/** A bill of ours leads to its order. */
function BillName({ one: { cdr_id, order_id } }: { one: PartnerSettlementDifference }) {
  if (order_id === null) return cdr_id
  return (
    <Link to="/orders/$orderId/information" params={{ orderId: String(order_id) }} className={classes.link}>
      {cdr_id}
    </Link>
  )
}

type Field = PartnerSettlementDifference['fields'][number]

/** Why a bill is listed, each field with what both sides say. */
function Why({ one: { kind, fields } }: { one: PartnerSettlementDifference }): ReactNode {
  const { t } = useTranslation()
  if (kind !== 'differs') return t(`comparison.kinds.${kind}`)
  return (
    <span className={classes.fields}>
      {fields.map((field) => (
        <span key={field.field}>
          {t(`comparison.fields.${field.field}`)}: <ValueOf field={field.field} value={field.ours} /> /{' '}
          <ValueOf field={field.field} value={field.theirs} />
        </span>
      ))}
    </span>
  )
}

function ValueOf({ field, value }: { field: Field['field']; value: Field['ours'] }) {
  const format = useFormat()
  const { t } = useTranslation()
  if (field === 'start' || field === 'end') return format.when(new Date(value), 'fullSeconds')
  if (typeof value === 'string') return value
  return field === 'energy' ? `${format.number(value / 1000, 3)} ${t('units.kwh')}` : format.money(value)
}

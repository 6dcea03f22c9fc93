import type { BalancePosting } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import { usePostings } from './driver-queries.ts'
import classes from './drivers.module.css'

/** The postings of the ledger on a driver's balance. */
export function PostingsPanel({ driverId }: { driverId: number }) {
  const { t } = useTranslation()
  const query = usePostings(driverId)
  const nameOf = usePostingName()
  const columns = usePostingColumns()
  return (
    <Panel title={t('drivers.postings.title')} count={query.items && query.total} flush>
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('drivers.postings.title')}
          columns={columns}
          rows={query.items}
          rowKey={({ id }) => id}
          phoneRow={(row) => (
            <ListRow
              top={nameOf(row)}
              bottom={
                <>
                  <When at={row.at} style="dayTime" /> <Order row={row} />
                </>
              }
              right={<Amount row={row} />}
              rightBottom={
                <>
                  {t('drivers.postings.left')} <Balance minor={row.balance} />
                </>
              }
            />
          )}
          skeletonRows={3}
          empty={<p className={classes.empty}>{t('drivers.postings.empty')}</p>}
        />
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
    </Panel>
  )
}

function usePostingName() {
  const { t } = useTranslation()
  return ({ kind, amount }: BalancePosting) =>
    t(kind === 'top_up' && amount < 0 ? 'drivers.postings.takenBack' : `drivers.postings.${kind}`)
}

function usePostingColumns(): Column<BalancePosting>[] {
  const { t } = useTranslation()
  const nameOf = usePostingName()
  return [
    { key: 'at', head: t('drivers.postings.at'), cell: ({ at }) => <When at={at} style="dayTime" /> },
    { key: 'kind', head: t('drivers.postings.what'), grows: true, cell: nameOf },
    { key: 'order', head: t('drivers.postings.order'), cell: (row) => <Order row={row} /> },
    {
      key: 'amount',
      head: t('drivers.postings.amount', { currency: network.currencySign }),
      align: 'right',
      cell: (row) => <Amount row={row} />,
    },
    {
      key: 'balance',
      head: t('drivers.postings.balance', { currency: network.currencySign }),
      align: 'right',
      cell: ({ balance }) => <Balance minor={balance} />,
    },
  ]
}

function Amount({ row: { amount } }: { row: BalancePosting }) {
  return (
    <span className={amount < 0 ? classes.minus : undefined}>
      {amount > 0 && '+'}
      <Money minor={amount} />
    </span>
  )
}

/** The balance after a posting; below zero the driver owes. */
function Balance({ minor }: { minor: number }) {
  return (
    <span className={minor < 0 ? classes.minus : undefined}>
      <Money minor={minor} />
    </span>
  )
}

function Order({ row: { order_id: id } }: { row: BalancePosting }) {
  const { t } = useTranslation()
  if (id === null) return <Dash label={t('common.noValue')} />
  return (
    <Link to="/orders/$orderId/information" params={{ orderId: String(id) }} className={classes.name!}>
      {id}
    </Link>
  )
}

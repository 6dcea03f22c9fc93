import { contract, type PartnerAccount } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DateRange } from '../../../ui/dates/date-range.tsx'
import { Energy, Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './settlements.module.css'

interface AccountsPanelProps {
  /** First and last calendar day, YYYY-MM-DD. */
  from: string
  to: string
  onDays: (from: string, to: string) => void
}

/** What is on account of each partner in some days, by the ledger. */
export function AccountsPanel({ from, to, onDays }: AccountsPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery({
    queryKey: ['roaming', 'accounts', from, to],
    queryFn: ({ signal }) => request(contract.partnerSessions.accounts, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  return (
    <Panel
      title={t('comparison.accounts.title')}
      flush
      filters={<DateRange from={from} to={to} onChange={onDays} />}
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('comparison.accounts.title')}
          columns={columns}
          rows={query.data}
          rowKey={(one) => one.partner_id}
          skeletonRows={2}
          empty={<EmptyState drawing="calm" title={t('comparison.accounts.none')} />}
          phoneRow={(one) => (
            <ListRow
              top={<PartnerLink one={one} />}
              bottom={t('comparison.accounts.sessionsOf', {
                count: one.sessions,
                n: format.number(one.sessions),
              })}
              right={<Money minor={one.amount} unit />}
              rightBottom={<Energy wh={one.energy} unit />}
            />
          )}
        />
      )}
    </Panel>
  )
}

function PartnerLink({ one }: { one: PartnerAccount }) {
  return (
    <Link
      to="/roaming/$partnerId/settlements"
      params={{ partnerId: String(one.partner_id) }}
      className={classes.link}
    >
      {one.partner_name}
    </Link>
  )
}

function useColumns(): Column<PartnerAccount>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'partner', head: t('roaming.partner'), grows: true, cell: (one) => <PartnerLink one={one} /> },
    {
      key: 'sessions',
      head: t('comparison.accounts.sessions'),
      align: 'right',
      cell: ({ sessions }) => format.number(sessions),
    },
    {
      key: 'energy',
      head: t('comparison.energy'),
      align: 'right',
      cell: ({ energy }) => <Energy wh={energy} light />,
    },
    {
      key: 'amount',
      head: t('comparison.accounts.amount', { currency: network.currencySign }),
      align: 'right',
      cell: ({ amount }) => <Money minor={amount} />,
    },
  ]
}

import type { Subscriber } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Dash, Money } from '../../../../ui/figures/quantity.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'
import { SubscriberState } from './subscriber-state.tsx'
import classes from './subscribers.module.css'

interface SubscribersTableProps {
  subscribers: Subscriber[] | undefined
  onOpen: (subscriber: Subscriber) => void
  empty: ReactNode
}

/** Who pays for the product: how it stands, for how much, and what comes next. */
export function SubscribersTable({ subscribers, onOpen, empty }: SubscribersTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('plan.subscribers.title')}
      columns={useColumns()}
      rows={subscribers}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={empty}
      phoneRow={(one) => (
        <SubscriberLink id={one.id} className={classes.phone!}>
          <ListRow
            top={nameOf(one)}
            bottom={one.next_at ? <When at={one.next_at} style="day" /> : one.email}
            right={<Money minor={one.monthly_revenue} unit />}
            rightBottom={<SubscriberState state={one.state} cancels={one.cancels} />}
          />
        </SubscriberLink>
      )}
    />
  )
}

export const nameOf = ({ first_name, last_name, email }: Subscriber): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

function SubscriberLink({ id, className, children }: { id: number; className: string; children: ReactNode }) {
  return (
    <Link to="/subscribers/$managerId" params={{ managerId: String(id) }} className={className}>
      {children}
    </Link>
  )
}

/** When the next payment is due, or the subscription ends. */
function NextPayment({ subscriber: { next_at, cancels, refusals } }: { subscriber: Subscriber }) {
  const { t } = useTranslation()
  if (next_at === null) return <Dash label={t('common.noValue')} />
  const what =
    refusals > 0
      ? t('plan.subscribers.refused', { count: refusals })
      : t(cancels ? 'plan.endsOn' : 'plan.nextPayment')
  return <TwoLines top={<When at={next_at} style="day" />} bottom={what} />
}

function useColumns(): Column<Subscriber>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const sign = { currency: network.currencySign }
  const none = <Dash label={t('common.noValue')} />
  return [
    {
      key: 'subscriber',
      grows: true,
      head: t('plan.subscribers.columns.subscriber'),
      cell: (one) => (
        <TwoLines
          top={
            <SubscriberLink id={one.id} className={classes.name!}>
              {nameOf(one)}
            </SubscriberLink>
          }
          bottom={one.email}
        />
      ),
    },
    {
      key: 'state',
      head: t('plan.subscribers.columns.state'),
      cell: ({ state, cancels }) => <SubscriberState state={state} cancels={cancels} />,
    },
    {
      key: 'plan',
      head: t('plan.subscribers.columns.plan'),
      hideBelow: 'md',
      cell: ({ state, frequency }) =>
        state === 'ended' ? 'Free' : `Pro, ${t(`plan.frequency.${frequency}`).toLowerCase()}`,
    },
    {
      key: 'stations',
      head: t('plan.quantity'),
      align: 'right',
      cell: ({ quantity, state }) => (state === 'ended' ? none : format.number(quantity)),
    },
    {
      key: 'next',
      head: t('plan.subscribers.columns.next'),
      cell: (one) => <NextPayment subscriber={one} />,
    },
    {
      key: 'revenue',
      head: t('plan.subscribers.columns.revenue', sign),
      align: 'right',
      cell: ({ monthly_revenue }) => (monthly_revenue > 0 ? <Money minor={monthly_revenue} /> : none),
    },
  ]
}

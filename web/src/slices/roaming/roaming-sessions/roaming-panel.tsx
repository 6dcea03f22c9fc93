import { contract, type OrderRoaming } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './settlements.module.css'

/** Whose driver's session an order is, and how far its bill has come; nothing where no partner pays. */
export function RoamingPanel({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const query = useQuery({
    // an order that changes is read again with all that belongs to it
    queryKey: ['orders', 'roaming', orderId],
    queryFn: ({ signal }) => request(contract.partnerSessions.ofOrder, { params: { id: orderId } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === orderId },
  })
  if (query.isError && !query.data)
    return (
      <Panel title={t('order.roaming.title')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    )
  const session = query.data?.session
  if (!session) return null
  return (
    <Panel title={t('order.roaming.title')}>
      <About session={session} />
    </Panel>
  )
}

function About({ session }: { session: OrderRoaming }) {
  const { t } = useTranslation()
  const { partner, bills, can } = session
  const partnerId = String(partner.id)
  const method = (['WHITELIST', 'COMMAND', 'AUTH_REQUEST'] as const).find(
    (one) => one === session.auth_method,
  )
  return (
    <>
      <Facts>
        <Fact name={t('order.roaming.partner')}>
          {can.open ? (
            <Link to="/roaming/$partnerId" params={{ partnerId }} className={classes.link}>
              {partner.name}
            </Link>
          ) : (
            partner.name
          )}
        </Fact>
        <Fact name={t('order.roaming.party')}>{session.party}</Fact>
        <Fact name={t('order.roaming.contract')}>{session.contract_id}</Fact>
        <Fact name={t('order.roaming.token')}>{session.token_type}</Fact>
        {method && <Fact name={t('order.roaming.auth')}>{t(`order.roaming.auths.${method}`)}</Fact>}
        <Fact name={t('order.roaming.status')}>{session.status}</Fact>
        {bills.length === 0 && <Fact name={t('order.roaming.bills')}>{t('order.roaming.noBills')}</Fact>}
        {bills.map((bill) => (
          <Fact key={bill.id} name={`CDR ${bill.id}`}>
            <Bill bill={bill} partnerId={partnerId} opens={can.open} />
          </Fact>
        ))}
      </Facts>
      {can.messages && (
        <p className={classes.more}>
          <Link
            to="/roaming/$partnerId/messages"
            params={{ partnerId }}
            search={{ module: bills.length > 0 ? 'cdrs' : 'sessions' }}
            className={classes.link}
          >
            {t('order.roaming.messages')}
          </Link>
        </p>
      )}
    </>
  )
}

interface BillProps {
  bill: OrderRoaming['bills'][number]
  partnerId: string
  opens: boolean
}

/** What a bill comes to, which leads to its month, and whether the partner has it. */
function Bill({ bill: { total, month, taken_at: taken }, partnerId, opens }: BillProps) {
  const { t } = useTranslation()
  const amount = <Money minor={total} unit />
  return (
    <span className={classes.facts}>
      {opens ? (
        <Link
          to="/roaming/$partnerId/settlements/$month"
          params={{ partnerId, month }}
          className={classes.link}
        >
          {amount}
        </Link>
      ) : (
        amount
      )}
      <Badge tone={taken ? 'green' : 'orange'}>{t(`order.roaming.${taken ? 'taken' : 'untaken'}`)}</Badge>
    </span>
  )
}

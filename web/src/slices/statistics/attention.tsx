import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { useCode } from '../../i18n/use-code.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ago } from '../../ui/duration.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusDot, type Tone } from '../../ui/status.tsx'
import classes from './attention.module.css'
import type { Network, useNetwork } from './statistics-queries.ts'

type Item = Network['attention'][number]

const tones: Record<Item['kind'], Tone> = {
  offline: 'red',
  faulted: 'red',
  tamper: 'orange',
  order_review: 'orange',
  unknown_station: 'yellow',
  unmatched_transaction: 'orange',
}

interface AttentionProps {
  query: ReturnType<typeof useNetwork>
  /** Whether orders may be opened. */
  canOpenOrders: boolean
}

/** What somebody should look at, worst first as the server sorts it. */
export function Attention({ query, canOpenOrders }: AttentionProps) {
  const { t } = useTranslation()
  const items = query.data?.attention
  return (
    <Panel title={t('dashboard.attention.title')} count={items?.length} flush className={classes.panel}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState drawing="calm" title={t('dashboard.attention.quiet')} />
      ) : (
        <ul className={classes.list} aria-busy={!items}>
          {items
            ? items.map((item) => (
                <li
                  key={`${item.kind} ${item.station_id} ${item.connector_number} ${item.order_id} ${item.at}`}
                >
                  <Target item={item} canOpenOrders={canOpenOrders}>
                    <Words item={item} />
                  </Target>
                </li>
              ))
            : ['one', 'two', 'three', 'four'].map((bone) => (
                <li key={bone} className={classes.bone}>
                  <Skeleton height={12} width="60%" />
                  <Skeleton height={10} width="40%" />
                </li>
              ))}
        </ul>
      )}
    </Panel>
  )
}

function Words({ item }: { item: Item }) {
  const { t } = useTranslation()
  const code = useCode()
  const format = useFormat()
  const station = item.station_number === null ? (item.station_id ?? '') : stationNumber(item.station_number)
  const said = (kind: Item['kind'], text: string) => {
    if (kind === 'unmatched_transaction') return t('inbox.transaction', { id: text })
    return code(kind === 'faulted' ? 'error' : kind === 'order_review' ? 'warning' : 'handshake', text)
  }
  const order = item.order_id === null ? '' : format.number(item.order_id)
  return (
    <>
      <StatusDot tone={tones[item.kind]} />
      <span className={classes.words}>
        <span className={classes.title}>
          {t(`dashboard.attention.${item.kind}`, { station, order, connector: item.connector_number ?? '' })}
        </span>
        <span className={classes.text}>
          {item.text && `${said(item.kind, item.text)} · `}
          <Ago at={item.at} />
        </span>
      </span>
    </>
  )
}

function Target({
  item,
  canOpenOrders,
  children,
}: {
  item: Item
  canOpenOrders: boolean
  children: ReactNode
}) {
  const forInbox = item.kind === 'order_review' || item.kind === 'unmatched_transaction'
  if (forInbox && canOpenOrders) {
    return (
      <Link to="/inbox" className={classes.item!}>
        {children}
      </Link>
    )
  }
  if (item.order_id !== null && canOpenOrders) {
    return (
      <Link
        to="/orders/$orderId/information"
        params={{ orderId: String(item.order_id) }}
        className={classes.item!}
      >
        {children}
      </Link>
    )
  }
  if (item.station_id !== null && item.kind !== 'unknown_station') {
    return (
      <Link
        to="/charge-points/$stationId/information"
        params={{ stationId: item.station_id }}
        className={classes.item!}
      >
        {children}
      </Link>
    )
  }
  return <div className={classes.item}>{children}</div>
}

import { Skeleton } from '@mantine/core'
import type { InboxCount } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { StatusDot } from '../../../../ui/figures/status.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import type { Network, useNetwork } from '../statistics-queries.ts'
import classes from './attention.module.css'
import { restOf, totalOf, type WaitingKind } from './attention-rest.ts'
import { useAttentionWords } from './use-attention-words.ts'

type Item = Network['attention'][number]

interface AttentionProps {
  query: ReturnType<typeof useNetwork>
  /** the count of the inbox; undefined when it is not known, or when only some locations are shown */
  waiting: InboxCount | undefined
  /** Whether orders may be opened. */
  canOpenOrders: boolean
  /** what stands above the items; null: nothing */
  first: ReactNode
}

/** What needs attention, in the order of the server. */
export function Attention({ query, waiting, canOpenOrders, first }: AttentionProps) {
  const { t } = useTranslation()
  const items = query.data?.attention
  const rest = waiting && items ? restOf(waiting, items) : []
  const count = waiting ? totalOf(waiting) : items?.length
  return (
    <Panel title={t('dashboard.attention.title')} count={count} flush className={classes.panel}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : items?.length === 0 && rest.length === 0 && !first ? (
        <EmptyState drawing="calm" title={t('dashboard.attention.quiet')} />
      ) : (
        <ul className={classes.list} aria-busy={!items}>
          {first && <li>{first}</li>}
          {items ? (
            <>
              <AttentionItems items={items} canOpenOrders={canOpenOrders} />
              {rest.map((one) => (
                <li key={one.kind}>
                  <Rest {...one} />
                </li>
              ))}
            </>
          ) : (
            ['one', 'two', 'three', 'four'].map((bone) => (
              <li key={bone} className={classes.bone}>
                <Skeleton height={12} width="60%" />
                <Skeleton height={10} width="40%" />
              </li>
            ))
          )}
        </ul>
      )}
    </Panel>
  )
}

/** What needs attention, as items of a list. */
export const AttentionItems = ({
  items,
  canOpenOrders,
}: {
  items: readonly Item[]
  canOpenOrders: boolean
}) =>
  items.map((item) => (
    <li
      key={`${item.kind} ${item.station_id} ${item.connector_number} ${item.order_id} ${item.rollout_id} ${item.at}`}
    >
      <Target item={item} canOpenOrders={canOpenOrders}>
        <Words item={item} />
      </Target>
    </li>
  ))

/** What waits in the inbox and has no line of its own here. */
function Rest({ kind, count }: { kind: WaitingKind; count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Link to="/inbox" className={classes.item!}>
      <StatusDot tone="orange" />
      <span className={classes.title}>
        {t(`dashboard.attention.rest.${kind}`, { count, n: format.number(count) })}
      </span>
    </Link>
  )
}

function Words({ item }: { item: Item }) {
  const { title, text, tone } = useAttentionWords()(item)
  return (
    <>
      <StatusDot tone={tone} />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>
          {text && `${text} · `}
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
  if (item.rollout_id !== null) {
    return (
      <Link
        to="/firmware/$rolloutId"
        params={{ rolloutId: String(item.rollout_id) }}
        className={classes.item!}
      >
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

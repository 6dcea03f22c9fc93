import type { WebhookEndpoint } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ago } from '../../../ui/dates/duration.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './webhooks.module.css'

interface EndpointTableProps {
  endpoints: WebhookEndpoint[] | undefined
  /** whose they are stands below their names */
  ofAll: boolean
  empty: ReactNode
  onOpen: (endpoint: WebhookEndpoint) => void
}

/** Addresses that hear what happens, each with its state and its success. */
export function EndpointTable(props: EndpointTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('webhooks.title')}
      columns={useColumns(props.ofAll)}
      rows={props.endpoints}
      rowKey={({ id }) => id}
      onOpen={props.onOpen}
      skeletonRows={3}
      empty={props.empty}
      phoneRow={(one) => (
        <EndpointLink of={one} className={classes.phone!}>
          <ListRow
            top={one.name}
            bottom={one.url}
            right={<EndpointState of={one} />}
            rightBottom={<Success of={one} />}
          />
        </EndpointLink>
      )}
    />
  )
}

interface LinkProps {
  of: WebhookEndpoint
  className: string
  children: ReactNode
}

const EndpointLink = ({ of: { id }, className, children }: LinkProps) => (
  <Link to="/webhooks" search={{ endpoint: id }} className={className}>
    {children}
  </Link>
)

/** On, failing, or switched off and why. */
export function EndpointState({ of }: { of: WebhookEndpoint }) {
  const { t } = useTranslation()
  if (of.on && of.failing_since) return <Badge tone="orange">{t('webhooks.state.troubled')}</Badge>
  if (of.on) return <Badge tone="green">{t('webhooks.state.on')}</Badge>
  const why = of.off_why ?? 'person'
  return <Badge tone={why === 'person' ? 'gray' : 'red'}>{t(`webhooks.state.${why}`)}</Badge>
}

/** How many of those that were tried to the end have arrived. */
function Success({ of: { delivered, dead } }: { of: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const all = delivered + dead
  if (all === 0) return t('webhooks.nothingSent')
  return t('webhooks.success', { share: number(Math.floor((delivered / all) * 100)) })
}

function useColumns(ofAll: boolean): Column<WebhookEndpoint>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    {
      key: 'name',
      head: t('webhooks.name'),
      width: 240,
      cell: (one) => (
        <TwoLines
          top={
            <EndpointLink of={one} className={classes.name!}>
              {one.name}
            </EndpointLink>
          }
          bottom={ofAll ? one.owner.name : <Ago at={one.delivered_at} />}
        />
      ),
    },
    {
      key: 'told',
      head: t('webhooks.told'),
      grows: true,
      cell: ({ url, events, locations }) => (
        <TwoLines
          top={url}
          bottom={[
            t('webhooks.events', { count: events.length }),
            locations === null ? t('webhooks.allLocations') : locations.map(({ name }) => name).join(', '),
          ].join(' · ')}
        />
      ),
    },
    {
      key: 'success',
      head: t('webhooks.week'),
      width: 190,
      hideBelow: 'md',
      cell: (one) => (
        <TwoLines
          top={<Success of={one} />}
          bottom={t('webhooks.counts', { dead: number(one.dead), waiting: number(one.waiting) })}
        />
      ),
    },
    { key: 'state', head: t('webhooks.stateHead'), width: 190, cell: (one) => <EndpointState of={one} /> },
  ]
}

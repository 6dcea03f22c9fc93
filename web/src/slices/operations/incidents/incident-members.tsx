import type { IncidentMember, IncidentView } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { useMembers } from './incident-queries.ts'
import classes from './incidents.module.css'
import { useMemberWord } from './use-incident-words.ts'

/** What an incident touches: stations, payments and so on; what goes wrong now comes first. */
export function IncidentMembers({ id, kind }: Pick<IncidentView, 'id' | 'kind'>) {
  const { t } = useTranslation()
  const query = useMembers(id)
  const wordOf = useMemberWord()
  const columns = useColumns(kind)
  return (
    <Panel title={t('incidents.members.title')} count={query.items && query.total} flush>
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('incidents.members.title')}
          columns={columns}
          rows={query.items}
          rowKey={({ subject }) => subject}
          skeletonRows={3}
          empty={<EmptyState drawing="calm" title={t('incidents.members.none')} />}
          phoneRow={(one) => (
            <Target member={one} className={classes.phone!}>
              <ListRow
                top={<Name member={one} />}
                bottom={wordOf(kind, one) ?? one.location_name}
                right={<Ended {...one} />}
                rightBottom={<When at={one.since} style="dayTime" />}
              />
            </Target>
          )}
        />
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
    </Panel>
  )
}

function useColumns(kind: IncidentView['kind']): Column<IncidentMember>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const wordOf = useMemberWord()
  return [
    {
      key: 'subject',
      grows: true,
      head: t('incidents.members.what'),
      cell: (one) => (
        <TwoLines
          top={
            <Target member={one} className={classes.name!}>
              <Name member={one} />
            </Target>
          }
          bottom={one.location_name}
        />
      ),
    },
    {
      key: 'word',
      head: t('incidents.members.word'),
      cell: (one) => wordOf(kind, one) ?? <Dash label={t('common.noValue')} />,
    },
    {
      key: 'since',
      head: t('incidents.began'),
      cell: ({ since }) => <When at={since} style="dayTime" />,
    },
    {
      key: 'until',
      head: t('incidents.members.until'),
      cell: (one) => <Ended {...one} />,
    },
    {
      key: 'times',
      head: t('incidents.members.times'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ times }) => format.number(times),
    },
  ]
}

/** When it ended, or that it goes on. */
function Ended({ until }: IncidentMember) {
  const { t } = useTranslation()
  if (until) return <When at={until} style="dayTime" />
  return <Badge tone="red">{t('incidents.members.now')}</Badge>
}

function Name({ member: { subject, station_id, station_number, order_id } }: { member: IncidentMember }) {
  const { t } = useTranslation()
  const [what = '', id = ''] = subject.split(':')
  if (what === 'station') {
    const number = station_number === null ? station_id : stationNumber(station_number)
    return t('incidents.subject.station', { number: number ?? id })
  }
  if (what === 'payment') return t('incidents.subject.payment', { id: order_id ?? id })
  if (what === 'receipt') return t('incidents.subject.receipt', { id })
  if (what === 'rollout') return t('incidents.subject.rollout', { id })
  return t(what === 'ledger' ? 'incidents.subject.ledger' : 'incidents.subject.difference', { id })
}

interface TargetProps {
  member: IncidentMember
  className: string
  children: ReactNode
}

/** Leads to what it is about, where there is a page of it that is open to one's role. */
function Target({ member: { subject, station_id, order_id }, className, children }: TargetProps) {
  const role = useManager()?.role
  const [what, id = ''] = subject.split(':')
  if (order_id !== null && role !== 'manager')
    return (
      <Link to="/orders/$orderId/information" params={{ orderId: String(order_id) }} className={className}>
        {children}
      </Link>
    )
  if (station_id !== null)
    return (
      <Link
        to="/charge-points/$stationId/information"
        params={{ stationId: station_id }}
        className={className}
      >
        {children}
      </Link>
    )
  if (role !== 'administrator') return <span className={className}>{children}</span>
  if (what === 'rollout')
    return (
      <Link to="/firmware/$rolloutId" params={{ rolloutId: id }} className={className}>
        {children}
      </Link>
    )
  if (what === 'difference')
    return (
      <Link to="/reconciliation" className={className}>
        {children}
      </Link>
    )
  return <span className={className}>{children}</span>
}

import type { IncidentView } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { Lasted, SeverityBadge, StateBadge } from './incident-marks.tsx'
import classes from './incidents.module.css'
import { useIncidentWords } from './use-incident-words.ts'

interface IncidentTableProps {
  incidents: IncidentView[] | undefined
  onOpen: (incident: IncidentView) => void
  empty: ReactNode
}

/** Incidents: what goes wrong, how bad it is, where, since when and what it costs. */
export function IncidentTable({ incidents, onOpen, empty }: IncidentTableProps) {
  const { t } = useTranslation()
  const { titleOf } = useIncidentWords()
  return (
    <DataTable
      label={t('incidents.title')}
      columns={useColumns()}
      rows={incidents}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={empty}
      phoneRow={(one) => (
        <IncidentLink id={one.id} className={classes.phone!}>
          <ListRow
            top={titleOf(one)}
            bottom={
              <>
                {t(`incidents.severity.${one.severity}`)} · <Lasted {...one} />
              </>
            }
            right={null}
            rightBottom={<StateBadge {...one} />}
          />
        </IncidentLink>
      )}
    />
  )
}

function IncidentLink({ id, className, children }: { id: number; className: string; children: ReactNode }) {
  return (
    <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className={className}>
      {children}
    </Link>
  )
}

function useColumns(): Column<IncidentView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { titleOf } = useIncidentWords()
  const none = <Dash label={t('common.noValue')} />
  return [
    {
      key: 'incident',
      grows: true,
      head: t('incidents.columns.incident'),
      cell: (one) => (
        <TwoLines
          top={
            <IncidentLink id={one.id} className={classes.name!}>
              {titleOf(one)}
            </IncidentLink>
          }
          bottom={<Where {...one} />}
        />
      ),
    },
    {
      key: 'severity',
      head: t('incidents.columns.severity'),
      cell: (one) => <SeverityBadge {...one} />,
    },
    {
      key: 'state',
      head: t('incidents.columns.state'),
      cell: (one) =>
        one.assignee ? (
          <TwoLines top={<StateBadge {...one} />} bottom={one.assignee.name} />
        ) : (
          <StateBadge {...one} />
        ),
    },
    {
      key: 'since',
      head: t('incidents.columns.since'),
      cell: (one) => (
        <TwoLines top={<When at={one.opened_at} style="dayTime" />} bottom={<Lasted {...one} />} />
      ),
    },
    {
      key: 'stations',
      head: t('incidents.columns.stations'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ stations }) => (stations > 0 ? format.number(stations) : none),
    },
    {
      key: 'lost',
      head: t('incidents.columns.lost', { currency: network.currencySign }),
      align: 'right',
      hideBelow: 'md',
      cell: ({ lost }) => (lost > 0 ? <Money minor={lost} /> : none),
    },
  ]
}

/** The location, or how many there are. */
function Where({ cause, location, locations, stations }: IncidentView) {
  const { t } = useTranslation()
  const format = useFormat()
  // its name stands above where it is the cause
  if (cause === 'station' || cause === 'location')
    return t('incidents.stationCount', { count: stations, n: format.number(stations) })
  if (location) return location.name
  return locations > 0
    ? t('incidents.locations', { count: locations, n: format.number(locations) })
    : t('incidents.noLocation')
}

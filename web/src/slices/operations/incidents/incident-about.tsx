import type { IncidentView } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { Lasted, SeverityBadge, StateBadge } from './incident-marks.tsx'
import classes from './incidents.module.css'
import { useCause, useIncidentWords } from './use-incident-words.ts'

/** How an incident stands, what it probably comes from, and what it costs. */
export function IncidentAbout({ incident }: { incident: IncidentView }) {
  const { t } = useTranslation()
  const { evidenceOf } = useIncidentWords()
  const { cause, cause_value, location, merged_into, whole } = incident
  const named = useCause()(cause, cause_value, location?.name)
  const evidence = evidenceOf(incident)
  return (
    <Panel title={t('incidents.about')}>
      {merged_into !== null && (
        <p className={classes.note}>
          <Link to="/incidents/$incidentId" params={{ incidentId: String(merged_into) }}>
            {t('incidents.mergedInto', { id: merged_into })}
          </Link>
        </p>
      )}
      {named !== null && cause !== 'station' && (
        <p className={classes.note} data-strong>
          <b>{t('incidents.likelyCause', { cause: named })}</b>
          {evidence && <span>{evidence}</span>}
        </p>
      )}
      {!whole && <p className={classes.note}>{t('incidents.partly')}</p>}
      <div className={classes.pair}>
        <States {...incident} />
        <Cost {...incident} />
      </div>
    </Panel>
  )
}

function States(incident: IncidentView) {
  const { t } = useTranslation()
  const { opened_at, noticed_at, acknowledged_at, acknowledged_by, assignee } = incident
  const { calm_since, closed_at, closed_by } = incident
  return (
    <Facts>
      <Fact name={t('incidents.columns.state')}>
        <StateBadge {...incident} />
      </Fact>
      <Fact name={t('incidents.columns.severity')}>
        <SeverityBadge {...incident} />
      </Fact>
      <Fact name={t('incidents.began')}>
        <When at={opened_at} />
      </Fact>
      <Fact name={t('incidents.noticed')}>
        <When at={noticed_at} />
      </Fact>
      <Fact name={t('incidents.lasted')}>
        <Lasted {...incident} />
      </Fact>
      {acknowledged_at && (
        <Fact name={t('incidents.acknowledged')}>
          {acknowledged_by && `${acknowledged_by} · `}
          <When at={acknowledged_at} />
        </Fact>
      )}
      {assignee && <Fact name={t('incidents.assignee')}>{assignee.name}</Fact>}
      {calm_since && !closed_at && (
        <Fact name={t('incidents.calmSince')}>
          <When at={calm_since} />
        </Fact>
      )}
      {closed_at && (
        <Fact name={t('incidents.closed')}>
          {`${closed_by ?? t('incidents.byItself')} · `}
          <When at={closed_at} />
        </Fact>
      )}
    </Facts>
  )
}

function Cost({
  location,
  locations,
  stations,
  stations_now,
  sessions,
  lost,
  reopened,
  duplicates,
}: IncidentView) {
  const { t } = useTranslation()
  const format = useFormat()
  const touched =
    stations_now < stations
      ? t('incidents.stationsNow', { n: format.number(stations), now: format.number(stations_now) })
      : format.number(stations)
  return (
    <Facts>
      <Fact name={t('incidents.columns.stations')}>{touched}</Fact>
      {location ? (
        <Fact name={t('incidents.location')}>
          <Link
            to="/locations/$locationId/stations"
            params={{ locationId: String(location.id) }}
            className={classes.link!}
          >
            {location.name}
          </Link>
        </Fact>
      ) : (
        locations > 0 && <Fact name={t('incidents.locationCount')}>{format.number(locations)}</Fact>
      )}
      {reopened > 0 && <Fact name={t('incidents.reopened')}>{format.number(reopened)}</Fact>}
      {duplicates > 0 && <Fact name={t('incidents.duplicates')}>{format.number(duplicates)}</Fact>}
      <Fact name={t('incidents.sessions')}>{format.number(sessions)}</Fact>
      <Fact name={t('incidents.lost')} strong>
        <Money minor={lost} unit />
      </Fact>
    </Facts>
  )
}

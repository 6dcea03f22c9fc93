import { Skeleton, UnstyledButton } from '@mantine/core'
import {
  type FailureStage,
  failureStages,
  type OutcomeGroup,
  type OutcomeRow,
  type Outcomes,
  outcomeGroups,
} from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { Share } from './figure.tsx'
import classes from './insight.module.css'
import type { InsightFilters } from './insight-filters.ts'
import { type InsightScope, listOf, useOutcomes } from './insight-queries.ts'

interface SuccessPanelProps {
  scope: InsightScope
  filters: InsightFilters
  onFilters: (filters: InsightFilters) => void
}

const failedOf = ({ failed }: Outcomes, stage?: FailureStage): number =>
  stage ? failed[stage] : failureStages.reduce((sum, one) => sum + failed[one], 0)

const rateOf = (outcomes: Outcomes | undefined): number | null =>
  outcomes && outcomes.attempts > 0 ? 1 - failedOf(outcomes) / outcomes.attempts : null

/** How many attempted sessions charged, and at which stage and where the others failed. */
export function SuccessPanel({ scope, filters, onFilters }: SuccessPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { by = 'connector', stage } = filters
  const query = useOutcomes(scope, by, stage)
  const { data } = query
  const failed = data ? failedOf(data.current) : 0
  const most = Math.max(1, ...(data?.rows ?? []).map((row) => failedOf(row, stage)))
  return (
    <Panel title={t('insight.success.title')}>
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton height={320} />
      ) : (
        <>
          <Share
            value={rateOf(data.current)}
            before={rateOf(data.previous)}
            search={{ ...listOf(scope), failed: [...failureStages] }}
            note={t('insight.success.of', {
              count: data.current.attempts,
              n: format.number(data.current.attempts - failed),
              total: format.number(data.current.attempts),
            })}
          />
          <h3 className={classes.subtitle}>{t('insight.success.reasons')}</h3>
          <Stages
            outcomes={data}
            scope={scope}
            chosen={stage}
            onChoose={(next) => onFilters({ ...filters, stage: next })}
          />
          <Where scope={scope} filters={filters} onFilters={onFilters} />
          {data.rows.length === 0 ? (
            <p className={classes.quiet}>{t('insight.success.none')}</p>
          ) : (
            <ol className={classes.bars} data-stale={query.isPlaceholderData || undefined}>
              {data.rows.map((row) => (
                <li key={JSON.stringify([row.connector_id, row.station_id, row.location_id, row.name])}>
                  <Place row={row} by={by} scope={scope} stage={stage} most={most} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Panel>
  )
}

/** Where attempts failed: the heading, and by what it is grouped. */
function Where({ scope, filters, onFilters }: SuccessPanelProps) {
  const { t } = useTranslation()
  const { by = 'connector', stage } = filters
  const groups = outcomeGroups.filter(
    (group) => !scope.stationId || group === 'connector' || group === 'firmware',
  )
  return (
    <div className={classes.split}>
      <h3 className={classes.subtitle}>
        {stage
          ? t('insight.success.whereStage', { stage: t(`insight.stage.${stage}`) })
          : t('insight.success.where')}
      </h3>
      <div className={classes.scroller}>
        <SegmentedControl
          bare
          aria-label={t('insight.success.by')}
          value={by}
          onChange={(next) => onFilters({ ...filters, by: next === 'connector' ? undefined : next })}
          data={groups.map((value) => ({ value, label: t(`insight.group.${value}`) }))}
        />
      </div>
    </div>
  )
}

interface StagesProps {
  outcomes: NonNullable<ReturnType<typeof useOutcomes>['data']>
  scope: InsightScope
  chosen: FailureStage | undefined
  onChoose: (stage: FailureStage | undefined) => void
}

/** How many sessions failed at each stage; a stage can be chosen. */
function Stages({ outcomes: { current, previous }, scope, chosen, onChoose }: StagesProps) {
  const { t } = useTranslation()
  const failed = failedOf(current)
  return (
    <ul className={classes.bars}>
      {failureStages.map((one) => (
        <li key={one} className={classes.bar} data-chosen={chosen === one || undefined}>
          <UnstyledButton
            className={classes.name!}
            aria-pressed={chosen === one}
            onClick={() => onChoose(chosen === one ? undefined : one)}
          >
            {t(`insight.stage.${one}`)}
          </UnstyledButton>
          <Bar share={failed === 0 ? 0 : current.failed[one] / failed} />
          <FailedLink
            scope={scope}
            stages={[one]}
            count={current.failed[one]}
            before={previous.failed[one]}
            name={t(`insight.stage.${one}`)}
          />
        </li>
      ))}
    </ul>
  )
}

const Bar = ({ share }: { share: number }) => (
  <span className={classes.track} aria-hidden="true">
    <span className={classes.fill} style={{ width: `${Math.round(share * 100)}%` }} />
  </span>
)

interface FailedLinkProps {
  scope: InsightScope
  stages: FailureStage[]
  count: number
  before: number
  name: string
}

/** A count that opens the sessions behind it. */
function FailedLink({ scope, stages, count, before, name }: FailedLinkProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Link
      to="/dashboard"
      search={{ ...listOf(scope), failed: stages }}
      hash="history"
      className={classes.count!}
      aria-label={t('insight.success.open', { n: count, name })}
    >
      {format.number(count)}
      <span className={classes.before}> {t('insight.before', { n: format.number(before) })}</span>
    </Link>
  )
}

/** The filter of the charging history that stands for a row. */
function filterOf({ connector_id, station_id, location_id, name }: OutcomeRow, by: OutcomeGroup) {
  if (by === 'connector') return { connector: connector_id ?? undefined }
  if (by === 'station') return { station: station_id ?? undefined }
  if (by === 'location') return { locations: location_id === null ? undefined : [location_id] }
  return { [by]: name ?? undefined }
}

interface PlaceProps {
  row: OutcomeRow
  by: OutcomeGroup
  scope: InsightScope
  stage: FailureStage | undefined
  /** the failures of the row that has most */
  most: number
}

/** Where sessions failed, with a link to them. A row without a name has no link, because it cannot be filtered. */
function Place({ row, by, scope, stage, most }: PlaceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { connector_id, station_id, station_number, location_id, location_name, name } = row
  const station = station_number === null ? '' : stationNumber(station_number)
  const [title, of] =
    connector_id !== null
      ? [`${station} · ${row.connector_number} ${row.connector_type}`, location_name]
      : station_id !== null
        ? [station, location_name]
        : location_id !== null
          ? [location_name, '']
          : [name || t('insight.unknown'), '']
  const words = (
    <>
      <span className={classes.name}>
        {title} {of && <span className={classes.before}>{of}</span>}
      </span>
      <Bar share={failedOf(row, stage) / most} />
      <span className={classes.count}>
        {t('insight.success.failedOf', {
          n: format.number(failedOf(row, stage)),
          total: format.number(row.attempts),
        })}
      </span>
    </>
  )
  if (name === '') return <div className={classes.bar}>{words}</div>
  return (
    <Link
      to="/dashboard"
      search={{ ...listOf(scope), ...filterOf(row, by), failed: stage ? [stage] : [...failureStages] }}
      hash="history"
      className={classes.bar!}
    >
      {words}
    </Link>
  )
}

import { Skeleton } from '@mantine/core'
import { type CsvFormat, contract, type Uptime } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { saveCsvFile } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { CsvIconMenu } from '../../../ui/download/csv-menu.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type TimelineFilters, withFilters } from './filters.ts'
import { uptimeQuery } from './timeline-query.ts'
import { Percent } from './uptime-figure.tsx'
import classes from './uptime-panel.module.css'
import strip from './uptime-strip.module.css'
import { UptimeStrip } from './uptime-strip.tsx'

interface UptimePanelProps {
  stationId: string
  filters: TimelineFilters
  onFilter: (filters: TimelineFilters) => void
}

/** The uptime of a station or of one of its connectors: the figure, and a bar a day. */
export function UptimePanel({ stationId, filters, onFilter }: UptimePanelProps) {
  const { t } = useTranslation()
  const days = filters.days === '90' ? 90 : 30
  const query = useQuery(uptimeQuery(stationId, days))
  const uptime = query.data
  const one = uptime?.connectors.find(({ ordinal }) => ordinal === filters.connector)
  return (
    <Panel
      title={t('timeline.uptime.title')}
      actions={
        <>
          <SegmentedControl
            aria-label={t('timeline.uptime.period')}
            data={['30', '90'].map((value) => ({
              value,
              label: t('timeline.uptime.days', { count: Number(value) }),
            }))}
            value={String(days)}
            onChange={(value) =>
              onFilter(withFilters(filters, { days: value === '90' ? '90' : undefined, day: undefined }))
            }
          />
          <FileButton stationId={stationId} days={days} />
        </>
      }
    >
      {!uptime && query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !uptime ? (
        <div className={classes.bones} aria-busy="true">
          <Skeleton height={40} width={160} />
          <Skeleton height={56} radius={4} />
          <Skeleton height={14} width="70%" />
        </div>
      ) : (
        <>
          <Figures
            uptime={uptime}
            chosen={one?.ordinal}
            onChoose={(connector) => onFilter(withFilters(filters, { connector }))}
          />
          <UptimeStrip
            days={(one ?? uptime).days}
            chosen={filters.day}
            onChoose={(day) => onFilter(withFilters(filters, { day }))}
          />
          <Foot days={(one ?? uptime).days} />
          <p className={classes.rule}>{t(one ? 'timeline.uptime.ruleConnector' : 'timeline.uptime.rule')}</p>
        </>
      )}
    </Panel>
  )
}

interface FiguresProps {
  uptime: Uptime
  /** the connector's ordinal */
  chosen: number | undefined
  onChoose: (connector: number | undefined) => void
}

/** The figure of the station and of each connector; the bars and the list below show the chosen one. */
function Figures({ uptime, chosen, onChoose }: FiguresProps) {
  const { t } = useTranslation()
  const several = uptime.connectors.length > 1
  return (
    <div className={classes.figures}>
      <Figure
        label={
          several ? t('timeline.uptime.station') : t('timeline.uptime.ofDays', { count: uptime.days.length })
        }
        of={uptime}
        {...(several ? { chosen: chosen === undefined, onChoose: () => onChoose(undefined) } : {})}
      />
      {several &&
        uptime.connectors.map((connector) => (
          <Figure
            key={connector.id}
            label={t('timeline.uptime.connector', { number: connector.ordinal })}
            of={connector}
            chosen={chosen === connector.ordinal}
            onChoose={() => onChoose(connector.ordinal)}
          />
        ))}
    </div>
  )
}

interface FigureProps {
  label: string
  of: Pick<Uptime, 'percent' | 'down_seconds'>
  chosen?: boolean
  onChoose?: () => void
}

function Figure({ label, of, chosen, onChoose }: FigureProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        <Percent value={of.percent} />
      </span>
      <span className={classes.label}>
        {of.percent === null
          ? t('timeline.uptime.noData')
          : of.down_seconds === 0
            ? t('timeline.uptime.noDowntime')
            : t('timeline.uptime.downFor', { duration: format.duration(of.down_seconds) })}
      </span>
    </>
  )
  if (!onChoose) return <div className={classes.figure}>{text}</div>
  return (
    <button type="button" className={classes.figure} aria-pressed={chosen} onClick={onChoose}>
      {text}
    </button>
  )
}

const marks = [
  ['up', 'up'],
  ['down', 'down'],
  ['planned', 'planned'],
  ['unknown', 'unknown'],
  ['no_data', 'noData'],
] as const

/** The first and last day of the bars, and the meaning of the colours that occur. */
function Foot({ days }: { days: Uptime['days'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const first = days[0]
  return (
    <>
      <div className={classes.ends}>
        <span>{first && format.when(new Date(`${first.day}T12:00:00Z`), 'shortDay', 'UTC')}</span>
        <span>{t('timeline.uptime.today')}</span>
      </div>
      <ul className={classes.legend}>
        {marks
          .filter(([part]) => part === 'up' || days.some((day) => day[`${part}_seconds`] > 0))
          .map(([part, name]) => (
            <li key={part}>
              <i className={strip.swatch} data-part={part === 'no_data' ? 'none' : part} />
              {t(`timeline.uptime.${name}`)}
            </li>
          ))}
      </ul>
    </>
  )
}

function FileButton({ stationId, days }: { stationId: string; days: number }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const fetching = useChange({
    mutationFn: (format: CsvFormat) =>
      request(contract.timeline.uptimeFile, { params: { id: stationId }, query: { days, format } }).then(
        (text) => saveCsvFile(`uptime-${stationId}.csv`, text),
      ),
  })
  const label = fetching.isError ? errorText(fetching.error) : t('timeline.uptime.fileLabel')
  return (
    <CsvIconMenu
      label={label}
      loading={fetching.isPending}
      bad={fetching.isError}
      onChoose={fetching.mutate}
    />
  )
}

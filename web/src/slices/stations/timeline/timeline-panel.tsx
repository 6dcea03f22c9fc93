import { Button, Chip, Group, Skeleton } from '@mantine/core'
import { type TimelineEvent, type TimelineGroup, timelineGroups, type Uptime } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { MoreButton } from '../../../ui/buttons/more-button.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconX } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { EventRow } from './event-row.tsx'
import { type TimelineFilters, withFilters } from './filters.ts'
import classes from './timeline-panel.module.css'
import { eventsQuery, uptimeQuery } from './timeline-query.ts'
import { useDayWords } from './uptime-strip.tsx'

interface TimelinePanelProps {
  stationId: string
  filters: TimelineFilters
  onFilter: (filters: TimelineFilters) => void
}

/** Only administrators see technical events (domain.md#roles-and-scope). */
const technical: readonly TimelineGroup[] = ['security', 'firmware']

/** What happened to a station, newest first, by days of its location. */
export function TimelinePanel({ stationId, filters, onFilter }: TimelinePanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const uptime = useQuery(uptimeQuery(stationId, filters.days === '90' ? 90 : 30)).data
  const timeZone = uptime?.time_zone
  const query = useInfiniteQuery(eventsQuery(stationId, filters, timeZone))
  const events = query.data?.pages.flatMap(({ items }) => items)
  const { connector, day } = filters
  return (
    <Panel
      title={t('timeline.list.title')}
      actions={
        timeZone && (
          <span className={classes.zone}>
            {t('timeline.list.zone', { zone: format.zone(new Date(), timeZone) })}
          </span>
        )
      }
      filters={<Filters filters={filters} onFilter={onFilter} />}
      flush
    >
      {query.error && !events ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !events || !timeZone ? (
        <Bones />
      ) : events.length === 0 ? (
        <Nothing filters={filters} onFilter={onFilter} />
      ) : (
        <>
          <Days
            events={events}
            timeZone={timeZone}
            uptime={uptime}
            connector={connector}
            onChoose={(chosen) =>
              onFilter(withFilters(filters, { day: chosen === day ? undefined : chosen }))
            }
          />
          <MoreButton query={query} />
        </>
      )}
    </Panel>
  )
}

/** No events: at all, or with the filters. */
function Nothing({ filters, onFilter }: Omit<TimelinePanelProps, 'stationId'>) {
  const { t } = useTranslation()
  const { kinds, connector, day } = filters
  if (!kinds && !connector && !day)
    return <EmptyState drawing="plug" title={t('timeline.list.empty')} text={t('timeline.list.emptyText')} />
  const clear = () =>
    onFilter(withFilters(filters, { kinds: undefined, connector: undefined, day: undefined }))
  return (
    <EmptyState
      drawing="search"
      title={t('timeline.list.noMatch')}
      action={
        <Button variant="default" onClick={clear}>
          {t('timeline.list.clear')}
        </Button>
      }
    />
  )
}

function Filters({ filters, onFilter }: Omit<TimelinePanelProps, 'stationId'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const administrator = useManager()?.role === 'administrator'
  const { kinds, day } = filters
  const groups = timelineGroups.filter((group) => administrator || !technical.includes(group))
  const name = day && format.when(new Date(`${day}T12:00:00Z`), 'shortDay', 'UTC')
  return (
    <>
      <Chip.Group
        multiple
        value={kinds ?? []}
        onChange={(chosen) => {
          const next = timelineGroups.filter((group) => chosen.includes(group))
          onFilter(withFilters(filters, { kinds: next.length > 0 ? next : undefined }))
        }}
      >
        <Group gap={6} role="group" aria-label={t('timeline.list.kinds')}>
          {groups.map((group) => (
            <Chip key={group} value={group} size="sm" radius="sm" variant="light">
              {t(`timeline.group.${group}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {name && (
        <Button
          variant="light"
          size="compact-sm"
          rightSection={<IconX size={14} aria-hidden="true" />}
          aria-label={t('timeline.list.allDays', { day: name })}
          onClick={() => onFilter(withFilters(filters, { day: undefined }))}
        >
          {name}
        </Button>
      )}
    </>
  )
}

interface DaysProps {
  events: readonly TimelineEvent[]
  timeZone: string
  uptime: Uptime | undefined
  connector: number | undefined
  onChoose: (day: string) => void
}

function Days({ events, timeZone, uptime, connector, onChoose }: DaysProps) {
  const words = useDayWords()
  const format = useFormat()
  const groups = useMemo(() => groupsOf(events, timeZone), [events, timeZone])
  const counted = uptime?.connectors.find(({ ordinal }) => ordinal === connector) ?? uptime
  const known = new Map(counted?.days.map((one) => [one.day, one]))
  const today = counted?.days.at(-1)?.day
  return (
    <>
      {groups.map(({ day, items }) => {
        const one = known.get(day)
        const [name, ...facts] = one
          ? words(one, day === today)
          : [format.when(new Date(`${day}T12:00:00Z`), 'day', 'UTC')]
        return (
          <section key={day} aria-label={name}>
            <h3 className={classes.day}>
              <button type="button" className={classes.choose} onClick={() => onChoose(day)}>
                {name}
              </button>
              {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
            </h3>
            <ol className={classes.events}>
              {items.map((event) => (
                <EventRow key={event.id} event={event} timeZone={timeZone} />
              ))}
            </ol>
          </section>
        )
      })}
    </>
  )
}

function groupsOf(events: readonly TimelineEvent[], timeZone: string) {
  const groups: { day: string; items: TimelineEvent[] }[] = []
  for (const event of events) {
    const day = dayOf(new Date(event.at), timeZone)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(event)
    else groups.push({ day, items: [event] })
  }
  return groups
}

const bones = Array.from({ length: 8 }, (_, line) => `bone ${line}`)

const Bones = () => (
  <div className={classes.bones} aria-busy="true">
    {bones.map((line) => (
      <Skeleton key={line} height={36} radius={6} />
    ))}
  </div>
)

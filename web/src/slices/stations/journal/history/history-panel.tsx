import { ActionIcon, Button, Loader, Skeleton, Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconPlayerPause, IconPlayerPlay } from '../../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { FullPanel } from '../full-panel.tsx'
import { ExchangeList } from './exchange-list.tsx'
import { exchangesOf } from './exchanges.ts'
import { ExportMenu } from './export-menu.tsx'
import { type ConsoleFilters, isFiltered, isPast, isRanged } from './filters.ts'
import { useHistory } from './history.ts'
import { HistoryFilters } from './history-filters.tsx'
import classes from './history-panel.module.css'

interface HistoryPanelProps {
  stationId: string
  filters: ConsoleFilters
  onFilter: (filters: ConsoleFilters) => void
  /** actions to choose from, besides those that stations call */
  /** names of messages, to choose from */
  known: readonly string[]
}

/** Everything that crossed a station's socket: live, with filters and search, back to the oldest frame that is kept. */
export function HistoryPanel({ stationId, filters, onFilter, known }: HistoryPanelProps) {
  const { t } = useTranslation()
  const [paused, setPaused] = useState(false)
  const [opening, setOpening] = useState(0)
  const past = isPast(filters)
  const follows = !paused && !past
  const pauseLabel = paused ? t('console.tail.resume') : t('console.tail.pause')
  const Icon = paused ? IconPlayerPlay : IconPlayerPause
  return (
    <FullPanel
      title={t('console.history.title')}
      actions={
        <>
          <span className={classes.tail} data-on={follows || undefined} role="status">
            {follows ? t('console.tail.live') : past ? t('console.tail.past') : t('console.tail.paused')}
          </span>
          {!past && (
            <Tooltip label={pauseLabel}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={pauseLabel}
                onClick={() => setPaused(!paused)}
              >
                <Icon size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          <ExportMenu stationId={stationId} filters={filters} />
        </>
      }
      filters={<HistoryFilters filters={filters} onFilter={onFilter} known={known} />}
    >
      <History
        key={`${stationId} ${JSON.stringify(filters)} ${opening}`}
        stationId={stationId}
        filters={filters}
        follows={follows}
        onNewest={() => onFilter(withoutTime(filters))}
        onClear={() => onFilter({})}
        onOverflow={() => setOpening(opening + 1)}
      />
    </FullPanel>
  )
}

function withoutTime({ at: _, ...filters }: ConsoleFilters): ConsoleFilters {
  return filters
}

interface HistoryProps {
  stationId: string
  filters: ConsoleFilters
  follows: boolean
  onNewest: () => void
  onClear: () => void
  onOverflow: () => void
}

function History({ stationId, filters, follows, onNewest, onClear, onOverflow }: HistoryProps) {
  const { t } = useTranslation()
  const history = useHistory(stationId, filters, follows)
  const { frames, hasOlder, readsOlder, searchedTo, readOlder, overflows } = history
  const filtered = isFiltered(filters)
  const narrowed = filtered || isRanged(filters)
  const exchanges = useMemo(
    () => exchangesOf(frames ?? [], hasOlder && !filtered),
    [frames, hasOlder, filtered],
  )
  useEffect(() => {
    if (overflows) onOverflow()
  }, [overflows, onOverflow])
  if (history.error && !frames)
    return <ErrorState error={history.error} onRetry={() => void history.retry()} />
  if (!frames) return <Bones />
  const more = <SearchedTo ms={searchedTo} reads={readsOlder} onMore={readOlder} />
  if (exchanges.length === 0) {
    if (searchedTo !== null) return more
    return <Empty narrowed={narrowed} onClear={narrowed || filters.at ? onClear : undefined} />
  }
  const readOn = hasOlder && !readsOlder && searchedTo === null && !history.error
  return (
    <ExchangeList
      stationId={stationId}
      exchanges={exchanges}
      onEnd={readOn ? readOlder : undefined}
      top={filters.at && <Newer onNewer={history.readNewer} onNewest={onNewest} />}
      bottom={
        searchedTo !== null ? (
          more
        ) : history.error ? (
          <Foot>
            <Button variant="default" size="xs" onClick={readOlder}>
              {t('common.retry')}
            </Button>
          </Foot>
        ) : (
          <Foot>
            {readsOlder || hasOlder ? (
              <Loader size="xs" />
            ) : filters.since ? (
              t('console.history.rangeEnd')
            ) : (
              t('console.history.end')
            )}
          </Foot>
        )
      }
    />
  )
}

interface EmptyProps {
  narrowed: boolean
  /** absent where there is nothing to clear */
  onClear: (() => void) | undefined
}

/** No frame fits the filters, or there is none yet. */
function Empty({ narrowed, onClear }: EmptyProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing={narrowed ? 'search' : 'calm'}
      title={narrowed ? t('console.history.noMatch') : t('console.history.empty')}
      text={narrowed ? '' : t('console.history.emptyText')}
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            {t('console.filter.clear')}
          </Button>
        )
      }
    />
  )
}

const Foot = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>

/** Shows how far a long search with few results has come, with a button that continues it. */
function SearchedTo({ ms, reads, onMore }: { ms: number | null; reads: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (ms === null) return null
  return (
    <Foot>
      <span role="status">
        {t('console.history.searchedTo', { time: format.when(new Date(ms), 'fullSeconds') })}
      </span>
      <ChangeButton variant="default" size="xs" loading={reads} onClick={onMore}>
        {t('console.history.searchOn')}
      </ChangeButton>
    </Foot>
  )
}

/** Leads from a time in the past to the present, page by page or at once. */
function Newer({ onNewer, onNewest }: { onNewer: () => Promise<boolean>; onNewest: () => void }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'ready' | 'reading' | 'end'>('ready')
  const read = () => {
    setState('reading')
    onNewer().then(
      (more) => setState(more ? 'ready' : 'end'),
      () => setState('ready'),
    )
  }
  return (
    <Foot>
      {state !== 'end' && (
        <ChangeButton variant="default" size="xs" loading={state === 'reading'} onClick={read}>
          {t('console.history.newer')}
        </ChangeButton>
      )}
      <Button variant="subtle" size="xs" onClick={onNewest}>
        {t('console.history.newest')}
      </Button>
    </Foot>
  )
}

const bones = Array.from({ length: 14 }, (_, line) => `bone ${line}`)

function Bones() {
  return (
    <div className={classes.bones} aria-busy="true">
      {bones.map((line) => (
        <Skeleton key={line} height={16} />
      ))}
    </div>
  )
}

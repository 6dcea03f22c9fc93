import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { type ControllerLog, contract } from '@stationmaster/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { MoreButton } from '../../../ui/buttons/more-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { IconRefresh, IconTrash } from '../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { FullPanel } from './full-panel.tsx'
import classes from './log-panel.module.css'
import { logQuery } from './log-query.ts'

/** The connectors of the filter (domain.md#console). */
const connectors = ['all', '1', '2', '3', '4', '5']

interface LogPanelProps {
  stationId: string
  connector: number | null
  onConnector: (connector: number | null) => void
}

/** The log of a station's controller, with a filter by connector; it can be refreshed, and cleared from this screen only. */
export function LogPanel({ stationId, connector, onConnector }: LogPanelProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const log = useInfiniteQuery(logQuery(stationId, connector))
  const clear = useChange({
    mutationFn: () => request(contract.journal.clearControllerLog, { params: { stationId } }),
    onSuccess: () => client.resetQueries({ queryKey: ['journal', 'log', stationId] }),
  })
  const lines = log.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <FullPanel
        title={t('console.log.title')}
        actions={
          <>
            <Tool
              label={t('console.log.refresh')}
              icon={IconRefresh}
              loading={log.isRefetching}
              onClick={() => void log.refetch()}
            />
            <Tool
              label={t('console.log.clear')}
              icon={IconTrash}
              loading={clear.isPending}
              onClick={() => setAsking(true)}
            />
          </>
        }
        filters={<ConnectorFilter connector={connector} onConnector={onConnector} />}
      >
        {clear.isError && (
          <CommandAnswer good={false} onClose={clear.reset}>
            {errorText(clear.error)}
          </CommandAnswer>
        )}
        {log.error && !lines ? (
          <ErrorState error={log.error} onRetry={() => void log.refetch()} />
        ) : !lines ? (
          <Bones />
        ) : lines.length === 0 ? (
          <EmptyState drawing="calm" title={t('console.log.empty')} text={t('console.log.emptyText')} />
        ) : (
          <Lines lines={lines} log={log} />
        )}
      </FullPanel>
      <ConfirmDialog
        opened={asking}
        title={t('console.log.clearTitle')}
        text={t('console.log.clearText')}
        action={t('console.log.clear')}
        onConfirm={() => clear.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Of the whole station, or of one connector. */
function ConnectorFilter({ connector, onConnector }: Omit<LogPanelProps, 'stationId'>) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('console.log.connector')}
      data={connectors.map((value) => ({
        value,
        label: value === 'all' ? t('console.log.all') : value,
      }))}
      value={connector === null ? 'all' : String(connector)}
      onChange={(value) => onConnector(value === 'all' ? null : Number(value))}
    />
  )
}

interface ToolProps {
  label: string
  icon: typeof IconTrash
  loading: boolean
  onClick: () => void
}

function Tool({ label, icon: Icon, loading, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        loading={loading}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

interface LinesProps {
  lines: readonly ControllerLog[]
  log: ComponentProps<typeof MoreButton>['query']
}

function Lines({ lines, log }: LinesProps) {
  const { t } = useTranslation()
  return (
    <div
      role="log"
      className={classes.scroll}
      aria-label={t('console.log.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <ol className={classes.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      <MoreButton query={log} label={t('console.log.more')} />
    </div>
  )
}

function Line({ line }: { line: ControllerLog }) {
  const { t } = useTranslation()
  return (
    <li className={classes.line} data-level={line.level}>
      <span className={classes.time}>
        <When at={line.created_at} style="fullSeconds" />
      </span>
      <span className={classes.connector}>
        {line.connector_id === null
          ? t('console.log.station')
          : t('console.log.ofConnector', { number: line.connector_id })}
      </span>
      <span className={classes.level}>{t(`console.level.${line.level}`)}</span>
      <span className={classes.text}>{line.text}</span>
    </li>
  )
}

const bones = Array.from({ length: 14 }, (_, line) => `bone ${line}`)

const Bones = () => (
  <div className={classes.bones} aria-busy="true">
    {bones.map((line) => (
      <Skeleton key={line} height={14} />
    ))}
  </div>
)

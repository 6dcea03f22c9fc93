import { Button, NumberInput } from '@mantine/core'
import type { StationStream } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskItem } from '../tasks/task-item.tsx'
import { TaskOutcome } from '../tasks/task-outcome.tsx'
import classes from '../tasks/tasks.module.css'
import { useTask } from '../tasks/tasks-query.ts'
import { streamsQuery } from './readings-query.ts'

/** The streams of values that a station has opened: what each brings, its newest value, and how often it comes. */
export function StreamsPanel({ stationId }: { stationId: string }) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const { streams, online } = useQuery(streamsQuery(stationId)).data ?? {}
  const [ending, setEnding] = useState<StationStream | null>(null)
  if (!streams) return null
  const off = !online || task.isPending
  return (
    <Panel
      title={t('readings.streams.title')}
      count={streams.length}
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={off}
          onClick={() => task.mutate({ task: 'read_streams' })}
        >
          {t('readings.read')}
        </Button>
      }
    >
      <TaskOutcome task={task} />
      <p className={classes.fact}>
        {t(streams.length > 0 ? 'readings.streams.text' : 'readings.streams.none')}
      </p>
      <ul className={classes.list}>
        {streams.map((stream) => (
          <TaskItem
            key={stream.stream_id}
            name={<NameOf stream={stream} />}
            facts={<FactsOf stream={stream} />}
          >
            <Pace
              key={stream.interval_seconds}
              stream={stream}
              disabled={off}
              onSet={(interval_seconds) =>
                task.mutate({ task: 'adjust_stream', stream_id: stream.stream_id, interval_seconds })
              }
            />
            <Button variant="default" size="xs" disabled={off} onClick={() => setEnding(stream)}>
              {t('readings.streams.end')}
            </Button>
          </TaskItem>
        ))}
      </ul>
      <ConfirmDialog
        opened={ending !== null}
        title={t('readings.streams.endTitle')}
        text={t('readings.streams.endText')}
        action={t('readings.streams.end')}
        onConfirm={() => ending && task.mutate({ task: 'unwatch', monitor_id: ending.monitor_id })}
        onClose={() => setEnding(null)}
      />
    </Panel>
  )
}

function NameOf({ stream: { component, name, monitor_id: id } }: { stream: StationStream }) {
  const { t } = useTranslation()
  if (name === null) return t('readings.streams.monitor', { id })
  return (
    <>
      {component} <code>{name}</code>
    </>
  )
}

function FactsOf({ stream }: { stream: StationStream }) {
  const { t } = useTranslation()
  const { value, value_at: at, interval_seconds: seconds } = stream
  return (
    <>
      {value === null || at === null ? (
        t('readings.streams.noValue')
      ) : (
        <>
          <b>{value}</b> · <When at={at} style="timeSeconds" />
        </>
      )}
      {seconds !== null && ` · ${t('readings.streams.every', { count: seconds })}`}
    </>
  )
}

interface PaceProps {
  stream: StationStream
  disabled: boolean
  onSet: (seconds: number) => void
}

/** How often a stream comes at least. */
function Pace({ stream, disabled, onSet }: PaceProps) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<number | string>(stream.interval_seconds ?? '')
  const isChanged = typeof seconds === 'number' && seconds !== stream.interval_seconds
  return (
    <>
      <NumberInput
        size="xs"
        w={84}
        aria-label={t('readings.streams.interval')}
        min={1}
        max={86_400}
        allowDecimal={false}
        value={seconds}
        onChange={setSeconds}
      />
      <Button
        variant="default"
        size="xs"
        disabled={disabled || !isChanged}
        onClick={() => typeof seconds === 'number' && onSet(seconds)}
      >
        {t('readings.streams.adjust')}
      </Button>
    </>
  )
}

import type { TimelineEvent } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useRunningNow } from '../../../ui/dates/use-server-now.ts'
import { When } from '../../../ui/dates/when.tsx'
import {
  IconAlertTriangle,
  IconBolt,
  IconCalendarTime,
  IconCoins,
  IconCommand,
  IconCpu,
  IconEyeOff,
  IconPlug,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPower,
  IconQuestionMark,
  IconShieldExclamation,
  IconTool,
} from '../../../ui/pictures/icons.ts'
import classes from './event-row.module.css'
import { toneOf, useEventWords } from './words.ts'

const icons: Record<TimelineEvent['kind'], typeof IconPlug> = {
  connected: IconPlugConnected,
  disconnected: IconPlugConnectedX,
  unwatched: IconEyeOff,
  booted: IconPower,
  status: IconPlug,
  security: IconShieldExclamation,
  operation: IconTool,
  action: IconCommand,
  firmware: IconCpu,
  maintenance: IconCalendarTime,
  monetization: IconCoins,
  unanswered: IconQuestionMark,
  energy: IconBolt,
}

/** One thing that happened: when, what, and how long it lasted. */
export function EventRow({ event, timeZone }: { event: TimelineEvent; timeZone: string }) {
  const { title, details } = useEventWords()(event)
  const fault = event.kind === 'status' && event.word === 'Faulted'
  const Icon = fault ? IconAlertTriangle : icons[event.kind]
  return (
    <li className={classes.row} data-tone={toneOf(event)}>
      <span className={classes.time}>
        <When at={event.at} style="timeSeconds" timeZone={timeZone} />
      </span>
      <span className={classes.icon}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
      </div>
      {isState(event) && (
        <span className={classes.length}>
          {event.until === null ? <Lasts at={event.at} /> : <Lasted at={event.at} until={event.until} />}
        </span>
      )}
    </li>
  )
}

/** The events whose length is shown: an absence, and every status but free. */
const isState = ({ kind, word }: TimelineEvent): boolean =>
  kind === 'disconnected' || kind === 'unwatched' || (kind === 'status' && word !== 'Available')

function Lasted({ at, until }: { at: string; until: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = format.duration((Date.parse(until) - Date.parse(at)) / 1000)
  return <>{t('timeline.lasted', { duration })}</>
}

function Lasts({ at }: { at: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = format.duration(Math.max(0, useRunningNow() - Date.parse(at)) / 1000)
  return <b>{t('timeline.lasts', { duration })}</b>
}

import { Skeleton, UnstyledButton } from '@mantine/core'
import type { OcppMessage } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconArrowLeft, IconArrowRight, IconChevronRight } from '../../../../ui/pictures/icons.ts'
import { Payload } from '../../../../ui/words/payload.tsx'
import classes from './exchange-list.module.css'
import { type Exchange, latencyOf, outcomeOf, statusOf } from './exchanges.ts'
import { messageQuery } from './history.ts'

interface ExchangeRowProps {
  stationId: string
  exchange: Exchange
  open: boolean
  onToggle: () => void
}

/** One exchange: who called, the action, the time to the millisecond, the answer and its latency; both payloads when open. */
export function ExchangeRow({ stationId, exchange, open, onToggle }: ExchangeRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { lead, call } = exchange
  const at = new Date(lead.created_at)
  const fromStation = lead.message_from === 'station'
  const Arrow = fromStation ? IconArrowLeft : IconArrowRight
  const milliseconds = String(at.getUTCMilliseconds()).padStart(3, '0')
  const outcome = outcomeOf(exchange)
  const latencyMs = latencyOf(exchange)
  const status = outcome === 'unreadable' ? t('console.row.unreadable') : statusOf(exchange)
  return (
    <div className={classes.frame} data-outcome={outcome}>
      <UnstyledButton className={classes.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden="true" />
        <time className={classes.time} dateTime={lead.created_at} title={format.when(at, 'fullSeconds')}>
          {format.when(at, 'timeSeconds')}.{milliseconds}
        </time>
        <span className={classes.direction} data-from={lead.message_from}>
          <Arrow size={16} stroke={1.75} aria-hidden="true" />
          {fromStation ? t('console.row.fromStation') : t('console.row.toStation')}
        </span>
        <span className={classes.action}>
          {lead.action ?? lead.message_id ?? t('console.row.noAction')}
          {!call && outcome !== 'unreadable' && <em> {t('console.row.answer')}</em>}
          {lead.repeats > 1 && <em> ×{format.number(lead.repeats)}</em>}
        </span>
        {status && <span className={classes.status}>{status}</span>}
        <span className={classes.preview}>{open ? '' : preview(lead.payload)}</span>
        <span className={classes.latency}>
          {latencyMs !== null
            ? t('units.millisecond', { n: format.number(latencyMs) })
            : call
              ? t('console.row.open')
              : ''}
        </span>
      </UnstyledButton>
      {open && (
        <div className={classes.payloads} id={id}>
          {lead.remarks && (
            <p className={classes.remarks}>{t('console.row.remarks', { text: lead.remarks })}</p>
          )}
          <Half stationId={stationId} frame={lead} />
          {exchange.answer && exchange.answer !== lead ? (
            <Half stationId={stationId} frame={exchange.answer} />
          ) : (
            lead.pair && <Elsewhere stationId={stationId} id={lead.pair.id} at={lead.pair.created_at} />
          )}
        </div>
      )}
    </div>
  )
}

const previewMost = 300
const preview = (payload: unknown): string =>
  (typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? '')).slice(0, previewMost)

/** One frame of an exchange; a payload that the list cut is loaded whole. */
function Half({ stationId, frame }: { stationId: string; frame: OcppMessage }) {
  return frame.cut ? (
    <Elsewhere stationId={stationId} id={frame.id} at={frame.created_at} />
  ) : (
    <Shown frame={frame} />
  )
}

function Elsewhere({ stationId, id, at }: { stationId: string; id: number; at: string }) {
  const { data } = useQuery(messageQuery(stationId, id, at))
  return data ? <Shown frame={data} /> : <Skeleton height={72} />
}

/** What a frame is called, by its message type; an answer else. */
const titles: Readonly<Record<number, 'call' | 'unreadable' | 'error' | 'refused' | 'sent'>> = {
  0: 'unreadable',
  2: 'call',
  4: 'error',
  5: 'refused',
  6: 'sent',
}

function Shown({ frame }: { frame: OcppMessage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = new Date(frame.created_at)
  const time = `${format.when(at, 'fullSeconds')}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`
  const size = t('units.byte', { n: format.number(frame.size) })
  const title = t(`console.row.${titles[frame.message_type_id] ?? 'result'}`)
  return (
    <Payload
      title={title}
      facts={[time, size, frame.message_id].filter(Boolean).join(' · ')}
      value={frame.payload}
    />
  )
}

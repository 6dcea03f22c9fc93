import type { OrderDetails } from '@stationmaster/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { When } from '../../../../../ui/dates/when.tsx'
import { StatusDot } from '../../../../../ui/figures/status.tsx'
import type { Entry } from './chronology.ts'
import classes from './chronology-panel.module.css'
import { useEntryWords } from './entry-words.ts'
import { LongText } from './long-text.tsx'

/** Steps with less time between them belong together. */
const shownFromMs = 1000

/** One line of the chronology: time, kind, text, answer, and the time since the previous step. */
export const ChronologyEntry = memo(function ChronologyEntry({
  entry,
  order,
}: {
  entry: Entry
  order: OrderDetails
}) {
  const { t } = useTranslation()
  const { line } = entry
  const words = useEntryWords()
  const { title, facts, late, text, tone } = words(line, order)
  const answer = entry.answer && words(entry.answer, order)
  return (
    <li className={classes.entry}>
      <span className={classes.time}>
        <When at={line.created_at} style="timeSeconds" />
      </span>
      <span className={classes.kind} data-kind={line.kind}>
        <StatusDot tone={answer?.tone ?? tone} />
        {t(`order.kind.${line.kind}`)}
      </span>
      <div className={classes.words}>
        <p className={classes.what}>{title}</p>
        {(facts.length > 0 || line.request_endpoint || line.request_url) && (
          <p className={classes.facts}>
            <RequestLine entry={entry} />
            {facts.join(' · ')}
          </p>
        )}
        {answer && (
          <p className={classes.facts}>
            {'→ '}
            {[answer.title, ...answer.facts].join(' · ')}
          </p>
        )}
        {late && <p className={classes.late}>{late}</p>}
        {text && (
          <p className={classes.facts}>
            <LongText>{text}</LongText>
          </p>
        )}
      </div>
      <Latency ms={entry.latencyMs} />
    </li>
  )
})

function RequestLine({ entry: { line } }: { entry: Entry }) {
  const request = line.request_endpoint ?? line.request_url
  if (!request) return null
  const code = line.response_code
  return (
    <>
      {line.request_post === null ? '' : 'POST '}
      {request}
      {typeof code === 'number' && (
        <>
          {' → '}
          <span className={code >= 400 ? classes.badCode : classes.goodCode}>{code}</span>
        </>
      )}{' '}
    </>
  )
}

function Latency({ ms }: { ms: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (ms === null || ms < shownFromMs) return <span className={classes.latency} />
  const seconds = ms / 1000
  const text = seconds < 60 ? t('units.second', { n: format.number(seconds, 1) }) : format.duration(seconds)
  return (
    <span className={classes.latency} title={t('order.chronology.latency')}>
      +{text}
    </span>
  )
}

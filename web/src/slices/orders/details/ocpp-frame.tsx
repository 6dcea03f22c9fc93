import { UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import type { LoggedFrame } from './frames.ts'
import classes from './ocpp-log.module.css'

interface OcppFrameProps {
  logged: LoggedFrame
  open: boolean
  onToggle: () => void
}

/** One frame: who sent it, what it is, when to the millisecond; its payload when opened. */
export function OcppFrame({ logged, open, onToggle }: OcppFrameProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { frame, kind, action, answeredInMs } = logged
  const at = new Date(frame.created_at)
  const fromStation = frame.message_from === 'station'
  const Arrow = fromStation ? IconArrowLeft : IconArrowRight
  const milliseconds = String(at.getUTCMilliseconds()).padStart(3, '0')
  const payload = JSON.stringify(frame.payload, null, 2) ?? ''
  return (
    <div className={classes.frame} data-kind={kind}>
      <UnstyledButton className={classes.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden="true" />
        <time className={classes.time} dateTime={frame.created_at} title={format.when(at, 'fullSeconds')}>
          {format.when(at, 'timeSeconds')}.{milliseconds}
        </time>
        <span className={classes.direction} data-from={frame.message_from}>
          <Arrow size={16} stroke={1.75} aria-hidden="true" />
          {fromStation ? t('order.console.fromStation') : t('order.console.toStation')}
        </span>
        <span className={classes.action}>{action ?? frame.message_id}</span>
        <span className={classes.kind}>{t(`order.frameKind.${kind}`)}</span>
        <span className={classes.preview}>{open ? '' : JSON.stringify(frame.payload)}</span>
        {answeredInMs !== null && (
          <span className={classes.latency}>
            +{t('units.second', { n: format.number(answeredInMs / 1000, 2) })}
          </span>
        )}
      </UnstyledButton>
      {open && (
        <pre className={classes.payload} id={id}>
          {payload}
        </pre>
      )}
    </div>
  )
}

import { Button, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './waiting.module.css'

/** How long a station usually has to answer a command. */
const answerSeconds = 30

interface WaitingProps {
  text: string
  /** stops waiting; the request goes on */
  onLeave?: () => void
}

/** A station is waited for: what for, a running clock, and the way out. */
export function Waiting({ text, onLeave }: WaitingProps) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={classes.waiting}>
      <p role="status" className={classes.text}>
        {text}
      </p>
      <span className={classes.seconds} role="timer">
        {t('units.second', { n: seconds })}
      </span>
      <Progress
        className={classes.progress!}
        value={Math.min(100, (seconds / answerSeconds) * 100)}
        size="xs"
        aria-label={text}
      />
      {onLeave && (
        <Button className={classes.leave!} variant="subtle" color="gray" size="compact-sm" onClick={onLeave}>
          {t('command.leave')}
        </Button>
      )}
    </div>
  )
}

import { Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './remote-control.module.css'

/** How long a station has to answer a command. */
const ANSWER_SECONDS = 30

/** How long a station has been deciding, against the 30 s that it has. */
export function Waiting() {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={classes.waiting}>
      <p role="status" className={classes.waitingText}>
        {t('station.answer.waiting')}
      </p>
      <span className={classes.seconds} aria-hidden="true">
        {t('units.second', { n: seconds })}
      </span>
      <Progress
        className={classes.progress!}
        value={Math.min(100, (seconds / ANSWER_SECONDS) * 100)}
        size="xs"
        aria-label={t('station.answer.waiting')}
      />
    </div>
  )
}

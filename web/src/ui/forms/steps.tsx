import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCircle, IconCircleCheckFilled } from '../pictures/icons.ts'
import classes from './steps.module.css'

interface StepsProps {
  label?: string
  /** one below the other, where there is no room for more */
  narrow?: boolean
  children: ReactNode
}

/** What is to be done one after the other. */
export function Steps({ label, narrow = false, children }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={label} data-narrow={narrow || undefined}>
      {children}
    </ol>
  )
}

interface StepProps {
  done?: boolean
  title: string
  children?: ReactNode
}

/** One step, with what there is to say and to do about it. */
export function Step({ done = false, title, children }: StepProps) {
  const { t } = useTranslation()
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Icon
        size={20}
        stroke={1.5}
        {...(done ? { role: 'img', 'aria-label': t('dashboard.start.done') } : { 'aria-hidden': true })}
      />
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        {children && <div className={classes.text}>{children}</div>}
      </div>
    </li>
  )
}

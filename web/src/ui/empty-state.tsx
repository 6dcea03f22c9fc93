import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawings.tsx'
import classes from './state.module.css'

interface EmptyStateProps {
  drawing: DrawingName
  title: string
  text?: string
  action?: ReactNode
}

/** One drawing, one sentence, one action. */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Drawing name={drawing} />
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

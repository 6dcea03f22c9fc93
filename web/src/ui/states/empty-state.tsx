import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../pictures/drawings.tsx'
import classes from './state.module.css'

interface EmptyStateProps {
  drawing: DrawingName
  title: string
  text?: string | undefined
  action?: ReactNode
  /** The title heads the whole page. */
  wholePage?: boolean
}

/** One drawing, one sentence, one action. */
export function EmptyState({ drawing, title, text, action, wholePage }: EmptyStateProps) {
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div className={classes.state} data-empty>
      <Drawing name={drawing} />
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

interface NoneFitsProps {
  title: string
  /** what the button says that removes the filters */
  clear: string
  onClear: () => void
}

/** What a list shows where nothing fits its filters. */
export const NoneFits = ({ title, clear, onClear }: NoneFitsProps) => (
  <EmptyState
    drawing="search"
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {clear}
      </Button>
    }
  />
)

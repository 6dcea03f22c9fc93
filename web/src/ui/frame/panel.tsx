import { type ReactNode, useId } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import classes from './panel.module.css'

interface PanelProps {
  title: string
  /** A small count beside the title. */
  count?: number | undefined
  /** Right side of the head. */
  actions?: ReactNode
  /** A line of filters below the head. */
  filters?: ReactNode
  /** The body without inner spacing, for tables. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A titled part of a screen on its own surface. */
export function Panel({ title, count, actions, filters, flush, className, children }: PanelProps) {
  const id = useId()
  const format = useFormat()
  return (
    <section className={`${classes.panel} ${className ?? ''}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {filters && <div className={classes.filters}>{filters}</div>}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}

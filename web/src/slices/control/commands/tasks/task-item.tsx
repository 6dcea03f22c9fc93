import type { ReactNode } from 'react'
import classes from './tasks.module.css'

interface TaskItemProps {
  name: ReactNode
  facts: ReactNode
  /** the buttons of the row */
  children?: ReactNode
}

/** A row of a panel's list: a name, what is known of it, and its buttons. */
export const TaskItem = ({ name, facts, children }: TaskItemProps) => (
  <li className={classes.item}>
    <div className={classes.words}>
      <span className={classes.name}>{name}</span>
      <span className={classes.quiet}>{facts}</span>
    </div>
    {children}
  </li>
)

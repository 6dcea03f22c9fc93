import { IconCheck } from '../../../ui/pictures/icons.ts'
import classes from './inbox-item.module.css'

/** A queue of the inbox in which nothing waits, in one line: the others matter more. */
export const AllWell = ({ children }: { children: string }) => (
  <p className={classes.well} data-empty>
    <IconCheck size={16} stroke={2} aria-hidden /> {children}
  </p>
)

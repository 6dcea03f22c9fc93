import type { ReactNode } from 'react'
import classes from './marked-name.module.css'

interface MarkedNameProps {
  children: ReactNode
  /** what it is beside the others of its list, such as "in force"; false: nothing */
  mark: string | false
}

/** A name in a list, and a mark behind it where it is the one that counts. */
export const MarkedName = ({ children, mark }: MarkedNameProps) => (
  <span className={classes.name}>
    {children}
    {mark && <span className={classes.mark}>{mark}</span>}
  </span>
)

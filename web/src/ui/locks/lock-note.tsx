import type { ReactNode } from 'react'
import { IconLock } from '../pictures/icons.ts'
import classes from './pro-lock.module.css'

/** Stands where something cannot be done yet, and says why. */
export function LockNote({ children }: { children: ReactNode }) {
  return (
    <p className={classes.lock}>
      <IconLock size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

import type { ReactNode } from 'react'
import classes from './tabs.module.css'

/** A line of links to the parts of one thing; the router marks the shown one as current. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

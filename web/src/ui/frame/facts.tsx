import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A list of names and values, values to the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

interface FactProps {
  name: ReactNode
  /** The line that the others lead to, set off by a hairline. */
  strong?: boolean
  children: ReactNode
}

/** One line of Facts. */
export function Fact({ name, strong = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong || undefined}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}

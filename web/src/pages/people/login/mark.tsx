import type { IconCheck } from '../../../ui/pictures/icons.ts'
import classes from './mark.module.css'

interface MarkProps {
  icon: typeof IconCheck
  tone?: 'good' | 'bad'
}

/** A picture of what has happened, in the place of the product's mark. */
export function Mark({ icon: Icon, tone }: MarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </span>
  )
}

import classes from './plan.module.css'

/** A post that gives its energy away, or one that earns. */
export function PlanPicture({ pro }: { pro: boolean }) {
  return (
    <svg className={classes.picture} viewBox="0 0 56 56" fill="none" aria-hidden="true">
      <rect x="1" y="1" width="54" height="54" rx="12" className={classes.tile} data-pro={pro || undefined} />
      <path
        d="M18 44V18a6 6 0 0 1 12 0v26M14 44h20M30 28h3c2 0 3 1 3 3v4a3 3 0 0 0 6 0V24"
        className={classes.stroke}
      />
      <path d={pro ? 'M38 12h6M41 9v6' : 'M25 21l-4 6h5l-3 6'} className={classes.mark} />
    </svg>
  )
}

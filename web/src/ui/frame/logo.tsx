import classes from './logo.module.css'

/** The mark: a charging post with a bolt in a rounded violet square. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#5E5CE6" />
      <path
        d="M10.5 24V12.5a5.5 5.5 0 0 1 11 0V24M8.5 24h15"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M16.9 11.5l-3.1 4.8h2.1v3.9l3.1-4.8h-2.1z" fill="#fff" />
    </svg>
  )
}

/** The mark with the product's name. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.name}>Stationmaster</span>
    </span>
  )
}

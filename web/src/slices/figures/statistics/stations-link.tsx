import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './history-link.module.css'

interface StationsLinkProps {
  /** What the station list is narrowed to. */
  search: { online?: 'true'; down?: 'true' }
  locations: number[] | undefined
  children: ReactNode
}

/** A link to the stations of one location or of all; for several locations there is no such list, so there is no link. */
export function StationsLink({ search, locations = [], children }: StationsLinkProps) {
  if (locations.length > 1) return children
  return (
    <Link to="/charge-points" search={{ ...search, location: locations[0] }} className={classes.link!}>
      {children}
    </Link>
  )
}

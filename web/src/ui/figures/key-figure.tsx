import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './key-figure.module.css'

interface KeyFigureProps {
  label: string
  /** The figure itself: <Money unit>, <Energy unit>, <Quantity>. */
  value: ReactNode
  /** Top right: the change against the period before, or a badge. */
  aside?: ReactNode
  /** The quiet line below. */
  note?: ReactNode
  loading?: boolean
}

/** A card with one key figure at 28 px. */
export function KeyFigure({ label, value, aside, note, loading }: KeyFigureProps) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {!loading && aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {loading ? <Skeleton height={28} width="60%" my={4} /> : <div className={classes.value}>{value}</div>}
      {loading ? (
        <Skeleton height={12} width="45%" my={3} />
      ) : (
        note && <div className={classes.note}>{note}</div>
      )}
    </div>
  )
}

/** Lays key figures out in a row that folds to two and one. */
export function KeyFigures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.row} aria-label={label}>
      {children}
    </section>
  )
}

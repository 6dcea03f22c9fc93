import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import classes from './crosshair-drawing.module.css'

/** The point of a chart that is pointed at; null: none. */
export interface Crosshair {
  chosen: number | null
  /** the last point's */
  last: number
  choose: (index: number | null) => void
}

/** The crosshair of a chart of so many points. */
export function useCrosshair(points: number): Crosshair {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points - 1
  const choose = (index: number | null) =>
    setChosen(index === null ? null : Math.min(last, Math.max(0, index)))
  return { chosen: chosen !== null && chosen <= last ? chosen : null, last, choose }
}

interface CrosshairDrawingProps {
  title: string
  /** px */
  height: number
  crosshair: Crosshair
  /** The point that is nearest to a place, in px from the left. */
  indexAt: (x: number) => number
  children: ReactNode
}

/** A chart's drawing whose crosshair follows the pointer and the arrow keys. */
export function CrosshairDrawing({ title, height, crosshair, indexAt, children }: CrosshairDrawingProps) {
  const { chosen, last, choose } = crosshair
  const follow = ({ clientX, currentTarget }: PointerEvent) =>
    choose(indexAt(clientX - currentTarget.getBoundingClientRect().left))
  const walk = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') choose((chosen ?? last + 1) - 1)
    if (key === 'ArrowRight') choose((chosen ?? -1) + 1)
    if (key === 'Escape') choose(null)
  }
  return (
    <svg
      className={classes.drawing}
      height={height}
      role="application"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair
      tabIndex={0}
      onPointerMove={follow}
      onPointerLeave={() => choose(null)}
      onKeyDown={walk}
      onBlur={() => choose(null)}
    >
      {children}
    </svg>
  )
}

/** The line of a crosshair. */
export function CrosshairLine({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return <path className={classes.cross} d={`M${x} ${top}V${bottom}`} />
}

interface CrosshairCardProps {
  /** px */
  x: number
  top: number
  /** px of the whole chart: beyond its middle the card stands left of the line */
  width: number
  children: ReactNode
}

/** What a crosshair tells of its point. */
export function CrosshairCard({ x, top, width, children }: CrosshairCardProps) {
  return (
    <output className={classes.card} data-left={x > width / 2 || undefined} style={{ left: x, top }}>
      {children}
    </output>
  )
}

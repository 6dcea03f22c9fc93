import type { ReactNode } from 'react'

export type DrawingName = 'plug' | 'search' | 'chart' | 'calm' | 'road'

const line = {
  stroke: 'var(--sm-text-3)',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const accent = { ...line, stroke: 'var(--sm-accent)' } as const
const ground = <path d="M12 66h96" {...line} opacity={0.5} />

const drawings: Record<DrawingName, ReactNode> = {
  plug: (
    <>
      {ground}
      <path d="M34 66V26a10 10 0 0 1 20 0v40" {...line} />
      <path d="M44.5 30l-4.5 8h4l-1.5 7 5-8.500h-4z" {...accent} />
      <path d="M54 40h6c4 0 5 3 5 6v4c0 4 3 6 6 6s6-2 6-6v-3" {...line} />
      <path d="M73 47h8v-6a4 4 0 0 0-8 0zM75 37v-3M79 37v-3" {...accent} />
    </>
  ),
  search: (
    <>
      {ground}
      <path d="M26 66V34a7 7 0 0 1 14 0v32M46 66V40a7 7 0 0 1 14 0v26" {...line} opacity={0.5} />
      <circle cx="76" cy="36" r="15" {...accent} />
      <path d="M87 47l11 11" {...accent} />
      <path d="M69 36a7 7 0 0 1 7-7" {...line} />
    </>
  ),
  chart: (
    <>
      {ground}
      <path d="M24 14v52M24 30h84M24 48h84" {...line} opacity={0.3} />
      <path d="M28 58h18l10-2 12 1 14-2 22 1" {...accent} strokeDasharray="3 5" />
    </>
  ),
  calm: (
    <>
      {ground}
      <path d="M30 66V30a9 9 0 0 1 18 0v36" {...line} />
      <path d="M34 36l4 4 7-8" {...accent} />
      <path d="M58 66v-9c0-3 2-4 5-5l6-8c1-2 3-3 5-3h10c3 0 5 1 7 3l5 7 6 2c3 1 4 3 4 6v7" {...line} />
      <circle cx="70" cy="65" r="6" {...line} />
      <circle cx="96" cy="65" r="6" {...line} />
    </>
  ),
  road: (
    <>
      <path d="M22 70L52 24M98 70L68 24" {...line} />
      <path d="M60 70v-9M60 52v-7M60 38v-5M60 28v-3" {...line} strokeDasharray="none" opacity={0.6} />
      <path d="M84 20a7 7 0 1 1 7 7v5" {...accent} />
      <path d="M91 38v.5" {...accent} strokeWidth={2.5} />
    </>
  ),
}

/** A small line drawing for empty states, in the tones of the theme. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width="120" height="80" viewBox="0 0 120 80" fill="none" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  )
}

import type { ConnectorType } from '@stationmaster/contract'

type Pin = readonly [x: number, y: number, radius: number]

interface Face {
  /** Outline of the inlet, seen from the front, in a box of 24 x 24. */
  outline: string
  pins: readonly Pin[]
  /** Slots and clips that are no round pins. */
  marks?: string
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
/** The flat-topped ring of a type 2 inlet. */
const flatTop = (y: number, r: number) =>
  `M${12 - r * 0.75} ${y - r * 0.66}h${r * 1.5}a${r} ${r} 0 1 1 ${-r * 1.5} 0z`
const combo = 'M6.5 14.500h11a3.5 3.5 0 0 1 0 7h-11a3.5 3.5 0 0 1 0-7z'
const comboPins: readonly Pin[] = [
  [8, 18, 1.7],
  [16, 18, 1.7],
]
const type1Small: readonly Pin[] = [
  [10.2, 6.4, 1],
  [13.8, 6.4, 1],
  [9.4, 9.2, 0.7],
  [14.6, 9.2, 0.7],
  [12, 10.8, 1],
]
const type2Small: readonly Pin[] = [
  [10.4, 5.8, 0.7],
  [13.6, 5.8, 0.7],
  [9, 8.2, 0.9],
  [12, 8.2, 0.9],
  [15, 8.2, 0.9],
]

const faces: Record<ConnectorType, Face> = {
  'Type 1': {
    outline: circle(12, 12, 9.5),
    pins: [
      [9, 9, 1.7],
      [15, 9, 1.7],
      [7.4, 13.4, 1],
      [16.6, 13.4, 1],
      [12, 16.4, 1.7],
    ],
  },
  'Type 2': {
    outline: flatTop(12.4, 9.5),
    pins: [
      [9.6, 8.8, 1],
      [14.4, 8.8, 1],
      [7, 12.6, 1.5],
      [12, 12.6, 1.5],
      [17, 12.6, 1.5],
      [9.4, 17, 1.5],
      [14.6, 17, 1.5],
    ],
  },
  CHAdeMO: {
    outline: circle(12, 12, 9.5),
    pins: [
      [7.6, 12, 2.2],
      [16.4, 12, 2.2],
      [10.8, 7.2, 0.8],
      [13.2, 7.2, 0.8],
      [12, 5.2, 0.8],
      [10.8, 16.8, 0.8],
      [13.2, 16.8, 0.8],
      [12, 18.8, 0.8],
    ],
  },
  Schuko: {
    outline: circle(12, 12, 9.5),
    pins: [
      [8, 12, 1.7],
      [16, 12, 1.7],
    ],
    marks: 'M10.5 2.700v3h3v-3M10.5 21.300v-3h3v3',
  },
  '3-pin': {
    outline: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    pins: [],
    marks: 'M10.8 6.500h2.400v4.500h-2.400zM6 14.500h4.500v2.400H6zM13.5 14.500H18v2.400h-4.500z',
  },
  CCS: { outline: `${circle(12, 8, 5.8)}${combo}`, pins: comboPins },
  'CCS 1': { outline: `${circle(12, 8, 5.8)}${combo}`, pins: [...type1Small, ...comboPins] },
  'CCS 2': { outline: `${flatTop(8, 6)}${combo}`, pins: [...type2Small, ...comboPins] },
  'GB/T AC': {
    outline: `${circle(12, 12, 9.5)}M9.5 3h5`,
    pins: [
      [9.4, 7.4, 1.4],
      [14.6, 7.4, 1.4],
      [7, 12, 1.4],
      [12, 12, 1.4],
      [17, 12, 1.4],
      [9.6, 16.4, 1],
      [14.4, 16.4, 1],
    ],
  },
  'GB/T DC': {
    outline: `${circle(12, 12, 9.5)}M9.5 3h5`,
    pins: [
      [7.6, 10, 2],
      [16.4, 10, 2],
      [12, 14, 1.5],
      [10.8, 6.4, 0.7],
      [13.2, 6.4, 0.7],
      [8.4, 15.4, 0.8],
      [15.6, 15.4, 0.8],
      [10.6, 18.2, 0.8],
      [13.4, 18.2, 0.8],
    ],
  },
  Tesla: {
    outline:
      'M8.5 3.500h7c3.5 0 5.5 2.5 5 6l-.6 3.500c-.8 4.5-3.6 7.5-7.9 7.500s-7.1-3-7.9-7.500L3.5 9.500c-.5-3.5 1.5-6 5-6z',
    pins: [
      [8.4, 9, 2],
      [15.6, 9, 2],
      [12, 13, 1.1],
      [9.6, 15.4, 0.9],
      [14.4, 15.4, 0.9],
    ],
  },
}

/** The face of a connector type, drawn in the colour of the text around it. */
export function ConnectorIcon({ type, size = 20 }: { type: string; size?: number | string }) {
  const { outline, pins, marks } = faces[type as ConnectorType] ?? faces['Type 1']
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" role="img" aria-label={type}>
      <path
        d={outline}
        stroke="currentColor"
        strokeWidth={1.4}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {marks && <path d={marks} stroke="currentColor" strokeWidth={1.2} strokeLinejoin="round" />}
      {pins.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="currentColor" />
      ))}
    </svg>
  )
}

import type { LabelSize } from '@stationmaster/contract'

const a4 = { width: 210, height: 297 }
/** between labels, so that each has cut marks of its own, mm */
const gap = 6
/** how much higher than wide a label is */
const steep = 1.5

const widths: Record<LabelSize, number> = { small: 60, medium: 90, large: 180 }

/** Where a label lies on its page, mm from the upper left. */
export interface Place {
  page: number
  x: number
  y: number
  width: number
  height: number
}

const fitting = (length: number, whole: number): number => Math.floor((whole + gap) / (length + gap))

/** How many labels of a size a page holds. */
export const perPage = (size: LabelSize): number =>
  fitting(widths[size], a4.width) * fitting(widths[size] * steep, a4.height)

/** Where the nth label lies: rows from the top, in the middle of the page. */
export function placeOf(nth: number, size: LabelSize): Place {
  const width = widths[size]
  const height = width * steep
  const columns = fitting(width, a4.width)
  const rows = fitting(height, a4.height)
  const within = nth % (columns * rows)
  const left = (a4.width - columns * width - (columns - 1) * gap) / 2
  const top = (a4.height - rows * height - (rows - 1) * gap) / 2
  return {
    page: Math.floor(nth / (columns * rows)),
    x: left + (within % columns) * (width + gap),
    y: top + Math.floor(within / columns) * (height + gap),
    width,
    height,
  }
}

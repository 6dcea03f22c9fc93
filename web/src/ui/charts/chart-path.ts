export interface Point {
  x: number
  y: number
}

/**
 * An SVG path through points from left to right: cubic curves that never rise between two points above the higher, nor fall
 * below the lower (Steffen 1990), so that a quiet day is not drawn below zero.
 */
export function smoothPath(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  // each index lies within `points`, which has one more than there are slopes and curves
  const slopes = points.slice(1).map(({ x, y }, i) => (y - points[i]!.y) / (x - points[i]!.x))
  const tangents = points.map((_, i) => tangentBetween(slopes[i - 1], slopes[i]))
  const curves = points.slice(1).map(({ x, y }, i) => {
    const from = points[i]! // within `points`
    const third = (x - from.x) / 3
    // there is a tangent for each point
    const bends = [from.x + third, from.y + tangents[i]! * third, x - third, y - tangents[i + 1]! * third]
    return `C${[...bends, x, y].map(rounded).join(' ')}`
  })
  return `M${rounded(first.x)} ${rounded(first.y)}${curves.join('')}`
}

/** Of a curve at a point, from the slopes of the lines to its neighbours; at an end there is one. */
function tangentBetween(before = 0, after = 0): number {
  if (before * after <= 0) return 0
  return Math.sign(before) * Math.min(2 * Math.abs(before), 2 * Math.abs(after), Math.abs(before + after) / 2)
}

const rounded = (value: number) => Math.round(value * 10) / 10

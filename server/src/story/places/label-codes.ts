import { inflateSync } from 'node:zlib'
import decode from 'qr/decode.js'

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** a b c d e f of a PDF's matrix (ISO 32000, 8.3.3) */
type Matrix = readonly [number, number, number, number, number, number]

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

const pointsPerMm = 72 / 25.4
const pageMm = { width: 210, height: 297 }

/** The filled rectangles of each page of a PDF, mm from its upper left. */
export function readRects(file: Buffer): Rect[][] {
  const pages: Rect[][] = []
  for (const [, dictionary, body] of file
    .toString('latin1')
    .matchAll(/obj\s*<<([^>]*(?:>(?!>)[^>]*)*)>>\s*stream\r?\n([\s\S]*?)\nendstream/g)) {
    if (!/FlateDecode/.test(dictionary!) || /Length1|Subtype|Type/.test(dictionary!)) continue
    const text = inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')
    if (/begincmap/.test(text)) continue
    pages.push(rectsOf(text))
  }
  return pages
}

function rectsOf(drawing: string): Rect[] {
  const rects: Rect[] = []
  const kept: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  for (const line of drawing.split('\n')) {
    const words = line.trim().split(/\s+/)
    const numbers = words.slice(0, -1).map(Number)
    const operator = words.at(-1)
    if (operator === 'q') kept.push(matrix)
    else if (operator === 'Q') matrix = kept.pop()!
    else if (operator === 'cm') matrix = times(numbers as unknown as Matrix, matrix)
    else if (operator === 're') {
      const [x, y, width, height] = numbers as [number, number, number, number]
      const at = times([1, 0, 0, 1, x, y], matrix)
      const top = pageMm.height - Math.max(at[5], at[5] + height * matrix[3]) / pointsPerMm
      rects.push({
        x: at[4] / pointsPerMm,
        y: top,
        width: (width * matrix[0]) / pointsPerMm,
        height: Math.abs(height * matrix[3]) / pointsPerMm,
      })
    }
  }
  return rects
}

const dotsPerMm = 10

/** What the code in a part of a page says, read as a camera would from the drawn shapes. */
export function readCode(rects: readonly Rect[], part: Rect): string {
  const [width, height] = [Math.round(part.width * dotsPerMm), Math.round(part.height * dotsPerMm)]
  const data = new Uint8Array(width * height * 4).fill(255)
  const pixel = (mm: number) => Math.round(mm * dotsPerMm)
  for (const { x, y, width: wide, height: high } of rects) {
    if (x < part.x || y < part.y || x > part.x + part.width || y > part.y + part.height) continue
    for (let row = pixel(y - part.y); row < pixel(y + high - part.y); row += 1)
      for (let column = pixel(x - part.x); column < pixel(x + wide - part.x); column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  }
  return decode({ width, height, data })
}

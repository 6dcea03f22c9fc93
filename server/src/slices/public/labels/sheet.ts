import type { Readable } from 'node:stream'
import type { LabelSize, Language } from '@stationmaster/contract'
import { first, writing } from '@stationmaster/units'
import { encodeQR } from 'qr'
import { fill, texts } from '../../../i18n/index.ts'
import { openPages } from '../../../platform/documents/pdf.ts'
import { type Place, placeOf } from './pages.ts'

/** What a label says. */
export interface Label {
  stationNumber: number
  /** what its code holds */
  link: string
  /** the address that a driver types who cannot scan */
  typed: string
  /** in each language what it says of the price; none: it says nothing */
  prices: Partial<Record<Language, string>>
}

interface SheetOptions {
  size: LabelSize
  languages: readonly Language[]
  supportPhone: string | null
  /** whose labels they are */
  author: string
}

type Page = PDFKit.PDFDocument

const pointsPerMm = 72 / 25.4
/** light around a code, in its dots (ISO/IEC 18004, 9.1) */
const quietDots = 4
/** a label is drawn as if it were so many units wide */
const unitsWide = 60
/** between code and phone, where the words of each language have their share */
const words = { top: 63, bottom: 84.5 }
const markMm = { from: 1, to: 3 }

/** Labels on pages of A4 with cut marks; the codes are drawn as shapes and stay sharp at any size. */
export async function labelSheet(all: readonly Label[], options: SheetOptions): Promise<Readable> {
  const { size, languages, author } = options
  const language = first(languages)
  const { titleOne, titleMany } = texts[language].labels
  const title =
    all.length === 1
      ? fill(titleOne, { number: writing.stationNumber(first(all).stationNumber) })
      : fill(titleMany, { count: writing.number(all.length, language) })
  const page = await openPages({ title, author, language }, 0)
  for (const [nth, label] of all.entries()) {
    const place = placeOf(nth, size)
    if (place.page > 0 && placeOf(nth - 1, size).page < place.page) page.addPage()
    drawCutMarks(page, place)
    drawLabel(page, place, label, options)
  }
  page.end()
  return page
}

function drawCutMarks(page: Page, { x, y, width, height }: Place): void {
  page.save().scale(pointsPerMm).lineWidth(0.1).strokeColor('#888')
  for (const [cornerX, outX] of [
    [x, -1],
    [x + width, 1],
  ] as const) {
    for (const [cornerY, outY] of [
      [y, -1],
      [y + height, 1],
    ] as const) {
      page.moveTo(cornerX + outX * markMm.from, cornerY).lineTo(cornerX + outX * markMm.to, cornerY)
      page.moveTo(cornerX, cornerY + outY * markMm.from).lineTo(cornerX, cornerY + outY * markMm.to)
    }
  }
  page.stroke().restore()
}

function drawLabel(
  page: Page,
  place: Place,
  { stationNumber, link, typed, prices }: Label,
  { languages, supportPhone }: SheetOptions,
): void {
  page
    .save()
    .scale(pointsPerMm)
    .translate(place.x, place.y)
    .scale(place.width / unitsWide)
    .fillColor('black')
  drawLine(page, writing.stationNumber(stationNumber), { font: 'bold', size: 15, y: 2 })
  drawCode(page, link, { x: 10, y: 18.5, side: 40 })
  drawLine(page, typed, { font: 'text', size: 3, y: 58.5 })
  const block = (words.bottom - words.top) / languages.length
  for (const [nth, language] of languages.entries()) {
    const top = words.top + nth * block
    drawLine(page, texts[language].labels.scan, { font: 'bold', size: 2.6, y: top })
    const price = prices[language]
    if (price !== undefined) drawText(page, price, { size: 2.5, y: top + 3.2, height: block - 3.7 })
  }
  if (supportPhone) {
    const help = languages.map((language) => texts[language].labels.help).join(' · ')
    drawLine(page, `${help}: ${supportPhone}`, { font: 'bold', size: 3, y: 85.5 })
  }
  page.restore()
}

/** A QR code as one filled shape; every fourth of its words may be lost to dirt and scratches (level Q). */
function drawCode(page: Page, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: quietDots })
  const dot = side / rows.length
  for (const [row, dots] of rows.entries()) {
    for (const [column, dark] of dots.entries()) {
      if (dark) page.rect(x + column * dot, y + row * dot, dot, dot)
    }
  }
  page.fill('black')
}

interface Line {
  font: 'text' | 'bold'
  size: number
  y: number
}

const textWidth = unitsWide - 6
const middle = { width: textWidth, align: 'center' as const }

/** One line in the middle, in smaller letters where it is too long. */
function drawLine(page: Page, text: string, { font, size, y }: Line): void {
  page.font(font).fontSize(size)
  const wide = page.widthOfString(text)
  if (wide > textWidth) page.fontSize((size * textWidth) / wide)
  page.text(text, 3, y, { ...middle, width: textWidth + 0.1, lineBreak: false })
}

/** Lines in the middle, in smaller letters where they would be higher than there is room for. */
function drawText(
  page: Page,
  text: string,
  { size, y, height }: Omit<Line, 'font'> & { height: number },
): void {
  page.font('text').fontSize(size)
  for (let smaller = size; smaller > 1 && page.heightOfString(text, middle) > height; smaller -= 0.1)
    page.fontSize(smaller)
  page.text(text, 3, y, { ...middle, height, ellipsis: true })
}

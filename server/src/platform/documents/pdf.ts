import { fileURLToPath } from 'node:url'

type Font = 'text' | 'bold'
type RowKind = 'head' | 'text' | 'sum'
/** with Latin and Cyrillic letters and the signs of currencies; set into the file, so that no system needs it */
const fonts: Record<Font, string> = {
  text: import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf'),
}

interface PdfFacts {
  title: string
  author: string
  /** a tag of BCP 47 */
  language: string
}

export interface PdfColumn {
  head: string
  /** its share of the page's width */
  share: number
  align?: 'left' | 'right'
}

interface PdfFigure {
  name: string
  value: string
  under: string
}

const rowStyles: Record<RowKind, { font: Font; size: number }> = {
  head: { font: 'bold', size: 8 },
  text: { font: 'text', size: 9 },
  sum: { font: 'bold', size: 9 },
}
const margin = 42
const padding = 3
const lineColor = '#9aa1ac'
const quiet = '#5b6472'
const barColor = '#5e5ce6'

/** Pages of A4 with our fonts, to draw on: nothing stands on them yet. `around` is their margin in points. */
export async function openPages(
  { title, author, language }: PdfFacts,
  around: number,
): Promise<PDFKit.PDFDocument> {
  const { default: PdfDocument } = await import('pdfkit')
  const body = new PdfDocument({
    size: 'A4',
    margin: around,
    lang: language,
    info: { Title: title, Author: author },
  })
  for (const [name, url] of Object.entries(fonts)) body.registerFont(name, fileURLToPath(url))
  return body.font('text').fontSize(9)
}

/** A page of A4 after another, written from the top down and sent as it is written. */
export class Pdf {
  private constructor(readonly body: PDFKit.PDFDocument) {}

  static async open(facts: PdfFacts): Promise<Pdf> {
    return new Pdf(await openPages(facts, margin))
  }

  private get width(): number {
    return this.body.page.width - 2 * margin
  }

  private get bottom(): number {
    return this.body.page.height - margin
  }

  title(text: string, under: string): void {
    this.body.font('bold').fontSize(15).text(text).font('text').fontSize(9).text(under).moveDown(1)
  }

  heading(text: string): void {
    this.keep(60)
    this.body
      .moveDown(0.8)
      .font('bold')
      .fontSize(10)
      .text(text, margin)
      .font('text')
      .fontSize(9)
      .moveDown(0.3)
  }

  paragraph(text: string): void {
    this.keep(24)
    this.body.text(text, margin, undefined, { width: this.width }).moveDown(0.2)
  }

  /** Small print. */
  note(text: string): void {
    this.keep(24)
    this.body
      .fontSize(7.5)
      .fillColor(quiet)
      .text(text, margin, undefined, { width: this.width })
      .fillColor('black')
      .fontSize(9)
      .moveDown(0.3)
  }

  /** Key figures in rows of three, each with its name above it and a word below. */
  figures(all: readonly PdfFigure[]): void {
    const gap = 10
    const [width, height] = [(this.width - 2 * gap) / 3, 52]
    const top = this.body.y
    for (const [index, { name, value, under }] of all.entries()) {
      const at = margin + (index % 3) * (width + gap)
      const y = top + Math.floor(index / 3) * (height + gap)
      const own = { width: width - 20, height: 11, ellipsis: true, lineBreak: false }
      this.body.roundedRect(at, y, width, height, 4).lineWidth(0.5).stroke(lineColor)
      this.body
        .fillColor(quiet)
        .fontSize(8)
        .text(name, at + 10, y + 7, own)
      this.body
        .fillColor('black')
        .font('bold')
        .fontSize(14)
        .text(value, at + 10, y + 18, { ...own, height: 18 })
      this.body
        .font('text')
        .fillColor(quiet)
        .fontSize(7.5)
        .text(under, at + 10, y + 37, own)
    }
    this.body.fillColor('black').fontSize(9)
    this.body.x = margin
    this.body.y = top + Math.ceil(all.length / 3) * (height + gap)
  }

  /** A bar for each value, with a word below every fifth and the largest value at the left. */
  bars(values: readonly { name: string; value: number }[], most: string): void {
    const [height, scale, left] = [58, Math.max(1, ...values.map(({ value }) => value)), 44]
    const step = (this.width - left) / values.length
    const top = this.body.y + 4
    this.body.fontSize(7).fillColor(quiet)
    this.body.text(most, margin, top - 3, { width: left - 6, align: 'right', lineBreak: false })
    this.body.text('0', margin, top + height - 5, { width: left - 6, align: 'right', lineBreak: false })
    for (const [index, { name, value }] of values.entries()) {
      const at = margin + left + index * step
      const tall = (value / scale) * height
      if (value > 0) this.body.rect(at + 1, top + height - tall, step - 2, tall).fill(barColor)
      if (index === 0 || (index + 1) % 5 === 0)
        this.body
          .fillColor(quiet)
          .text(name, at - 6, top + height + 3, { width: step + 12, align: 'center', lineBreak: false })
    }
    this.body
      .moveTo(margin + left, top + height)
      .lineTo(margin + this.width, top + height)
      .lineWidth(0.5)
      .stroke(lineColor)
    this.body.fillColor('black').fontSize(9)
    this.body.x = margin
    this.body.y = top + height + 16
  }

  /** Texts beside each other, each with a heading. */
  beside(parts: readonly { head: string; lines: readonly string[] }[]): void {
    const top = this.body.y
    const width = this.width / parts.length
    let end = top
    for (const [index, { head, lines }] of parts.entries()) {
      const at = margin + index * width
      this.body
        .font('bold')
        .text(head, at, top, { width: width - 12 })
        .font('text')
      for (const line of lines) this.body.text(line, at, this.body.y, { width: width - 12 })
      end = Math.max(end, this.body.y)
    }
    this.body.x = margin
    this.body.y = end + 4
  }

  /** What is known of something: names at the left, values beside them. */
  facts(all: readonly (readonly [name: string, value: string])[]): void {
    const columns: PdfColumn[] = [
      { head: '', share: 0.3 },
      { head: '', share: 0.7 },
    ]
    for (const row of all) this.row(columns, row, 'text')
    this.body.x = margin
  }

  /** A table; its head is repeated on every page, the last row is the sum where `sum` is given. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[], sum?: readonly string[]): void {
    const heads = columns.map(({ head }) => head)
    this.row(columns, heads, 'head')
    for (const row of rows) {
      if (this.body.y + this.heightOf(columns, row, 'text') > this.bottom) {
        this.body.addPage()
        this.row(columns, heads, 'head')
      }
      this.row(columns, row, 'text')
    }
    if (sum) this.row(columns, sum, 'sum')
    this.body.x = margin
  }

  /** Lines to sign on, beside each other. */
  signatures(names: readonly string[], hint: string): void {
    this.keep(80)
    this.body.moveDown(3)
    const top = this.body.y
    const width = this.width / names.length
    for (const [index, name] of names.entries()) {
      const at = margin + index * width
      this.body
        .moveTo(at, top)
        .lineTo(at + width - 24, top)
        .stroke(lineColor)
      this.body.text(name, at, top + 4, { width: width - 24 })
      this.body
        .fontSize(7)
        .text(hint, at, this.body.y, { width: width - 24 })
        .fontSize(9)
    }
  }

  /** Begins a new page where less than a height is left of this one. */
  private keep(height: number): void {
    if (this.body.y + height > this.bottom) this.body.addPage()
  }

  private heightOf(columns: readonly PdfColumn[], row: readonly string[], kind: RowKind): number {
    const { font, size } = rowStyles[kind]
    this.body.font(font).fontSize(size)
    const heights = columns.map(({ share }, at) =>
      this.body.heightOfString(row[at] ?? '', { width: share * this.width - 2 * padding }),
    )
    return Math.max(...heights) + 2 * padding
  }

  private row(columns: readonly PdfColumn[], row: readonly string[], kind: RowKind): void {
    this.keep(this.heightOf(columns, row, kind))
    const height = this.heightOf(columns, row, kind)
    const top = this.body.y
    let at = margin
    for (const [index, { share, align = 'left' }] of columns.entries()) {
      const width = share * this.width
      this.body.text(row[index] ?? '', at + padding, top + padding, { width: width - 2 * padding, align })
      at += width
    }
    this.body
      .moveTo(margin, top + height)
      .lineTo(margin + this.width, top + height)
      .lineWidth(0.5)
      .stroke(lineColor)
    this.body.y = top + height
    this.body.font('text').fontSize(9)
  }
}

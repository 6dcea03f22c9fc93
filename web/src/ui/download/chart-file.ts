import { saveCsvFile, saveFile } from '../../api/files/save-file.ts'
import { type ChartTable, chartCsv } from './chart-csv.ts'

/** Pixels of the picture for one of the screen. */
const scale = 2
/** What of a style a drawing is made of; colours come from variables, which a picture of its own does not know. */
const drawn = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity'],
  ...['font-family', 'font-size', 'font-weight'],
]

export const saveCsv = (title: string, table: ChartTable, decimalComma: boolean): void =>
  saveCsvFile(`${title}.csv`, chartCsv(table, decimalComma))

/** Saves a chart as it looks, on the surface of its theme. */
export async function savePicture(title: string, drawing: SVGSVGElement): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standing(drawing, width, height))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  // browsers of today draw in two dimensions
  const pen = canvas.getContext('2d')!
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--sm-surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (picture) saveFile(`${title}.png`, [picture], 'image/png')
}

/** A drawing that stands for itself, with its styles in it. */
function standing(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll<SVGElement>('*')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    // the copy has the same elements in the same order
    const style = getComputedStyle(originals[index]!)
    for (const name of drawn) element.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

/** csv: for programs, with commas and decimal points; csv_comma: for spreadsheets set to decimal commas, with semicolons */
export const csvFormats = ['csv', 'csv_comma'] as const
export type CsvFormat = (typeof csvFormats)[number]

/** What a spreadsheet takes for a formula (OWASP, CSV injection), and the mark itself, so that it can be taken off again. */
const dangerous = /['=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const plainNumber = /^-?\d+([.,]\d+)?$/
const phoneNumber = /^\+\d[\d ()-]{4,30}$/
/** Where a spreadsheet set to other separators than the comma begins another cell or row; quotation marks may stand before what is in it. */
const separator = /[;\t\r\n]/

/** The places of a text at which a spreadsheet may begin a cell with something dangerous. */
function dangersIn(text: string): number[] {
  const places: number[] = []
  let begins = true
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (begins && dangerous.test(letter)) places.push(at)
    begins = separator.test(letter) || (begins && letter === '"')
  }
  return places
}

/** A cell of a CSV file that no spreadsheet runs: an apostrophe before what looks like a formula, at its beginning and after each separator. */
export function guard(cell: string): string {
  if (plainNumber.test(cell)) return cell
  let [from, guarded] = [0, '']
  for (const at of dangersIn(cell)) {
    guarded += `${cell.slice(from, at)}'`
    from = at
  }
  return guarded + cell.slice(from)
}

/** The cell as it was before it was guarded. */
export function unguard(cell: string): string {
  let [from, plain] = [0, '']
  for (const at of dangersIn(cell)) {
    if (cell[at] !== "'" || !dangerous.test(cell[at + 1] ?? '')) continue
    plain += cell.slice(from, at)
    from = at + 1
  }
  return plain + cell.slice(from)
}

/** The same for a cell of a file that knows its texts from its formulas: only its beginning matters, and a phone's number is one. */
export const guardBeginning = (cell: string): string =>
  dangerous.test(cell[0] ?? '') && !plainNumber.test(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell

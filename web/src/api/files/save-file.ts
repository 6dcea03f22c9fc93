/** Has the browser save a file. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Saves a CSV file, with the byte order mark by which spreadsheets recognise UTF-8. */
export const saveCsvFile = (name: string, text: string): void =>
  saveFile(name, ['\uFEFF', text.replace(/^\uFEFF/, '')], 'text/csv; charset=utf-8')

/** Downloads a file from a link that works once; the page stays open. */
export function followLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Hands the person a file to keep. */
export function keepFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** The same for a CSV file, with the mark by which spreadsheets know UTF-8. */
export const keepCsv = (name: string, text: string): void =>
  keepFile(name, ['\uFEFF', text.replace(/^\uFEFF/, '')], 'text/csv; charset=utf-8')

/** Follows a link to a file that the server makes: it is good once, and the page stays. */
export function followLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

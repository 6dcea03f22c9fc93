import { setImmediate } from 'node:timers/promises'
import { type ErrorCode, unguard } from '@stationmaster/contract'
import { CsvError, parse } from 'csv-parse'

export interface Line {
  /** where it begins; the header is line 1 */
  line: number
  cells: string[]
}

/** Characters that are read between two looks at the sockets: about 10 ms. */
const pieceLength = 256 * 1024

/**
 * Reads a CSV file; commas, semicolons or tabs, as its header has them. `broken` is the line from which on it cannot be read.
 */
export async function readLines(text: string): Promise<{ lines: Line[]; broken: number | null }> {
  const lines: Line[] = []
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  })
  let failure: Error | null = null
  parser.on('readable', () => {
    for (let read = parser.read(); read !== null; read = parser.read()) {
      const { record, info } = read as { record: string[]; info: { lines: number } }
      const within = record.join(' ').match(/\r\n|\n|\r/g)?.length ?? 0
      lines.push({ line: info.lines - within, cells: record.map(unguard) })
    }
  })
  parser.on('error', (error) => {
    failure = error
  })
  const ended = new Promise<void>((resolve) => parser.once('close', resolve))
  for (let start = 0; start < text.length && !failure; start += pieceLength) {
    parser.write(text.slice(start, start + pieceLength))
    await setImmediate()
  }
  if (!failure) parser.end()
  await ended
  if (failure && !((failure as Error) instanceof CsvError)) throw failure
  return { lines, broken: failure ? parser.info.lines : null }
}

/** Why nothing of a file can be read. */
export interface FileFault {
  line: number
  code: ErrorCode
}

/** The header and the rows of a file, or why it cannot be read; `tooMany` is the code of one with more than `mostRows`. */
export async function readTable(
  csv: string,
  { mostRows, tooMany }: { mostRows: number; tooMany: ErrorCode },
): Promise<{ header: readonly string[]; rows: Line[] } | FileFault> {
  if (csv.includes('\uFFFD')) return { line: 1, code: 'import.encoding' }
  const { lines, broken } = await readLines(csv)
  if (broken !== null) return { line: broken, code: 'import.syntax' }
  const [first, ...rows] = lines
  if (!first || rows.length === 0) return { line: 1, code: 'import.empty' }
  if (rows.length > mostRows) return { line: mostRows + 2, code: tooMany }
  return { header: first.cells, rows }
}

function delimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? ''
  const count = (mark: string) => header.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

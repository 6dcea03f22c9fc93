import { isUtf8 } from 'node:buffer'
import { type LogLevel, logLevels } from '@stationmaster/contract'
import type { ControllerLine } from '../../stations/journal/controller-log-store.ts'

const linesMost = 5_000
const charactersMost = 4_000
/** what may stand before a line's text: its time, level and connector */
const headMost = 200

const timePattern = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?)\]?(?=\s)/
const levelPattern = /^\[?(debug|info|warn|warning|error)\]?:?(?=\s|$)/i
const connectorPattern = /^\[(\d{1,2})\]/

/** The last 5,000 lines of a text, with what can be read of their time, level and connector; none of a file that is no text. */
export function linesOf(bytes: Buffer, stationId: string, receivedAt: Date): ControllerLine[] {
  if (bytes.includes(0) || !isUtf8(bytes)) return []
  return lastLines(bytes).map((line) => lineOf(line, stationId, receivedAt))
}

/** The end of a text is read, not all of it: a log is long. */
function lastLines(bytes: Buffer): string[] {
  const lines: string[] = []
  let end = bytes.length
  while (end > 0 && lines.length < linesMost) {
    const start = bytes.lastIndexOf(10, end - 1) + 1
    const line = bytes
      .toString('utf8', start, Math.min(end, start + 4 * (charactersMost + headMost)))
      .trimEnd()
    if (line.trimStart() !== '') lines.push(line)
    end = start - 1
  }
  return lines.reverse()
}

/** Each part is looked for once, at the place where it must stand: a line takes time by its length, whatever it is made of. */
function lineOf(line: string, stationId: string, receivedAt: Date): ControllerLine {
  const [head = '', time = '', zone] = timePattern.exec(line) ?? []
  const dated = line.slice(head.length).trimStart()
  const [levelHead = '', level] = (head !== '' && levelPattern.exec(dated)) || []
  const levelled = dated.slice(levelHead.length).trimStart()
  const [connectorHead = '', connector] = (head !== '' && connectorPattern.exec(levelled)) || []
  const text = head === '' ? line : levelled.slice(connectorHead.length).trimStart()
  const number = Number(connector ?? 0)
  return {
    at: instantOf(time, zone, receivedAt),
    stationId,
    connector: number > 0 ? number : null,
    level: levelOf(level),
    source: 'upload',
    text: text.slice(0, charactersMost),
  }
}

/** A time without a zone is UTC; one that cannot be is the moment at which the file came. */
function instantOf(time: string, zone: string | undefined, receivedAt: Date): Date {
  const at = new Date(zone ? time : `${time.replace(' ', 'T')}Z`)
  const sane = !Number.isNaN(at.getTime()) && at <= receivedAt && at.getUTCFullYear() > 2000
  return sane ? at : receivedAt
}

function levelOf(word = 'info'): LogLevel {
  const level = word.toLowerCase().replace(/^warn$/, 'warning')
  return logLevels.find((one) => one === level) ?? 'info'
}

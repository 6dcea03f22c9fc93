import { type LogLevel, logLevels } from '@stationmaster/contract'
import type { ControllerLine } from '../../stations/journal/controller-log-store.ts'
import { type VendorMessage, vendorOf } from './vendors.ts'

const linesMost = 200
const charactersMost = 4000

/** The lines of a vendor's `log` message, one or a list of { connector, level, text }; null when it is another message. */
export function linesOf(
  { vendorId, messageId, content }: VendorMessage,
  stationId: string,
  at: Date,
): ControllerLine[] | null {
  if (vendorOf(vendorId) !== 'autoenterprise' || messageId !== 'log') return null
  const list: unknown[] = Array.isArray(content) ? content : [content]
  return list.slice(0, linesMost).flatMap((one) => {
    const line = typeof one === 'object' && one !== null ? one : { text: one }
    const { connector, level, text } = line as Record<string, unknown>
    if (typeof text !== 'string' || text === '') return []
    const number = Number(connector ?? 0)
    return {
      at,
      stationId,
      connector: Number.isInteger(number) && number > 0 && number <= 100 ? number : null,
      level: levelOf(level),
      source: 'vendor',
      text: text.slice(0, charactersMost),
    }
  })
}

const levelOf = (given: unknown): LogLevel => {
  const word = String(given).toLowerCase()
  if (word === 'warn') return 'warning'
  return logLevels.find((level) => level === word) ?? 'info'
}

import { storableJson, storableText } from '@stationmaster/ocpp'
import { isoTime } from '@stationmaster/units'

/** An array as PostgreSQL reads it from a text, of the values that `JSON.stringify` takes; `isJson`: its elements are JSON. */
export function arrayText(values: readonly unknown[], isJson: boolean): string {
  let text = ''
  for (const value of values) text += `${text && ','}${isJson ? jsonElement(value) : element(value)}`
  return `{${text}}`
}

function element(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'NULL'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'NULL' : isoTime(value)
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? quoted(storableText(value)) : jsonElement(value)
}

/** What JSON has no word for becomes null, as in a list of JSON. */
function jsonElement(value: unknown): string {
  const json: string | undefined = value === null ? undefined : JSON.stringify(value)
  return json === undefined || json === 'null' ? 'NULL' : quoted(storableJson(json))
}

/** Quotes and backslashes are escaped as in JSON, which has other escapes too where there are control characters. */
const quoted = (text: string): string =>
  hasControls(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : JSON.stringify(text)

const hasControls = (text: string): boolean => /[^ -\uffff]/.test(text)

/** What the generated validators call, and the shape in which they speak. */

/** One fault of a message: `instancePath` is a JSON pointer into the payload, `keyword` the JSON Schema keyword that it breaks. */
export interface SchemaFault {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** Tells whether a payload fits; when not, `errors` holds every fault until the next call. */
export interface Validate {
  (payload: unknown): boolean
  errors?: SchemaFault[] | null
}

/** A list of faults with one more; null is the empty one. */
export function withFault(
  faults: SchemaFault[] | null,
  instancePath: string,
  keyword: string,
  params: Record<string, unknown>,
): SchemaFault[] {
  const fault = { instancePath, keyword, params }
  if (faults === null) return [fault]
  faults.push(fault)
  return faults
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i

/** The formats of OCPP's schemas: RFC 3339 date-time with a zone, and absolute URI. */
export const formats = {
  'date-time': (text: string): boolean => {
    const match = dateTime.exec(text)
    if (!match) return false
    const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
    return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  },
  uri: (text: string): boolean => URL.canParse(text),
}

/** Length in characters (code points), as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) length--
  }
  return length
}

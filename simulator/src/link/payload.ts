export type Payload = Record<string, unknown>

/** What a payload holds under a name, if it is an object. */
export function record(value: unknown): Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}
}

/** What a payload holds under a name, if it is a list. */
export function listed(value: unknown): Payload[] {
  return Array.isArray(value) ? value.map(record) : []
}

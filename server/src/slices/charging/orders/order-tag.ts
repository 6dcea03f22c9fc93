const tagPrefix = 'O'

/** The id tag of a remote start. The station sends it back with its start, so that the start finds its order (1.6 has no other way). */
export function tagOf(orderId: number): string {
  return tagPrefix + orderId.toString(36).toUpperCase()
}

/** The id of the order that a tag belongs to, or undefined when the tag is a card. */
export function orderIdOfTag(token: string): number | undefined {
  if (!/^O[0-9A-Z]{1,10}$/i.test(token)) return undefined
  const id = Number.parseInt(token.slice(1), 36)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The first of a list that cannot be empty. Throws an Error on an empty one: a query without rows where there is always a row. */
export function first<T>(list: readonly T[]): T {
  if (list.length === 0) throw new Error('The list is empty.')
  return list[0] as T
}

/** The last of a list that cannot be empty. Throws an Error on an empty one. */
export const last = <T>(list: readonly T[]): T => first(list.slice(-1))

/** The value of a key that a map holds. Throws an Error that names the key where the map does not have it. */
export function valueIn<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined && !map.has(key)) throw new Error(`The map has no ${String(key)}.`)
  return value as V
}

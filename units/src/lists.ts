/** The first of a list that cannot be empty. Throws an Error on an empty one: a query without rows where there is always a row. */
export function first<T>(list: readonly T[]): T {
  if (list.length === 0) throw new Error('The list is empty.')
  return list[0] as T
}

/** The last of a list that cannot be empty. Throws an Error on an empty one. */
export const last = <T>(list: readonly T[]): T => first(list.slice(-1))

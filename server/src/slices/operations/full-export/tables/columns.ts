import type { TableShape } from '../catalogue-store.ts'
import type { Scope } from '../scope.ts'
import type { Written } from './listed.ts'

/** The columns of a table that an export has in clear, and those that it has sealed. */
export function columnsOf(
  shape: TableShape,
  listing: Written,
  { scope, secretKey }: { scope: Scope; secretKey: string | null },
): { columns: string[]; sealed: string[] } {
  const secret = Object.keys(listing.secret ?? {})
  const without = new Set<string>([...secret, ...(listing.passing ?? [])])
  if (scope) for (const column of listing.ownersLack ?? []) without.add(column)
  return {
    columns: shape.columns.map(({ name }) => name).filter((name) => !without.has(name)),
    sealed: secretKey !== null && !scope ? secret : [],
  }
}

import type { ColumnType } from 'kysely'

/** JSON columns are read parsed and written as text, so that an array is never taken for an SQL array. */
export type Json<T> = ColumnType<T, string, string>
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
/** Filled by the database or left null when an insert leaves it out. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

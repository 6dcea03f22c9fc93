/** Whose rows are written: all of the network (null), or those of some locations and of their owner. */
export type Scope = null | {
  locationIds: readonly number[]
  /** null: of locations alone, so nothing that is only the owner's */
  ownerId: number | null
}

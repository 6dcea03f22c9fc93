/** What the batches of stations' messages sent to the database since the server started. */
export interface BatchCounts {
  batches: number
  /** BEGIN and COMMIT included */
  statements: number
  /** how often a batch waited for the database before it sent more */
  roundTrips: number
  /** of the batch that waited most often, since the counts were read last */
  roundTripsMost: number
}

export const noBatches: BatchCounts = { batches: 0, statements: 0, roundTrips: 0, roundTripsMost: 0 }

/** Whether a statement writes what a batch adds, its frames among them, as one statement of every batch does. */
export const isOfBatch = (text: string): boolean => /pg_current_xact_id/.test(text)

export const countedSince = (before: BatchCounts, after: BatchCounts): BatchCounts => ({
  batches: after.batches - before.batches,
  statements: after.statements - before.statements,
  roundTrips: after.roundTrips - before.roundTrips,
  roundTripsMost: after.roundTripsMost,
})

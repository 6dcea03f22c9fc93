/** A query as the server saw it; instants in ms of one clock. */
export interface TracedQuery {
  /** index into the trace's texts */
  text: number
  sentAt: number
  answeredAt: number
  rows: number
  /** of its parameters, about */
  bytes: number
}

export interface TracedTransaction {
  /** from its BEGIN to its COMMIT, in the order of sending */
  queries: TracedQuery[]
}

/** What the server notes of a measured window. */
export interface Trace {
  seconds: number
  /** share of the window that the event loop did not wait */
  loopBusy: number
  loopDelayMs: { p50: number; p99: number }
  gcMs: number
  texts: string[]
  transactions: TracedTransaction[]
  outside: TracedQuery[]
}

/** A subject of the Open Charge Alliance's list for central systems, played by a station against the real server. */
export interface ConformanceCase<S> {
  /** its number in that list */
  id: string
  subject: string
  /** which part of the subject is not offered, and why: printed in the table; the case shows that it is refused properly */
  notOffered?: string
  /** the case moves the clock, so no other case may run at the same time */
  alone?: true
  play(stage: S): Promise<void>
}

export interface Block<S> {
  title: string
  cases: readonly ConformanceCase<S>[]
}

/** A subject of the Open Charge Alliance's list for central systems, played by a station against the real server. */
export interface ConformanceCase<S> {
  /** its number in that list */
  id: string
  subject: string
  /** what of the subject is not offered, and why: stands in the table, and the case shows that it is refused properly */
  notOffered?: string
  /** it moves the clock: nothing else is played meanwhile */
  alone?: true
  play(stage: S): Promise<void>
}

export interface Block<S> {
  title: string
  cases: readonly ConformanceCase<S>[]
}

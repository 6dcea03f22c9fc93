import { first, localTime, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import { systemClock } from '../general/clock.ts'
import type { Db, Tx } from '../schema/schema.ts'

/** Minute and hour of a cron line, each a number or a star; the rest of it is stars. */
const cronLine = /^(\*|\d{1,2}) (\*|\d{1,2}) \* \* \*$/

/** Whether a cron line names the minute of an instant, by the clock on the wall of a time zone. Throws an Error on a line that it cannot read. */
export function isDue(cron: string, at: Date, timeZone: string): boolean {
  const [, minute, hour] = cronLine.exec(cron) ?? []
  if (minute === undefined || hour === undefined) throw new Error(`"${cron}" is no line of minute and hour.`)
  const local = localTime(at, timeZone)
  const is = (wanted: string, shown: number) => wanted === '*' || Number(wanted) === shown
  return is(minute, local.minute) && is(hour, local.hour)
}

/** what fell due while no server ran is made up for as far back as this; an older night is over */
const mostMinutes = 60

/** The names whose lines fall due in the minutes after one instant and up to another, both whole minutes; each once. */
export function dueBetween(
  crons: ReadonlyMap<string, string>,
  since: Date,
  until: Date,
  timeZone: string,
): string[] {
  const first = Math.max(since.getTime() + MINUTE_MS, until.getTime() - (mostMinutes - 1) * MINUTE_MS)
  const minutes: Date[] = []
  for (let at = first; at <= until.getTime(); at += MINUTE_MS) minutes.push(new Date(at))
  return [...crons]
    .filter(([, cron]) => minutes.some((minute) => isDue(cron, minute, timeZone)))
    .map(([name]) => name)
}

const lookMs = 5000

/**
 * Sends the jobs that run by the clock, of the database and in the network's time zone: in each minute the first server that looks
 * sends them for all, in the transaction that notes the minute.
 */
export class JobClock {
  readonly #crons = new Map<string, string>()
  #beat: NodeJS.Timeout | undefined
  /** by the database's clock, in minutes since 1970 */
  #minute = 0
  #looking: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly timeZone: string,
    private readonly send: (tx: Tx, names: string[]) => Promise<void>,
    private readonly report: (error: unknown) => void,
  ) {}

  add(name: string, cron: string): void {
    isDue(cron, new Date(0), this.timeZone)
    this.#crons.set(name, cron)
  }

  start(): void {
    if (this.#crons.size === 0) return
    this.#beat = setInterval(() => {
      if (Math.floor(systemClock.now().getTime() / MINUTE_MS) !== this.#minute)
        this.#looking = this.#looking.then(() => this.look()).catch(this.report)
    }, lookMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#beat)
    await this.#looking
  }

  /** Sends what has fallen due since somebody looked last. */
  async look(): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const { rows } = await sql<{ since: Date; until: Date }>`
        with before as (select at from job_clock for update),
        noted as (
          update job_clock set at = date_trunc('minute', now())
          from before where before.at < date_trunc('minute', now())
        )
        select at as since, date_trunc('minute', now()) as until from before`.execute(tx)
      const { since, until } = first(rows)
      const due = dueBetween(this.#crons, since, until, this.timeZone)
      if (due.length > 0) await this.send(tx, due)
      this.#minute = until.getTime() / MINUTE_MS
    })
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { own } from '../processes/processes.ts'

/** What the stations of a driver are to do. */
export type Order =
  | { do: 'begin'; url: string; first: number; count: number }
  /** of some modem networks; null: all */
  | { do: 'cut' | 'connect'; networks: readonly number[] | null }

/** What a driver answers when it has done it. */
export interface Done {
  stations: number
  /** ms, from the order to the last one accepted */
  ms: number
  errors: Record<string, number>
}

/** stations of one driver: it has one event loop */
const mostOfDriver = 6000
const limitMs = 300_000
const driver = fileURLToPath(new URL('../../dist/processes/link-driver.js', import.meta.url))

/** All stations, in drivers of their own. */
export class Field {
  private constructor(readonly children: readonly ChildProcess[]) {}

  static async open(url: string, stations: number): Promise<Field> {
    const count = Math.ceil(stations / mostOfDriver)
    const drivers = Array.from({ length: count }, () => own(fork(driver)))
    let first = 1
    for (const [nth, child] of drivers.entries()) {
      const next = 1 + Math.floor((stations * (nth + 1)) / count)
      await ordered(child, { do: 'begin', url, first, count: next - first })
      first = next
    }
    return new Field(drivers)
  }

  /** Lets stations lose their links or come back, all at once; resolves when the last one is away, or accepted. */
  async order(what: 'cut' | 'connect', networks: readonly number[] | null = null): Promise<Done> {
    const done = await Promise.all(this.children.map((child) => ordered(child, { do: what, networks })))
    const errors: Record<string, number> = {}
    for (const one of done)
      for (const [error, count] of Object.entries(one.errors)) errors[error] = (errors[error] ?? 0) + count
    return {
      stations: done.reduce((sum, one) => sum + one.stations, 0),
      ms: Math.max(...done.map(({ ms }) => ms)),
      errors,
    }
  }
}

async function ordered(child: ChildProcess, order: Order): Promise<Done> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(limitMs) })
  child.send(order)
  const [done] = (await answer) as [Done]
  return done
}

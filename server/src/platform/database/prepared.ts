import type pg from 'pg'
import { codeOf } from './database-fault.ts'

/**
 * Plans that hold however large the tables become: a few keys are looked up in indexes, one after the other. A statement is
 * planned once a connection, perhaps while its tables are empty, and would scan them for ever.
 */
export const lookUpPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/**
 * Statements with a name at the most, unless another number is given. Their texts are few, unless one is built of its parameters: a list
 * has one for few rows and one for many (statements/bulk.ts), and what a batch adds has one for each choice of parts.
 */
const namedMost = 400
/** texts that are remembered at the most, so that they get a name when they come again */
const seenMost = 2000

/** How the driver answers. */
export type Done = (error: Error | null, result: unknown) => void

/** The schema has changed under a statement, by a migration of another node: "cached plan must not change result type". */
const isOutdated = (error: unknown): boolean => codeOf(error) === '0A000'

/**
 * Has every statement with parameters that comes again read and planned once a connection instead of each time. A connection whose
 * statements are outdated is given up: the pool opens a new one.
 */
export class PreparedStatements {
  private readonly names = new Map<string, string>()
  /** used once: a name would keep what comes no more */
  private readonly seen = new Set<string>()

  constructor(private readonly most = namedMost) {}

  prepare(client: pg.PoolClient, giveUp: (error: Error) => void): void {
    const query = client.query.bind(client) as (given: unknown, values: undefined, done: Done) => void
    Object.assign(client, {
      query: (text: string, values: unknown[] | undefined, done: Done) => {
        const name = values?.length ? this.nameOf(text) : undefined
        query({ name, text, values }, undefined, (error, result) => {
          if (error && isOutdated(error)) giveUp(error)
          done(error, result)
        })
      },
    })
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known || this.names.size >= this.most || this.isFirst(text)) return known
    const name = `s${this.names.size}`
    this.names.set(text, name)
    return name
  }

  private isFirst(text: string): boolean {
    if (this.seen.delete(text)) return false
    if (this.seen.size >= seenMost) this.seen.clear()
    this.seen.add(text)
    return true
  }
}

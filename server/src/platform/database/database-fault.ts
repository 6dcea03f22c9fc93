import type { FastifyBaseLogger } from 'fastify'

/** The database could not be reached, or the connection broke during a query: nobody knows whether the query was carried out. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`The database is away: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, {
      cause,
    })
  }
}

/** Says in one line, for a person, why the server cannot start with what it was given. */
export class StartError extends Error {}

/**
 * SQLSTATEs that report the state of the database and not a fault of the query (PostgreSQL appendix A): lost connections, no disk,
 * memory or connection left, an operator's intervention, failures of the system below; a standby that takes no writes, and a
 * transaction that was ended because it was idle for too long.
 */
const stateOfDatabase = /^(08|53|57|58|25006|25P0[34])/

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Whether the same may succeed later, for the fault is the database's: such a message is left unanswered, and comes again. */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseAway || stateOfDatabase.test(codeOf(error))

/** Logs a failure of background work. That the database is away is not logged here: its pulse does that once. */
export function logFailure(log: FastifyBaseLogger, error: unknown, text: string, fields: object = {}): void {
  log[isAway(error) ? 'debug' : 'error']({ err: error, ...fields }, text)
}

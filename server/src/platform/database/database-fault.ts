import type { FastifyBaseLogger } from 'fastify'

/** The database was not to be had, or was lost while it was asked: what was asked of it may have been done or not. */
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
 * SQLSTATEs that tell of the database's state and not of what it was asked (PostgreSQL appendix A): lost connections, no disk,
 * memory or connection left, an operator's intervention, failures of the system below; a standby that takes no writes, and a
 * transaction that was ended because we stood still within it.
 */
const stateOfDatabase = /^(08|53|57|58|25006|25P0[34])/

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Whether the same may succeed later, for the fault is the database's: such a message is left unanswered, and comes again. */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseAway || stateOfDatabase.test(codeOf(error))

/** Logs a failure of work behind the traffic; that the database is away is told once, by its pulse, and not by everybody. */
export function logFailure(log: FastifyBaseLogger, error: unknown, text: string, fields: object = {}): void {
  log[isAway(error) ? 'debug' : 'error']({ err: error, ...fields }, text)
}

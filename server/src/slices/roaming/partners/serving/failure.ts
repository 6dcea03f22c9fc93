import type { StatusName } from '@stationmaster/ocpi'
import { Failure } from '../../../../platform/http/failure.ts'

/**
 * What a partner's call is refused with. By the standard a call that was understood gets HTTP 200 and a code that says what is
 * wrong; an HTTP error is for who may not call, for what is not there, and for what is no JSON.
 */
export class OcpiFailure extends Error {
  constructor(
    readonly status: StatusName,
    message: string,
    readonly http = 200,
  ) {
    super(message)
    this.name = 'OcpiFailure'
  }
}

/** Parameters or fields that are missing or wrong. */
export const invalid = (message: string): OcpiFailure => new OcpiFailure('invalidParameters', message)

/** An object that is not there, or is not the caller's to see. */
export const notThere = (message: string): OcpiFailure => new OcpiFailure('clientError', message, 404)

/** A token that opens nothing here. */
export const unknownCaller = (): OcpiFailure =>
  new OcpiFailure('clientError', 'The credentials token is not known, or does not open this.', 401)

/** More calls than a partner may make. */
export class TooManyCalls extends OcpiFailure {
  constructor(readonly seconds: number) {
    super('clientError', `Too many calls: try again in ${seconds} seconds.`, 429)
    this.name = 'TooManyCalls'
  }
}

/** Whether an error was not foreseen, and is to be logged: that the server starts or ends, or its database is away, is no news of a call. */
export const isUnforeseen = (error: unknown): boolean =>
  error instanceof Failure
    ? error.code === 'server.failed'
    : !(error instanceof OcpiFailure) || error.http >= 500

/**
 * The error catalogue: code -> HTTP status and English text. A code is a contract: the server throws codes, the web
 * translates them (`errors.<code>` in each language), nobody matches text.
 */
export const errorCatalogue = {
  'request.invalid': { status: 400, text: 'The request is not valid.' },
  'request.not_found': { status: 404, text: 'There is no such address.' },
  'request.too_large': { status: 413, text: 'The request is too large.' },
  'request.too_many': { status: 429, text: 'Too many requests. Try again in a moment.' },
  'auth.required': { status: 401, text: 'Sign in first.' },
  'auth.wrong_credentials': { status: 401, text: 'Wrong e-mail or password.' },
  'auth.too_many_attempts': {
    status: 429,
    text: 'Too many attempts to sign in. Wait a few minutes and try again.',
  },
  'auth.token_expired': { status: 401, text: 'The session has ended. Sign in again.' },
  'auth.blocked': { status: 403, text: 'This account is blocked.' },
  'auth.forbidden': { status: 403, text: 'Your role does not allow this.' },
  'manager.not_found': { status: 404, text: 'There is no such manager.' },
  'location.not_found': { status: 404, text: 'There is no such location.' },
  'station.not_found': { status: 404, text: 'There is no such station.' },
  'station.exists': { status: 409, text: 'A station with this id exists already.' },
  'station.offline': { status: 409, text: 'The station is not connected.' },
  'station.timeout': { status: 504, text: 'The station did not answer in time.' },
  'station.rejected': { status: 409, text: 'The station refused the command.' },
  'station.call_error': { status: 502, text: 'The station answered with an error.' },
  'station.disconnected': { status: 502, text: 'The connection to the station broke before it answered.' },
  'station.busy': { status: 503, text: 'Too many commands are waiting for this station.' },
  'station.unsupported': { status: 409, text: "The station's protocol version does not have this command." },
  'connector.not_found': { status: 404, text: 'There is no such connector.' },
  'connector.not_available': { status: 409, text: 'The connector is not available.' },
  'connector.occupied': { status: 409, text: 'The connector has an open order.' },
  'connector.not_charging': { status: 409, text: 'Nothing is charging on this connector.' },
  'order.not_found': { status: 404, text: 'There is no such order.' },
  'order.illegal_move': { status: 409, text: 'The order cannot do this in its present state.' },
  'driver.busy': { status: 409, text: 'The driver has an open order already.' },
  'driver.not_found': { status: 404, text: 'There is no such driver.' },
  'token.exists': { status: 409, text: 'A token with this id exists already.' },
  'tariff.invalid': { status: 400, text: 'The tariff is not valid.' },
  'server.failed': { status: 500, text: 'Something went wrong on our side.' },
  'server.not_ready': { status: 503, text: 'The server is starting or stopping. Try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** What every 4xx and 5xx answer holds. */
export interface ErrorAnswer {
  error: string
  code: ErrorCode
  details?: unknown
}

import type { ErrorAnswer, ErrorCode } from '@stationmaster/contract'

/** Codes of the server, and two of our own for when no answer of the server came. */
export type ApiErrorCode = ErrorCode | 'network.unreachable' | 'network.unreadable'

/** An answer of 4xx or 5xx, or none; the text is the server's, for people, in the requested language. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: unknown

  constructor(code: ApiErrorCode, status: number, text: string, details?: unknown) {
    super(text)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = details
  }
}

/** The error that a failed answer stands for. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const body: Partial<ErrorAnswer> = await answer.json().catch(() => ({}))
  if (body.code) return new ApiError(body.code, answer.status, body.error ?? body.code, body.details)
  return new ApiError('network.unreadable', answer.status, `HTTP ${answer.status}`)
}

/** The code of whatever was thrown. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'server.failed'
}

import { type ErrorCode, errorCatalogue, type Language } from '@stationmaster/contract'

/** A failure with a code of the catalogue: what the caller is told. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: unknown

  constructor(code: ErrorCode, details?: unknown) {
    super(errorCatalogue[code].en)
    this.name = 'Failure'
    this.code = code
    this.details = details
  }

  /** What a person reads. */
  textIn(language: Language): string {
    return errorCatalogue[this.code][language]
  }

  /** What GraphQL keeps of an error, whatever it copies it into. */
  get extensions(): { code: ErrorCode; details?: unknown } {
    return { code: this.code, ...(this.details === undefined ? {} : { details: this.details }) }
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** PostgreSQL's unique_violation (appendix A), of the named constraint or index if one is given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || broken === constraint)
}

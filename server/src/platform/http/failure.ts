import { type ErrorCode, errorCatalogue, type Language } from '@stationmaster/contract'

/** What a text of the catalogue leaves open, by name: a word as it stands, or one in each language. */
export type FailureWords = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>

/** A failure with a code of the catalogue, which is what the caller gets to see. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly words: FailureWords

  constructor(code: ErrorCode, details?: unknown, words: FailureWords = {}) {
    super(filled(errorCatalogue[code].en, words, 'en'))
    this.name = 'Failure'
    this.code = code
    this.details = details
    this.words = words
  }

  /** What a person reads. */
  textIn(language: Language): string {
    return filled(errorCatalogue[this.code][language], this.words, language)
  }

  /** The same failure with more details. */
  withDetails(more: Readonly<Record<string, unknown>>): Failure {
    return new Failure(this.code, { ...(this.details as object | undefined), ...more }, this.words)
  }

  /** What GraphQL keeps of an error, whatever it copies it into. */
  get extensions(): { code: ErrorCode; details?: unknown } {
    return { code: this.code, ...(this.details === undefined ? {} : { details: this.details }) }
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** The text with its `{names}` replaced; a name without a word leaves nothing behind. */
function filled(text: string, words: FailureWords, language: Language): string {
  const whole = text.replaceAll(/\{(\w{1,40})\}/g, (_, name: string) => {
    const word = words[name] ?? ''
    return String(typeof word === 'object' ? word[language] : word)
  })
  return whole.trim()
}

/** PostgreSQL's unique_violation (appendix A), of the named constraint or index if one is given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || broken === constraint)
}

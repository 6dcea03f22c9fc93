import { MINUTE_MS } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'

/** So long a driver may think about a price that was shown. */
const quotedMs = 15 * MINUTE_MS

/** Which password a station showed, and at which EVSE. */
export interface ShownCode {
  stationId: string
  evse: number
  step: number
}

/** A price that was shown to a driver, who gets it until then. */
export interface Quote {
  connectorId: number
  versionId: number
  /** of the code that a station showed to the driver, where the driver came by one */
  code?: ShownCode
  /** epoch milliseconds */
  until: number
}

export const quoteOf = (connectorId: number, versionId: number, now: Date, code?: ShownCode): Quote => ({
  connectorId,
  versionId,
  until: now.getTime() + quotedMs,
  ...(code ? { code } : {}),
})

/** A quote as a text that only this network can make and read. */
export const writeQuote = (secretKey: string, quote: Quote): string => seal(secretKey, quote)

/**
 * What was quoted for a connector. Throws payment.price_changed for a quote that is too old, is for another
 * connector, or that this network has not made: the driver must see the price again.
 */
export function readQuote(secretKey: string, text: string, connectorId: number, now: Date): Quote {
  const quote = opened(secretKey, text)
  if (!quote || quote.connectorId !== connectorId || quote.until <= now.getTime())
    throw new Failure('payment.price_changed')
  return quote
}

function opened(secretKey: string, text: string): Quote | undefined {
  try {
    return unseal<Quote>(secretKey, text)
  } catch {
    return undefined
  }
}

import { createRequire } from 'node:module'
import type { Protocol } from '@stationmaster/ocpp'

interface Validator {
  subprotocol: string
  /** throws what does not fit */
  validate(id: string, payload: unknown): unknown
}

// the Open Charge Alliance's schemas in a validator that is not ours: a fault of our own cannot hide itself
const validators = createRequire(import.meta.url)('ocpp-rpc/lib/standard-validators') as Validator[]

/** What of a payload breaks the standard's schema, in words; null when nothing does. */
export function schemaFault(protocol: Protocol, message: string, payload: unknown): string | null {
  const validator = validators.find(({ subprotocol }) => subprotocol === protocol)!
  try {
    validator.validate(`urn:${message}`, payload)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

import { createRequire } from 'node:module'
import type { Protocol } from '@stationmaster/ocpp'

interface Validator {
  subprotocol: string
  /** throws when the value does not fit the schema */
  validate(id: string, payload: unknown): unknown
}

// the Open Charge Alliance's schemas in a validator that is not ours, so that a fault of our own validator is found
const validators = createRequire(import.meta.url)('ocpp-rpc/lib/standard-validators') as Validator[]

/** 2.1 writes the ids of its schemas otherwise. */
const renamed = (message: string): string =>
  message.replace(/\.req$/, 'Request').replace(/\.conf$/, 'Response')

/** What in a payload breaks the standard's schema, in words; null when nothing does. */
export function schemaFault(protocol: Protocol, message: string, payload: unknown): string | null {
  const validator = validators.find(({ subprotocol }) => subprotocol === protocol)!
  try {
    validator.validate(`urn:${protocol === 'ocpp2.1' ? renamed(message) : message}`, payload)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

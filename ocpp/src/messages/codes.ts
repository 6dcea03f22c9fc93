import type { CallErrorCode, Protocol } from '../protocol.ts'
import type { SchemaFault } from '../schema-runtime.ts'

/** Codes that 1.6 writes otherwise, or lacks (OCPP-J 1.6 clause 4.2.3; "Occurence" is spelt so in its errata). */
const spelling16: Partial<Record<CallErrorCode, string>> = {
  FormatViolation: 'FormationViolation',
  MessageTypeNotSupported: 'GenericError',
  OccurrenceConstraintViolation: 'OccurenceConstraintViolation',
  RpcFrameworkError: 'FormationViolation',
}

/** The code as the version writes it. */
export function spelled(code: CallErrorCode, protocol: Protocol): string {
  return (protocol === 'ocpp1.6' && spelling16[code]) || code
}

const codeOfKeyword: Record<string, CallErrorCode> = {
  additionalProperties: 'FormatViolation',
  enum: 'PropertyConstraintViolation',
  format: 'FormatViolation',
  maxItems: 'OccurrenceConstraintViolation',
  maxLength: 'PropertyConstraintViolation',
  maximum: 'PropertyConstraintViolation',
  minItems: 'OccurrenceConstraintViolation',
  minimum: 'PropertyConstraintViolation',
  multipleOf: 'PropertyConstraintViolation',
  required: 'OccurrenceConstraintViolation',
  type: 'TypeConstraintViolation',
}

/** Why a message is refused: the code of its first fault (an unexpected property counts last) and a text without its content. */
export function refusalOf(faults: readonly SchemaFault[]): { code: CallErrorCode; text: string } {
  const fault = faults.find((f) => f.keyword !== 'additionalProperties') ?? faults[0]
  if (!fault)
    return {
      code: 'PropertyConstraintViolation',
      text: 'a value that the message cannot do without is empty',
    }
  return { code: codeOfKeyword[fault.keyword] ?? 'FormatViolation', text: described(fault) }
}

const mostRemarks = 20

/** One line for each fault, for people; at most 20. */
export function remarksOn(faults: readonly SchemaFault[]): string[] {
  return faults.slice(0, mostRemarks).map((fault) => {
    const name = fault.params.additionalProperty
    return typeof name === 'string' ? `${described(fault)} "${name.slice(0, 40)}"` : described(fault)
  })
}

/** What a fault is, in a line for people, without anything of the payload. */
export function described({ instancePath, keyword, params }: SchemaFault): string {
  const where = instancePath || '/'
  switch (keyword) {
    case 'additionalProperties':
      return `${where}: unexpected property`
    case 'enum':
      return `${where}: not one of the allowed values`
    case 'format':
      return `${where}: not a valid ${String(params.format)}`
    case 'maximum':
      return `${where}: more than ${String(params.limit)}`
    case 'minimum':
      return `${where}: less than ${String(params.limit)}`
    case 'maxLength':
      return `${where}: longer than ${String(params.limit)} characters`
    case 'required':
      return `${where}: ${String(params.missingProperty)} is missing`
    case 'type':
      return `${where}: not of type ${String(params.type)}`
    default:
      return `${where}: violates ${keyword}`
  }
}

/** Subprotocols that we speak, newest first (OCPP-J 1.6 clause 3.3; 2.x part 4 clause 3.1.2). */
export const protocols = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] as const
export type Protocol = (typeof protocols)[number]

/** RPC error codes of all versions; the link writes the spelling of its version. */
export const callErrorCodes = [
  'FormatViolation',
  'GenericError',
  'InternalError',
  'MessageTypeNotSupported',
  'NotImplemented',
  'NotSupported',
  'OccurrenceConstraintViolation',
  'PropertyConstraintViolation',
  'ProtocolError',
  'RpcFrameworkError',
  'SecurityError',
  'TypeConstraintViolation',
] as const
export type CallErrorCode = (typeof callErrorCodes)[number]

/** A version of OCPP as people write it: ocpp2.0.1 is OCPP 2.0.1. */
export const protocolName = (protocol: string): string => protocol.replace('ocpp', 'OCPP ')

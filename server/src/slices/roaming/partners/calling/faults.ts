import type { OutgoingFaultKind } from '../../../../platform/http/outgoing/send.ts'

/**
 * Why a call to a partner did not do what it was to do. Beside the faults of the way: not_connected: nothing is sent to this partner
 * now; party_away: the party behind it that this is for is not connected; no_endpoint: it has no address for this module; http: an HTTP error; not_ocpi: no envelope of OCPI; refused: a code of OCPI
 * that says so.
 */
export type PartnerFault =
  | OutgoingFaultKind
  | 'not_connected'
  | 'party_away'
  | 'no_endpoint'
  | 'http'
  | 'not_ocpi'
  | 'refused'

/** Faults in which the same call may succeed later, with nothing changed. */
const passing: readonly PartnerFault[] = ['unreachable', 'broken', 'timeout', 'not_connected']

/**
 * Whether the same call is worth sending again: the partner was away, or said that it had a fault of its own or too much to do. What
 * it refused for what stands in it, it refuses again.
 */
export function mayPass(fault: PartnerFault, httpStatus: number | null, ocpiStatus: number | null): boolean {
  if (passing.includes(fault)) return true
  if (httpStatus !== null && (httpStatus >= 500 || httpStatus === 429 || httpStatus === 408)) return true
  return fault === 'refused' && ocpiStatus !== null && ocpiStatus >= 3000
}

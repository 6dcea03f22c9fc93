import type { StationEvent } from '@stationmaster/ocpp'
import { meterConfiguration } from '../../stations/meters/reported-keys.ts'

export type VendorMessage = Extract<StationEvent, { type: 'vendor.message' }>

/** The vendors whose messages mean something here, by the name that their data has, and their messages. */
const vendors = new Map([
  ['autoenterprise', new Set(['log', 'miscInfo', 'extendedMeterValues'])],
  [meterConfiguration.vendorId.toLowerCase(), new Set([meterConfiguration.messageId])],
])

/** A vendor as it is kept: names that differ only by case are one (CiString in 1.6). */
export function vendorOf(vendorId: string): string {
  const name = vendorId.toLowerCase()
  return vendors.has(name) ? name : vendorId
}

/** Whether a station tells the keys of its meters. */
export const reportsKeys = ({ vendorId, messageId }: VendorMessage): boolean =>
  vendorId.toLowerCase() === meterConfiguration.vendorId.toLowerCase() &&
  messageId === meterConfiguration.messageId

/** How DataTransfer is answered (1.6 clause 4.3; 2.0.1 part 2, P02). A message without a name is one that nobody knows. */
export function answerTo({
  vendorId,
  messageId = '',
}: VendorMessage): 'Accepted' | 'UnknownVendorId' | 'UnknownMessageId' {
  const known = vendors.get(vendorOf(vendorId))
  if (!known) return 'UnknownVendorId'
  return known.has(messageId) ? 'Accepted' : 'UnknownMessageId'
}

import type { IncidentEntryKind } from '@stationmaster/contract'
import type { NewEntry } from '../store.ts'

/** A line that the network itself writes. */
export const entryOf = (
  incidentId: number,
  kind: IncidentEntryKind,
  at: Date,
  data: Record<string, unknown> = {},
): NewEntry => ({
  incidentId,
  at,
  kind,
  byKind: 'network',
  managerId: null,
  stationId: null,
  text: null,
  data,
})

import type { IncidentEntryKind } from '@stationmaster/contract'
import type { Tx } from '../../../platform/schema/schema.ts'
import { insertEntries, type NewEntry } from './store.ts'

/** What has happened to an incident: the line of its timeline that says so. */
export interface IncidentChange {
  incidentId: number
  entryId: number
  kind: IncidentEntryKind
}

/** Called in the transaction of a change, with all changes of it at once: what it sends or writes commits with them. */
export type IncidentListener = (tx: Tx, changes: readonly IncidentChange[]) => Promise<void>

/** The only way into the timelines of incidents: whoever writes there lets those know who listen. */
export class IncidentBook {
  constructor(private readonly listeners: readonly IncidentListener[]) {}

  /** Adds lines to the timelines of incidents. */
  async write(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
    const ids = await insertEntries(tx, entries)
    const changes = entries.map(({ incidentId, kind }, index) => ({
      incidentId,
      kind,
      entryId: ids[index] ?? 0,
    }))
    if (changes.length === 0) return
    for (const listener of this.listeners) await listener(tx, changes)
  }
}

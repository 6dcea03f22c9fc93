import type { IncidentKind } from '@stationmaster/contract'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Fresh, Look } from './fresh.ts'
import * as money from './money-source-store.ts'
import * as stations from './station-source-store.ts'

/** Where troubles come from: what is new, and what is over. */
interface Source {
  kind: IncidentKind
  list(tx: Tx, look: Look): Promise<Fresh[]>
  end(tx: Tx, look: Look): Promise<void>
}

export const sources: readonly Source[] = [
  { kind: 'silence', list: stations.listSilent, end: stations.endSilent },
  { kind: 'fault', list: stations.listFaulted, end: stations.endFaulted },
  { kind: 'sessions', list: stations.listFailing, end: stations.endFailing },
  { kind: 'handshakes', list: stations.listRefused, end: stations.endRefused },
  { kind: 'energy', list: stations.listDisobeying, end: stations.endDisobeying },
  { kind: 'certificates', list: stations.listEnding, end: stations.endEnding },
  { kind: 'payments', list: money.listUnpaid, end: money.endUnpaid },
  { kind: 'receipts', list: money.listUnregistered, end: money.endUnregistered },
  { kind: 'books', list: money.listDiffering, end: money.endDiffering },
  { kind: 'firmware', list: money.listPaused, end: money.endPaused },
]

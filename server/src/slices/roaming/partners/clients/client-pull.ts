import { type ClientInfo, codecOf, type OcpiVersion, read } from '@stationmaster/ocpi'
import { HOUR_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import { callPartner, callPartnerAt } from '../calling/call-partner.ts'
import { faultText } from '../calling/delivered.ts'
import { listConnected, type PartnerRow } from '../store.ts'
import { findClientsReadAt, removeClients, updateClientsReadAt } from './client-store.ts'
import { type ClientParts, keepClient } from './clients.ts'

/** a list that does not end */
const pagesMost = 1_000
/** how often all parties are read; what changes meanwhile is pushed */
const readEveryMs = HOUR_MS

/** What came of reading a hub's parties. */
export interface ClientsRead {
  read: number
  /** parties that break the standard */
  unreadable: number
  /** why it ended before its end; null: it did not */
  failure: string | null
}

/** Reads all parties of a hub; those that it does not name are none of its parties any more (OCPI 14.3.2). */
export async function pullClients(parts: ClientParts, partner: PartnerRow): Promise<ClientsRead> {
  const { db, clock } = parts
  const begun = clock.now()
  const clients: ClientInfo[] = []
  let unreadable = 0
  const module = 'hubclientinfo'
  let answer = await callPartner(parts, partner, { module, role: 'SENDER', method: 'GET' })
  for (let page = 1; ; page++) {
    const failure = answer.ok ? (page > pagesMost ? 'the list does not end' : null) : faultText(answer)
    if (!answer.ok || failure !== null) return { read: clients.length, unreadable, failure }
    // who answers a call is connected, with a version
    const { clientInfo } = codecOf(partner.version as OcpiVersion)
    for (const one of Array.isArray(answer.data) ? answer.data : []) {
      const reading = read(clientInfo, one)
      if (reading.ok) clients.push(reading.value)
      else unreadable += 1
    }
    if (answer.next === null) break
    answer = await callPartnerAt(parts, partner, { module, method: 'GET', url: answer.next })
  }
  await inTransaction(db, async (tx) => {
    for (const client of clients) await keepClient(tx, parts, partner, client)
    // what cannot be read may be a party that is there
    if (unreadable === 0) await removeClients(tx, partner.id, begun)
    await updateClientsReadAt(tx, partner.id, begun)
  })
  return { read: clients.length, unreadable, failure: null }
}

/** Reads the parties of each hub when it is connected, and each hour. */
export function clientJobs(jobs: Jobs, parts: ClientParts): void {
  jobs.schedule('roaming-clients', '* * * * *', async () => {
    for (const partner of await listConnected(parts.db)) {
      if (!partner.isHub) continue
      const readAt = await findClientsReadAt(parts.db, partner.id)
      if (!readAt || readAt.getTime() + readEveryMs <= parts.clock.now().getTime())
        await pullClients(parts, partner)
    }
  })
}

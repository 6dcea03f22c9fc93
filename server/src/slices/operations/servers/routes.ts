import { servers } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import { leaseMs } from '../../../platform/nodes/membership.ts'
import { listNodes } from '../../../platform/nodes/node-store.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { countByNode } from '../../stations/stations/connecting/presence-store.ts'
import { problemsOf } from './rules.ts'

/** The servers on the database, for administrators. An embedded database has one, and no list. */
export function serverRoutes(rest: Rest, { db, node }: { db: Db; node: string }): void {
  route(rest, servers.list, async () => {
    const [all, stations] = await Promise.all([listNodes(db, leaseMs), countByNode(db)])
    return all.map((server) => {
      const { id, version, state, silent, startedAt, beatAt, report } = server
      return {
        id,
        version,
        state: silent && state !== 'dead' ? ('silent' as const) : state,
        answers: id === node,
        started_at: startedAt.toISOString(),
        beat_at: beatAt.toISOString(),
        stations: stations.get(id) ?? 0,
        nats: report.nats ?? 'alone',
        database_ms: report.databaseMs ?? null,
        nats_ms: report.natsMs ?? null,
        loop_ms: report.loopMs ?? null,
        memory_bytes: report.memoryBytes ?? null,
        problems: problemsOf(server, all),
      }
    })
  })
}

import type { ServerProblem } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { NodeRow } from '../../../platform/nodes/node-store.ts'

/** a clock that is off by more makes sessions' times doubtful */
export const clockMostMs = 5 * SECOND_MS
/** what a small statement may take */
export const databaseMostMs = 250
/** by how much timers may be late */
export const loopMostMs = 500

/** What is wrong with a server, among all that are on the database. */
export function problemsOf(server: NodeRow, all: readonly NodeRow[]): ServerProblem[] {
  if (server.state === 'dead') return ['dead']
  if (server.silent) return ['silent']
  const { nats, clockMs = 0, databaseMs = 0, loopMs = 0 } = server.report
  const there = all.filter(({ state, silent }) => state !== 'dead' && !silent)
  const found: [ServerProblem, boolean][] = [
    ['cut_off', nats === 'cut_off'],
    ['not_joined', nats === 'alone' && there.length > 1],
    ['versions', there.some(({ version }) => version !== server.version)],
    ['clock', Math.abs(clockMs) > clockMostMs],
    ['slow_database', databaseMs > databaseMostMs],
    ['slow_server', loopMs > loopMostMs],
  ]
  return found.flatMap(([problem, isSo]) => (isSo ? [problem] : []))
}

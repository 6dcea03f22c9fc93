import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'

/** What a scenario can wait for; `charging` is a transaction whose start was answered. */
export type StationCondition =
  | 'accepted'
  | 'pending'
  | 'rejected'
  | 'offline'
  | 'plugged'
  | 'charging'
  | 'suspended'
  | 'finished'
  | 'available'
  | 'faulted'
  | 'unavailable'

export const conditions: Record<StationCondition, (core: Core, connector: VirtualConnector) => boolean> = {
  accepted: (core) => core.uplink.accepted,
  pending: (core) => core.uplink.phase === 'pending',
  rejected: (core) => core.uplink.phase === 'rejected',
  offline: (core) => !core.uplink.accepted,
  plugged: (_core, { plug }) => plug !== null,
  charging: (_core, { phase, transaction }) =>
    phase === 'Charging' && transaction !== null && transaction.status !== null,
  suspended: (_core, { phase }) => phase === 'SuspendedEV',
  finished: (core, { number, transaction }) => {
    return transaction === null && core.transactions.some((one) => one.connector === number && one.ended)
  },
  available: (core, connector) => connector.state(core.traits) === 'Available',
  faulted: (_core, { fault }) => fault !== null,
  unavailable: (_core, { operative }) => !operative,
}

import type { ConnectorState, Protocol } from '@stationmaster/ocpp'
import type { Current } from '../car/car.ts'
import type { Phase, VirtualConnector } from './connector.ts'
import type { Core } from './core.ts'

/** A connector as it is now; energies in Wh, power in W. `sampled...` is what the central system has confirmed last. */
export interface ConnectorView {
  ordinal: number
  evse: number
  connector: number
  type: string
  current: Current
  ratedW: number
  state: ConnectorState
  phase: Phase | null
  plugged: boolean
  /** a driver pays for it on the web, and nobody else begins */
  paidOnWeb: boolean
  registerWh: number
  /** null when no transaction runs */
  sessionWh: number | null
  powerW: number
  soc: number | null
  transactionId: string | null
  token: string | null
  startedAt: Date | null
  meterStartWh: number | null
  sampledAt: Date | null
  sampledWh: number | null
  sampledSessionWh: number | null
}

export interface StationView {
  id: string
  protocol: Protocol
  online: boolean
  /** messages about transactions that wait to be said */
  queued: number
  connectors: ConnectorView[]
}

/** What a station shows now. */
export function snapshotOf(core: Core): StationView {
  core.advance()
  return {
    id: core.options.stationId,
    protocol: core.options.protocol,
    online: core.uplink.accepted,
    queued: core.outbox.length,
    connectors: core.connectors.map((connector) => connectorView(core, connector)),
  }
}

/** What one connector shows, as of the last time its clock was moved on. */
export function connectorView(core: Core, connector: VirtualConnector): ConnectorView {
  const { ref, transaction, sampled, registerWh } = connector
  const current = sampled && transaction && sampled.at >= transaction.startedAt ? sampled : null
  return {
    ordinal: ref.ordinal,
    evse: ref.evse,
    connector: ref.connector,
    type: connector.type,
    current: connector.current,
    ratedW: connector.ratedW,
    state: connector.state(core.traits),
    phase: connector.phase,
    plugged: connector.plug !== null,
    paidOnWeb: core.now().getTime() < connector.paidOnWebUntilMs,
    registerWh,
    sessionWh: transaction ? registerWh - transaction.meterStartWh : null,
    powerW: connector.powerW,
    soc: connector.soc ?? null,
    transactionId: transaction?.id ?? null,
    token: transaction?.token?.token ?? null,
    startedAt: transaction?.startedAt ?? null,
    meterStartWh: transaction?.meterStartWh ?? null,
    sampledAt: sampled?.at ?? null,
    sampledWh: sampled?.registerWh ?? null,
    sampledSessionWh: current && transaction ? current.registerWh - transaction.meterStartWh : null,
  }
}

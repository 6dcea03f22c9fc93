import { randomUUID } from 'node:crypto'
import type { IdToken, ReckonedCost, SignedValue, StationEvent, StationReply } from '@stationmaster/ocpp'
import { RunningCost } from '../tariffs/running-cost.ts'
import type { VirtualConnector } from './connector.ts'
import type { Core } from './core.ts'
import type { Transaction } from './transaction.ts'

export interface BeginOptions {
  token?: IdToken
  /** the card's, where it is known already */
  group?: string
  remoteStartId?: number
  /** now by default */
  at?: Date
  /** no periodic samples: the scenario sends its own */
  scripted?: boolean
  /** with the plug alone: nothing flows before somebody has leave */
  awaitsLeave?: boolean
}

/** Starts a transaction on a connector and reports it, now or when the connection is back. */
export function begin(core: Core, connector: VirtualConnector, options: BeginOptions): void {
  const now = core.advance()
  const at = options.at ?? now
  const { namesTransactions } = core.traits
  const meterStartWh = connector.registerWh
  const signedBegin = core.signer?.signed('begin', meterStartWh, at, !namesTransactions) ?? null
  const event: StationEvent = {
    type: 'charging.started',
    at: connector.ref,
    meterWh: meterStartWh,
    happenedAt: at,
    samples: [connector.sample('Transaction.Begin', at)],
    ...(signedBegin && namesTransactions ? { signed: [signedBegin] } : {}),
    offline: !core.uplink.accepted,
    charging: !namesTransactions,
    ...(options.token ? { token: options.token } : {}),
    ...(options.remoteStartId === undefined ? {} : { remoteStartId: options.remoteStartId }),
    ...(connector.reservation ? { reservationId: connector.reservation.id } : {}),
  }
  const transaction: Transaction = {
    connector: connector.number,
    token: options.token,
    group: options.group ?? null,
    remoteStartId: options.remoteStartId,
    awaitsLeave: options.awaitsLeave ?? false,
    startedAt: at,
    meterStartWh,
    signedBegin,
    id: namesTransactions ? randomUUID() : null,
    sequence: 0,
    status: null,
    cost: costFrom(core, connector, at),
    limit: null,
    comesFirst: false,
    shownCost: null,
    ended: null,
    cancelSampling: () => {},
    repeatStart: () => core.tell('start', () => said),
    repeatStop: null,
  }
  const said: StationEvent = { ...event, ...numbered(core, transaction) }
  connector.transaction = transaction
  connector.paidOnWebUntilMs = 0
  connector.finishing = false
  connector.expecting?.cancel()
  connector.expecting = null
  connector.reservation?.cancel()
  connector.reservation = null
  core.remember(transaction)
  const heard = (reply: StationReply | null) => takeStart(core, connector, transaction, reply)
  // a stop that waits behind it needs the id that the answer gives
  void core.tell('start', () => said, heard)
  core.announce(connector, at)
  if (namesTransactions && !options.awaitsLeave)
    void sample(core, connector, { context: 'Transaction.Begin', at })
  if (!options.scripted) sampleLater(core, connector, transaction)
  core.options.onTransaction('began', transaction)
}

/** A driver is authorised for the transaction that began with the plug: the station reports the token, and energy flows. */
export function admit(
  core: Core,
  connector: VirtualConnector,
  { token, group, remoteStartId }: Pick<BeginOptions, 'token' | 'group' | 'remoteStartId'>,
): void {
  const { transaction } = connector
  if (!transaction?.awaitsLeave) return
  const at = core.advance()
  transaction.awaitsLeave = false
  transaction.token = token
  transaction.group = group ?? null
  transaction.remoteStartId = remoteStartId
  const said: StationEvent = {
    type: 'meter.sampled',
    at: connector.ref,
    samples: [],
    happenedAt: at,
    offline: !core.uplink.accepted,
    ...numbered(core, transaction),
    ...(token ? { token } : {}),
    ...(remoteStartId === undefined ? {} : { remoteStartId }),
    ...(connector.phase ? { chargingState: connector.phase } : {}),
  }
  connector.reportedPhase = connector.phase
  void core
    .tell('meter', () => said)
    .then((reply) => {
      heedLimit(core, connector, transaction, reply)
      if (reply?.type === 'accepted') heed(core, connector, transaction, reply.status ?? 'Accepted')
      core.waiting.changed()
    })
}

export interface SampleOptions {
  context?: string
  at?: Date
  /** shows this instead of the register, Wh: for tests of meters that lie */
  registerWh?: number
  /** the last transaction that ended here, when none runs */
  stale?: Transaction
}

/** Sends what the meter shows; resolves with the answer, or null when it was given up. */
export async function sample(
  core: Core,
  connector: VirtualConnector,
  options: SampleOptions = {},
): Promise<StationReply | null> {
  const now = core.advance()
  const at = options.at ?? now
  const shownWh = options.registerWh ?? connector.registerWh
  const transaction = connector.transaction ?? options.stale ?? null
  const { phase } = connector
  const event: StationEvent = {
    type: 'meter.sampled',
    at: connector.ref,
    samples: [connector.sample(options.context ?? 'Sample.Periodic', at, shownWh)],
    happenedAt: at,
    offline: !core.uplink.accepted,
    ...(transaction ? numbered(core, transaction) : {}),
    ...reckoned(transaction, at, shownWh),
    ...(core.traits.namesTransactions && phase ? { chargingState: phase } : {}),
  }
  if (connector.reportedPhase !== phase) {
    connector.reportedPhase = phase
    core.announce(connector, at)
  }
  const reply = await core.tell('meter', () => named(event, transaction))
  if (reply) connector.sampled = { at, registerWh: shownWh }
  if (reply?.type === 'accepted' && transaction && reply.totalCostMinor !== undefined)
    transaction.shownCost = reply.totalCostMinor / 100
  if (transaction) heedLimit(core, connector, transaction, reply)
  if (reply?.type === 'accepted' && reply.status && transaction)
    heed(core, connector, transaction, reply.status)
  core.waiting.changed()
  return reply
}

export interface EndOptions {
  reason: string
  token?: IdToken
  at?: Date
}

/** Ends the connector's transaction, if one runs, and reports it, now or when the connection is back. */
export function end(core: Core, connector: VirtualConnector, options: EndOptions): void {
  const { transaction } = connector
  if (!transaction) return
  const now = core.advance()
  const at = options.at ?? now
  transaction.cancelSampling()
  const meterStopWh = connector.registerWh
  const event: StationEvent = {
    type: 'charging.ended',
    transactionId: '',
    at: connector.ref,
    meterWh: meterStopWh,
    happenedAt: at,
    samples: [connector.sample('Transaction.End', at)],
    ...signedAt(core, transaction, meterStopWh, at),
    reason: options.reason,
    offline: !core.uplink.accepted,
    ...(options.token ? { token: options.token } : {}),
    ...numbered(core, transaction),
    ...reckoned(transaction, at, meterStopWh),
  }
  transaction.ended = {
    at,
    meterStopWh,
    reason: options.reason,
    ...reckoned(transaction, at, meterStopWh),
  }
  connector.transaction = null
  connector.reportedPhase = null
  core.profiles.clear(
    ({ purpose, target }) => purpose === 'transaction' && target === core.targetOf(connector),
  )
  connector.finishing = connector.plug !== null
  transaction.repeatStop = () => core.tell('stop', () => named(event, transaction))
  void transaction.repeatStop().then((reply) => {
    if (reply) connector.sampled = { at, registerWh: meterStopWh }
    core.waiting.changed()
  })
  if (connector.operativeNext !== null) {
    connector.operative = connector.operativeNext
    connector.operativeNext = null
  }
  core.announce(connector, at)
  core.options.onTransaction('ended', transaction)
}

/** A session keeps the tariff that its EVSE has when it starts. */
function costFrom(
  { tariffs, settings, options }: Core,
  { ref }: VirtualConnector,
  at: Date,
): RunningCost | null {
  const tariff = settings.allows('TariffEnabled') ? tariffs.current(ref.evse, at.getTime()) : null
  return tariff && new RunningCost(tariff, at.getTime(), options.timeZone)
}

/** What a transaction has cost by an instant, where the station reckons it. */
function reckoned(transaction: Transaction | null, at: Date, registerWh: number): { cost?: ReckonedCost } {
  if (!transaction?.cost) return {}
  return { cost: transaction.cost.at(at.getTime(), registerWh - transaction.meterStartWh) }
}

/** What the meter has signed of a transaction that ends: where its begin had no place in the start (1.6), that too. */
function signedAt(
  { signer, traits }: Core,
  { signedBegin }: Transaction,
  meterStopWh: number,
  at: Date,
): { signed?: SignedValue[] } {
  if (!signer || !signedBegin) return {}
  const signedEnd = signer.signed('end', meterStopWh, at, !traits.namesTransactions)
  return { signed: traits.namesTransactions ? [signedEnd] : [signedBegin, signedEnd] }
}

/** Sends the next sample after the meter interval, and so on while the transaction runs. */
function sampleLater(core: Core, connector: VirtualConnector, transaction: Transaction): void {
  transaction.cancelSampling = core.options.agenda.after(core.meterEveryMs, () => {
    core.advance()
    endAtLimit(core, connector)
    if (connector.transaction !== transaction) return
    if (core.powered) void sample(core, connector)
    sampleLater(core, connector, transaction)
  })
}

/** The name and the next number of a transaction, where the station gives them. */
function numbered(core: Core, transaction: Transaction): { transactionId?: string; sequence?: number } {
  if (!core.traits.namesTransactions || transaction.id === null) return {}
  const sequence = transaction.sequence
  transaction.sequence += 1
  return { transactionId: transaction.id, sequence }
}

/** A start without an answer gives no id: 1.6 stations then send -1. */
function named<E extends StationEvent>(event: E, transaction: Transaction | null): E {
  if (!transaction) return event
  if (event.type === 'meter.sampled')
    return transaction.id === null ? event : { ...event, transactionId: transaction.id }
  return { ...event, transactionId: transaction.id ?? '-1' }
}

function takeStart(
  core: Core,
  connector: VirtualConnector,
  transaction: Transaction,
  reply: StationReply | null,
): void {
  if (reply) connector.sampled = { at: transaction.startedAt, registerWh: transaction.meterStartWh }
  if (reply?.type === 'charging') transaction.id ??= String(reply.transactionId)
  heedLimit(core, connector, transaction, reply)
  if (reply?.type === 'charging' || reply?.type === 'accepted') {
    transaction.group = reply.group ?? transaction.group
    heed(core, connector, transaction, reply.status ?? 'Accepted')
  }
  core.waiting.changed()
}

/** Energy that may still flow before the limits of a connector's transaction, Wh. */
export const energyLeft = (core: Core, connector: VirtualConnector): number =>
  Math.max(0, Math.min(leftOfEnergy(connector), leftOfCost(core, connector)))

const leftOfEnergy = ({ transaction, registerWh }: VirtualConnector): number =>
  (transaction?.limit?.energyWh ?? Number.POSITIVE_INFINITY) - (registerWh - (transaction?.meterStartWh ?? 0))

/** Only a station that has a tariff knows what a session costs. */
function leftOfCost(core: Core, { transaction }: VirtualConnector): number {
  const { costMinor } = transaction?.limit ?? {}
  if (!transaction?.cost || costMinor === undefined) return Number.POSITIVE_INFINITY
  return transaction.cost.leftWh(core.now().getTime(), costMinor)
}

/** Ends a transaction that has reached a limit of energy, cost, time or charge, with or without a connection. */
export function endAtLimit(core: Core, connector: VirtualConnector): void {
  const { transaction, soc } = connector
  if (!transaction?.limit) return
  const { seconds, soc: mostSoc } = transaction.limit
  const lasted = (core.now().getTime() - transaction.startedAt.getTime()) / 1000
  if (leftOfEnergy(connector) <= 0) end(core, connector, { reason: 'EnergyLimitReached' })
  else if (leftOfCost(core, connector) <= 0) end(core, connector, { reason: 'LocalOutOfCredit' })
  else if (seconds !== undefined && lasted >= seconds) end(core, connector, { reason: 'TimeLimitReached' })
  else if (mostSoc !== undefined && soc !== undefined && soc >= mostSoc)
    end(core, connector, { reason: 'SOCLimitReached' })
}

function heedLimit(
  core: Core,
  connector: VirtualConnector,
  transaction: Transaction,
  reply: StationReply | null,
): void {
  if (reply?.type !== 'accepted' && reply?.type !== 'charging') return
  transaction.limit = reply.limit ?? transaction.limit
  if (connector.transaction === transaction) endAtLimit(core, connector)
}

function heed(
  core: Core,
  connector: VirtualConnector,
  transaction: Transaction,
  status: NonNullable<Transaction['status']>,
): void {
  transaction.status = status
  if (status === 'Accepted' || connector.transaction !== transaction) return
  if (core.settings.allows('StopTransactionOnInvalidId')) end(core, connector, { reason: 'DeAuthorized' })
}

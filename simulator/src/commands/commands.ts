import type { CommandReply, ConnectorRef, ReceivedCommand } from '@stationmaster/ocpp'
import { reboot } from '../car/power.ts'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'
import { chargeable, expect, plugIn } from '../station/driver.ts'
import { admit, begin, end, sample } from '../station/session.ts'
import { askToBeSigned } from './certificates.ts'
import { answerRaw } from './raw-commands.ts'
import { report } from './setting-commands.ts'

type Answers = {
  [T in ReceivedCommand['type']]: (core: Core, command: Extract<ReceivedCommand, { type: T }>) => CommandReply
}

const answers: Answers = {
  start(core, { at, token, remoteStartId }) {
    if (!core.uplink.accepted) return rejected
    const connector = connectorFor(core, at)
    const waiting = connector?.transaction?.awaitsLeave ? connector.transaction : null
    if (connector && waiting?.id && !core.resetPending) {
      core.soon(() => connector.transaction === waiting && admit(core, connector, { token, remoteStartId }))
      return { ...accepted, transactionId: waiting.id }
    }
    if (!connector || !chargeable(connector) || connector.expecting || core.resetPending) return rejected
    if (connector.reservation && connector.reservation.token !== token.token) return rejected
    const who = { token, remoteStartId }
    if (connector.plug) {
      core.soon(() => chargeable(connector) && begin(core, connector, who))
      return accepted
    }
    expect(core, connector, who)
    const { plugDelayMs, nextCar } = core.options
    if (plugDelayMs === null) return accepted
    core.options.agenda.after(plugDelayMs, () => {
      if (!connector.plug && connector.expecting) plugIn(core, connector, nextCar())
    })
    return accepted
  },
  stop(core, { transactionId }) {
    const connector = core.connectors.find(({ transaction }) => transaction?.id === transactionId)
    if (!connector) return rejected
    core.soon(() => connector.transaction?.id === transactionId && end(core, connector, { reason: 'Remote' }))
    return accepted
  },
  reset(core, { whenIdle }) {
    const { traits, connectors } = core
    if (whenIdle && traits.resetWaitsForIdle && connectors.some(({ transaction }) => transaction)) {
      core.resetPending = true
      return { status: 'Scheduled' }
    }
    const reason = whenIdle ? traits.softResetReason : traits.hardResetReason
    const sameTransaction = !whenIdle && core.options.keepsTransactions
    core.soon(() => reboot(core, { hard: !whenIdle, reason, bootReason: 'RemoteReset', sameTransaction }))
    return accepted
  },
  unlock(core, { at }) {
    const connector = connectorAt(core, at)
    if (!connector) return { status: core.traits.unlockEndsTransaction ? 'NotSupported' : 'UnknownConnector' }
    if (connector.transaction && !core.traits.unlockEndsTransaction)
      return { status: 'OngoingAuthorizedTransaction' }
    core.soon(() => end(core, connector, { reason: 'UnlockCommand' }))
    return { status: 'Unlocked' }
  },
  availability(core, { at, operative }) {
    const meant =
      at && !isStation(at) ? [connectorAt(core, at)].filter((one) => one !== undefined) : core.connectors
    if (meant.length === 0) return rejected
    const waiting = meant.filter(({ transaction }) => transaction)
    for (const connector of waiting) connector.operativeNext = operative
    core.soon(() => {
      for (const connector of meant) {
        if (connector.transaction) continue
        connector.operative = operative
        core.announce(connector)
      }
    })
    return { status: waiting.length > 0 ? 'Scheduled' : 'Accepted' }
  },
  trigger(core, { message, at }) {
    const meant =
      at && !isStation(at) ? [connectorAt(core, at)].filter((one) => one !== undefined) : core.connectors
    const act = triggers[message]
    if (!act) return { status: 'NotImplemented' }
    if (meant.length === 0) return rejected
    core.soon(() => act(core, meant))
    return accepted
  },
  settings(core, { requestId, extent }) {
    return report(core, requestId, extent)
  },
  raw(core, { action, payload }) {
    return answerRaw(core, action, payload)
  },
}

const triggers: Record<string, (core: Core, connectors: VirtualConnector[]) => void> = {
  BootNotification: (core) => core.uplink.bootAgain(),
  Heartbeat: (core) => void core.say({ type: 'station.beat' }),
  StatusNotification: (core, connectors) => {
    for (const connector of connectors) {
      connector.reported = null
      core.announce(connector)
    }
  },
  MeterValues: (core, connectors) => sampleEach(core, connectors),
  TransactionEvent: (core, connectors) => {
    sampleEach(
      core,
      connectors.filter(({ transaction }) => transaction),
    )
  },
  FirmwareStatusNotification: (core) =>
    void core.say({ type: 'firmware.changed', status: core.firmwareStatus }),
  DiagnosticsStatusNotification: (core) =>
    void core.say({ type: 'upload.changed', status: uploadStatus(core) }),
  LogStatusNotification: (core) => core.note('LogStatusNotification', { status: uploadStatus(core) }),
  PublishFirmwareStatusNotification: (core) =>
    core.note('PublishFirmwareStatusNotification', { status: 'Idle' }),
  SignChargePointCertificate: (core) => askToBeSigned(core, null),
  SignChargingStationCertificate: (core) => askToBeSigned(core, null),
  SignV2GCertificate: (core) => askToBeSigned(core, 2),
  SignV2G20Certificate: (core) => askToBeSigned(core, 20),
}

const uploadStatus = ({ uploading }: Core): string => (uploading ? 'Uploading' : 'Idle')

const accepted: CommandReply = { status: 'Accepted' }
const rejected: CommandReply = { status: 'Rejected' }

/** Answers one command of the central system; what it asks for happens after the answer has left. */
export function answer(core: Core, command: ReceivedCommand): CommandReply {
  const handle = answers[command.type] as (core: Core, command: ReceivedCommand) => CommandReply
  const reply = handle(core, command)
  core.write('info', 0, `${command.type === 'raw' ? command.action : command.type}: ${reply.status}`)
  return reply
}

function sampleEach(core: Core, connectors: VirtualConnector[]): void {
  for (const connector of connectors) void sample(core, connector, { context: 'Trigger' })
}

function isStation({ evse, ordinal }: ConnectorRef): boolean {
  return evse === 0 || ordinal === 0 || (evse === undefined && ordinal === undefined)
}

function connectorAt(core: Core, at: ConnectorRef): VirtualConnector | undefined {
  return core.connectors.find(({ ref }) => {
    if (at.evse !== undefined && core.traits.namesTransactions) {
      return ref.evse === at.evse && (at.connector === undefined || ref.connector === at.connector)
    }
    return at.ordinal !== undefined ? ref.ordinal === at.ordinal : ref.evse === at.evse
  })
}

/** A start may leave the choice of the connector to the station. */
function connectorFor(core: Core, at: ConnectorRef): VirtualConnector | undefined {
  if (!isStation(at)) return connectorAt(core, at)
  const free = core.connectors.filter((connector) => chargeable(connector) && !connector.expecting)
  return free.find(({ plug }) => plug) ?? free[0]
}

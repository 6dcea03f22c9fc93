import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Backlog, maxFrameBytes, openCentral } from '@stationmaster/ocpp'
import { flow } from '../flow.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import { productVersion } from '../platform/general/version.ts'
import { Membership } from '../platform/nodes/membership.ts'
import { updateDueOfLost } from '../slices/charging/orders/messages/open-store.ts'
import { BulkRunner, type RunnerParts } from '../slices/control/bulk/runner.ts'
import { sendAfterBoot } from '../slices/control/commands/each/after-boot.ts'
import { Displays } from '../slices/control/commands/each/displays.ts'
import { ListKeeper } from '../slices/control/commands/following/list-keeper.ts'
import { TariffKeeper } from '../slices/control/commands/following/tariff-keeper.ts'
import { UnansweredCommands } from '../slices/control/commands/outcome/unanswered.ts'
import { OrderTimers } from '../slices/control/commands/timers.ts'
import { type EndpointOptions, openEndpoint } from '../slices/control/intake/connecting/endpoint.ts'
import type { Links } from '../slices/control/intake/connecting/links.ts'
import { PresenceBook } from '../slices/control/intake/connecting/presence.ts'
import { openAuthority, Signing } from '../slices/control/intake/connecting/signing.ts'
import { Intake } from '../slices/control/intake/intake.ts'
import { StationTraffic } from '../slices/control/intake/station-traffic.ts'
import type { JournalBuffer } from '../slices/stations/journal/buffer.ts'
import { type Ground, openGround, type StationOptions } from './station-ground.ts'

/** The part of the server that stations are connected to. */
export interface StationSide {
  commands: RunnerParts
  runner: BulkRunner
  intake: Intake
  /** frames are written behind the traffic */
  journal: Pick<JournalBuffer, 'written'>
  timers: OrderTimers
  displays: Displays
  lists: ListKeeper
  tariffs: TariffKeeper
  /** what stations' calls wait here behind the ones that are being answered */
  backlog: Readonly<Backlog>
  /** this server among those on the database */
  membership: Membership
  /** Accepts stations at the HTTP server's /ocpp/{stationId}. */
  listen(server: Server): void
  /** Closes the sockets of stations that are no longer accepted. */
  disconnect(stationIds: readonly string[]): Promise<void>
  start(): Promise<void>
  /** Accepts no station from now on. */
  refuse(): void
  /**
   * Lets what is under way end, then writes what is left; stations come back to another node, or later. Their sockets close over
   * `spreadMs`.
   */
  close(spreadMs: number): Promise<void>
}

const goneMs = 3000
/** how long a call or a command may still take whose station is to go */
const graceMs = 1000
/** how long another server may take to close a socket that is over */
const takenMs = 2000
/** a station that has just booted gets its answer before any command (OCPP 1.6 clause 4.2) */
const afterBootMs = 1000
/** a station that only comes back does not boot; one that will has done so by then */
const afterOpenMs = 4000

/** Resolves when every socket has closed; the layer below cuts those that do not answer within 2 s. */
async function allGone(links: Links): Promise<void> {
  for (let waited = 0; links.size > 0 && waited < goneMs; waited += 50) await delay(50)
}

/** What has to do with one thing after another while stations are there: orders, displays, lists, prices, runs. */
function openKeepers(commands: RunnerParts, { config, log }: StationOptions) {
  const { currency, timeZone } = config
  return {
    timers: new OrderTimers(commands, log),
    displays: new Displays(commands, log),
    lists: new ListKeeper(commands, log),
    tariffs: new TariffKeeper({ ...commands, currency, timeZone }, log),
    runner: new BulkRunner(commands),
    unanswered: new UnansweredCommands(commands, log),
  }
}

/** Which server has which station's socket. */
function openPresence(
  { config, database, clock, log, live, nodes }: StationOptions,
  ground: Ground,
): PresenceBook {
  const { db } = database
  return new PresenceBook({
    db,
    node: config.nodeId,
    clock,
    links: ground.links,
    log,
    publish: live.publish.bind(live),
    takenFrom: (other, connection) => void nodes.request(other, 'taken', connection, takenMs),
    statusesChanged: (stationIds) => ground.statuses.queue(stationIds),
    contactChanged: (stations) =>
      updateDueOfLost(db, stations, clock.now()).catch((error) =>
        logFailure(log, error, 'lost sessions of stations that left or are back could not be looked at'),
      ),
  })
}

/** That this server is one of those on the database, and what it takes over of one that has died. */
function openMembership(
  options: StationOptions,
  {
    statuses,
    presence,
    unanswered,
    runner,
  }: Pick<Ground, 'statuses'> &
    Pick<ReturnType<typeof openKeepers>, 'unanswered' | 'runner'> & { presence: PresenceBook },
): Membership {
  const { config, database, clock, log, nodes } = options
  return new Membership({
    db: database.db,
    node: config.nodeId,
    alone: database.kind === 'embedded',
    clock,
    bus: nodes,
    version: productVersion,
    log,
    died: async (tx, other) => {
      await presence.releaseNode(tx, other)
      await options.jobs.putBack(tx, other)
    },
    buried: (other) => {
      unanswered.nodeDied()
      runner
        .resume(other)
        .catch((error) => logFailure(log, error, 'runs of a dead server could not be resumed'))
      statuses
        .start()
        .catch((error) => logFailure(log, error, 'statuses of stations could not be derived again'))
    },
    revived: () => presence.claimAll(),
    replaced: options.replaced,
  })
}

/** What takes stations' messages in, batch by batch. */
function openIntake(
  { database, pulse, clock, log, live, watch, traces }: StationOptions,
  ground: Ground,
  { membership, booted }: { membership: Membership; booted(stationIds: string[]): void },
): Intake {
  const { links, statuses, journal, measured, commands } = ground
  return new Intake({
    db: database.stationDb,
    stationActions: flow.stationActions,
    orderWork: commands.orderWork,
    clock,
    log,
    publish: live.publish.bind(live),
    wrote: watch.wrote.bind(watch),
    committed: (messages, seconds) => {
      measured.batch(messages.length, seconds)
      traces?.committed(messages, seconds)
    },
    note: (frame) => journal.push(frame),
    leftLate: (answer) => journal.leftLate(answer),
    lease: {
      get holds() {
        return membership.holds
      },
      held: () => membership.held(),
    },
    isCurrent: (link) => links.get(link.stationId) === link,
    away: (error) => {
      pulse.refused()
      logFailure(log, error, 'messages of stations could not be kept')
    },
    booted,
    statusesChanged: (stationIds) => statuses.queue(stationIds),
  })
}

/** The central system that sockets are given to, and who hears what comes over them. */
function openCentralSide(
  options: StationOptions,
  ground: Ground,
  own: { intake: Intake; presence: PresenceBook },
) {
  const { config, database, clock, log, live, traces, beforeCard, contracts } = options
  const { links, journal, streams, measured } = ground
  const { callTimeoutSeconds, pingSeconds, queueLimit, tls } = config.ocpp
  const signing = new Signing({
    db: database.db,
    clock,
    log,
    intake: own.intake,
    authority: tls?.authority ? openAuthority(tls.authority) : null,
    provider: contracts.provider,
    publish: live.publish.bind(live),
  })
  const traffic = new StationTraffic({
    ...own,
    journal,
    streams,
    links,
    signing,
    contracts,
    clock,
    log,
    beforeCard,
  })
  const central = openCentral({
    handler: traces?.traced(measured.counted(traffic)) ?? measured.counted(traffic),
    clock,
    settings: {
      callTimeoutMs: callTimeoutSeconds * 1000,
      pingIntervalMs: pingSeconds * 1000,
      mostWaitingCalls: queueLimit,
      mostWaitingBytes: 4 * Math.max(maxFrameBytes, config.ocpp.maxFrameBytes),
      mostWaitingCommands: queueLimit,
    },
  })
  return { traffic, central }
}

/** How the endpoint of stations is set; whoever comes through it is given to the central system. */
function endpointOf(
  { config, database, pulse, clock, log, live }: StationOptions,
  { membership, gate, central, traffic, runner }: Side,
): EndpointOptions {
  const { ocpp, secretKey, proxies } = config
  return {
    db: database.db,
    clock,
    log,
    secret: secretKey,
    maxFrameBytes: ocpp.maxFrameBytes,
    compresses: ocpp.compresses,
    proxies,
    refusalsMost: ocpp.refusalsPerMinute,
    holdsProfiles: ocpp.tls !== null,
    accepting: () => gate.isOpen && pulse.answers && membership.holds,
    publish: live.publish.bind(live),
    onOpen: (socket, identity, protocol) => {
      const link = central.accept(socket, {
        stationId: identity.id,
        protocol,
        registration: identity.held ?? 'Accepted',
      })
      traffic.onOpen(link, identity)
      if (identity.held === null) runner.stationsConnected([identity.id], afterOpenMs)
      return link
    },
  }
}

/** All that runs while stations are there. */
type Side = Ground &
  ReturnType<typeof openKeepers> &
  ReturnType<typeof openCentralSide> & {
    presence: PresenceBook
    membership: Membership
    intake: Intake
    /** open: stations are let in, and what they need after a boot is sent */
    gate: { isOpen: boolean }
  }

async function startSide(side: Side): Promise<void> {
  side.journal.start()
  await side.membership.start()
  await side.presence.start()
  await side.statuses.start()
  side.timers.start()
  side.displays.start()
  side.lists.start()
  side.tariffs.start()
  await side.unanswered.start()
  side.gate.isOpen = true
  await side.runner.start()
}

async function closeSide(side: Side, spreadMs: number): Promise<void> {
  await side.runner.stop()
  side.gate.isOpen = false
  await side.unanswered.stop()
  await side.timers.stop()
  await side.displays.stop()
  await side.lists.stop()
  await side.tariffs.stop()
  side.presence.release()
  await side.central.leave(spreadMs, graceMs)
  await side.intake.settled()
  await allGone(side.links)
  side.central.close()
  await side.measurements.close()
  await side.streams.close()
  await side.presence.close()
  await side.statuses.close()
  await side.journal.close()
  await side.runner.close()
  await side.membership.stop()
}

/** Puts the parts together that carry stations' traffic, each out of those before it; nothing runs yet. */
export function openStationSide(options: StationOptions): StationSide {
  const { log } = options
  const ground = openGround(options, (other) => membership.isDead(other))
  const { commands, stations } = ground
  const keepers = openKeepers(commands, options)
  const presence = openPresence(options, ground)
  const membership = openMembership(options, { ...ground, ...keepers, presence })
  const gate = { isOpen: false }
  const remind = async (stationIds: string[]) => {
    if (gate.isOpen) await sendAfterBoot(commands, log, stationIds)
  }
  const booted = (stationIds: string[]) => {
    setTimeout(() => void remind(stationIds), afterBootMs).unref()
    keepers.runner.stationsConnected(stationIds, afterBootMs)
  }
  const intake = openIntake(options, ground, { membership, booted })
  const { traffic, central } = openCentralSide(options, ground, { intake, presence })
  const side: Side = { ...ground, ...keepers, presence, membership, intake, traffic, central, gate }
  return {
    commands,
    intake,
    journal: ground.journal,
    membership,
    runner: keepers.runner,
    timers: keepers.timers,
    displays: keepers.displays,
    lists: keepers.lists,
    tariffs: keepers.tariffs,
    backlog: central.backlog,
    listen: (server) => openEndpoint(server, endpointOf(options, side)),
    disconnect: (stationIds) => stations.close(stationIds, 'the station has been removed'),
    start: () => startSide(side),
    refuse: () => {
      gate.isOpen = false
      membership.drain()
    },
    close: (spreadMs) => closeSide(side, spreadMs),
  }
}

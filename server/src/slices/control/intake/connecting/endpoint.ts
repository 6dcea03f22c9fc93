import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveSignal, RefusalReason } from '@stationmaster/contract'
import {
  boundedOffer,
  type CentralLink,
  chooseProtocol,
  compression,
  type Protocol,
  parseBasicAuth,
  parseIdentity,
} from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { isAway, logFailure } from '../../../../platform/database/database-fault.ts'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { networkOf, type Proxies } from '../../../../platform/listeners/proxies.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { FormerPasswords } from '../../../stations/stations/connecting/former-password.ts'
import { fittingHash } from '../../../stations/stations/connecting/password.ts'
import { upsertRefusal } from '../../../stations/stations/connecting/refusal-store.ts'
import {
  type KnownIdentity,
  loadIdentities,
  type SignIn,
  updateSignIns,
} from '../../../stations/stations/connecting/traffic-store.ts'
import { GroupCommit } from '../group-commit.ts'
import { certifiedName } from './client-certificate.ts'
import { ConnectionThrottle } from './connection-throttle.ts'
import { HandshakePace } from './handshake-pace.ts'
import type { Came } from './presence.ts'

export interface EndpointOptions {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  secret: Uint8Array | string
  maxFrameBytes: number
  /** messages are compressed where a station offers it */
  compresses: boolean
  proxies: Proxies
  /**
   * a station that has reached security profile 2 or 3 is no longer accepted with a lower one (2.0.1 part 2,
   * A05); not checked where only a proxy knows how it connected
   */
  holdsProfiles: boolean
  /** false while the server drains, or has no database: handshakes are refused for now */
  accepting(): boolean
  /** handshakes of one address that may be refused in a minute before it has to wait */
  refusalsMost: number
  /** signals that a station of this network was refused */
  publish(signal: LiveSignal): void
  onOpen(socket: WebSocket, identity: KnownIdentity & Came, protocol: Protocol): CentralLink
}

/** A handshake of a station; `identity`: set when it is a station of this network. */
interface ConnectionAttempt {
  stationId: string
  remoteAddress: string
  identity: KnownIdentity | undefined
}

const atOnceMost = 500

const refuseForNow = (socket: Duplex, status = '503 Service Unavailable', seconds = 5): void =>
  void socket.end(
    `HTTP/1.1 ${status}\r\nRetry-After: ${seconds}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )

/** Ends a handshake that names no station, so it cannot be recorded for one. */
const refuseNameless = (socket: Duplex, status: string): void =>
  void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)

/** The path of an upgrade; null: the target is not a valid URL. */
const pathOf = (target = '/'): string | null =>
  URL.canParse(target, 'ws://station') ? new URL(target, 'ws://station').pathname : null

/**
 * The endpoint of stations: ws://HOST/ocpp/{stationId}. Unknown station 404, wrong password 401; without a common subprotocol the
 * handshake ends without one and the socket is closed (OCPP-J 1.6 clause 3.1.2). Every refusal is recorded.
 */
export function openEndpoint(server: Server, options: EndpointOptions): void {
  const handshakes = new Handshakes(options)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // the listener stays: a refused client may close the connection before it has read the answer
    socket.on('error', () => socket.destroy())
    handshakes.shake(request, socket, head).catch((error) => {
      logFailure(options.log, error, 'a handshake failed')
      if (isAway(error)) refuseForNow(socket)
      else socket.destroy()
    })
  })
}

/** How a station has proved who it is, and the hash of its password where that is to be kept. */
interface Proof {
  securityProfile: number
  usedHash: string | null
}

/** The handshakes of stations, which one address may not repeat without end. */
class Handshakes {
  readonly #options: EndpointOptions
  readonly #throttle: ConnectionThrottle
  readonly #pace = new HandshakePace()
  readonly #former: FormerPasswords
  readonly #sockets: WebSocketServer
  readonly #identities: GroupCommit<string, KnownIdentity | undefined>
  readonly #signIns: GroupCommit<SignIn, void>

  constructor(options: EndpointOptions) {
    const { db } = options
    this.#options = options
    this.#throttle = new ConnectionThrottle(options.refusalsMost)
    this.#former = new FormerPasswords(options.secret)
    this.#sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: options.compresses && compression,
      maxPayload: options.maxFrameBytes,
      handleProtocols: (offered) => chooseProtocol(offered),
    })
    this.#identities = new GroupCommit(async (ids) => {
      const found = await loadIdentities(db, ids)
      return ids.map((id) => found.get(id))
    }, atOnceMost)
    this.#signIns = new GroupCommit(async (list) => {
      await inRepeatableTransaction(db, (tx) => updateSignIns(tx, list))
      return []
    }, atOnceMost)
  }

  async shake(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { accepting, proxies, clock } = this.#options
    const path = pathOf(request.url)
    if (path === null) return refuseNameless(socket, '400 Bad Request')
    const stationId = parseIdentity(path)
    const remoteAddress = proxies.addressOf(request)
    if (!stationId) return refuseNameless(socket, '404 Not Found')
    if (!accepting()) return refuseForNow(socket)
    const seconds = this.#throttle.wait(remoteAddress, stationId, clock.now())
    if (seconds > 0) return refuseForNow(socket, '429 Too Many Requests', seconds)
    const mayEnter = await this.#pace.enter(() => socket.destroyed)
    if (socket.destroyed) return
    if (!mayEnter || !accepting()) return refuseForNow(socket)
    const identity = await this.#identities.add(stationId)
    if (socket.destroyed) return
    const attempt: ConnectionAttempt = { stationId, remoteAddress, identity }
    if (!identity) return this.#refuse(socket, '404 Not Found', attempt, 'unknown_station')
    const proof = await this.#proofOf(request, identity, attempt)
    if (socket.destroyed) return
    if (proof === 'later') return refuseForNow(socket)
    if (typeof proof === 'string') return this.#refuse(socket, '401 Unauthorized', attempt, proof)
    if (proof.usedHash !== null || proof.securityProfile !== identity.securityProfile) {
      await this.#signIns.add({ stationId: identity.id, ...proof })
      if (socket.destroyed) return
    }
    boundExtensions(request)
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.#open(opened, request, identity, attempt),
    )
  }

  /** What proves that it is the station, or why nothing does; "later": whether its former password fits is not known yet. */
  async #proofOf(
    request: IncomingMessage,
    identity: KnownIdentity,
    { stationId, remoteAddress }: ConnectionAttempt,
  ): Promise<Proof | RefusalReason | 'later'> {
    const { secret, proxies, holdsProfiles } = this.#options
    const certified = certifiedName(request)
    if (certified !== null && certified !== stationId) return 'wrong_certificate'
    const password = parseBasicAuth(request.headers.authorization, stationId)
    const kept = certified === null ? fittingHash(secret, identity, password) : 'open'
    const renewed =
      kept === null ? await this.#former.renewed(identity, password, networkOf(remoteAddress)) : null
    if (renewed === 'later') return 'later'
    const fitting = kept ?? renewed
    if (fitting === null) return password ? 'wrong_password' : 'no_password'
    const tls = proxies.overTls(request)
    const securityProfile = certified !== null ? 3 : fitting === 'open' ? 0 : tls ? 2 : 1
    const reached = identity.securityProfile ?? 0
    if (holdsProfiles && reached >= 2 && securityProfile < reached) return 'lower_profile'
    const usedHash = renewed ?? (identity.nextPasswordHashes.includes(fitting) ? fitting : null)
    return { securityProfile, usedHash }
  }

  #open(
    opened: WebSocket,
    { headers }: IncomingMessage,
    identity: KnownIdentity,
    attempt: ConnectionAttempt,
  ): void {
    const { stationId, remoteAddress } = attempt
    const host = headers.host?.slice(0, 255).toLowerCase() ?? null
    const protocol = chooseProtocol([opened.protocol])
    if (protocol) {
      this.#throttle.accepted(remoteAddress, stationId)
      return void this.#options.onOpen(opened, { ...identity, remoteAddress, host }, protocol)
    }
    opened.close(1002, 'no common subprotocol')
    this.#record(attempt, 'no_protocol')
  }

  #refuse(socket: Duplex, status: string, attempt: ConnectionAttempt, reason: RefusalReason): void {
    const challenge = status.startsWith('401') ? 'WWW-Authenticate: Basic realm="OCPP"\r\n' : ''
    socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`)
    this.#record(attempt, reason)
  }

  #record({ stationId, remoteAddress, identity }: ConnectionAttempt, reason: RefusalReason): void {
    const { db, clock, log, publish } = this.#options
    const at = clock.now()
    this.#throttle.refused(remoteAddress, at)
    const known = identity !== undefined
    upsertRefusal(db, { stationId: stationId.slice(0, 100), reason, remoteAddress, known, at }).then(
      () => {
        if (identity) publish({ topic: 'station', id: identity.id, locationId: identity.locationId })
      },
      (error) => logFailure(log, error, 'a refused handshake could not be recorded'),
    )
  }
}

/** Leaves of the extensions that a station offers what is within bounds. */
function boundExtensions({ headers }: IncomingMessage): void {
  const offer = boundedOffer(headers['sec-websocket-extensions'])
  if (offer === undefined) delete headers['sec-websocket-extensions']
  else headers['sec-websocket-extensions'] = offer
}

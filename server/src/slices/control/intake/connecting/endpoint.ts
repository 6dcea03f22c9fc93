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
  const { db, clock, log, secret, publish } = options
  const throttle = new ConnectionThrottle(options.refusalsMost)
  const pace = new HandshakePace()
  const former = new FormerPasswords(secret)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: options.compresses && compression,
    maxPayload: options.maxFrameBytes,
    handleProtocols: (offered) => chooseProtocol(offered),
  })
  const identities = new GroupCommit<string, KnownIdentity | undefined>(async (ids) => {
    const found = await loadIdentities(db, ids)
    return ids.map((id) => found.get(id))
  }, atOnceMost)
  const signIns = new GroupCommit<SignIn, void>(async (list) => {
    await inRepeatableTransaction(db, (tx) => updateSignIns(tx, list))
    return []
  }, atOnceMost)

  const record = (attempt: ConnectionAttempt, reason: RefusalReason): void => {
    const { stationId, remoteAddress, identity } = attempt
    const at = clock.now()
    throttle.refused(remoteAddress, at)
    const known = identity !== undefined
    upsertRefusal(db, { stationId: stationId.slice(0, 100), reason, remoteAddress, known, at }).then(
      () => {
        if (identity) publish({ topic: 'station', id: identity.id, locationId: identity.locationId })
      },
      (error) => logFailure(log, error, 'a refused handshake could not be recorded'),
    )
  }

  const refuse = (
    socket: Duplex,
    status: string,
    attempt: ConnectionAttempt,
    reason: RefusalReason,
  ): void => {
    const challenge = status.startsWith('401') ? 'WWW-Authenticate: Basic realm="OCPP"\r\n' : ''
    socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`)
    record(attempt, reason)
  }

  const shake = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const path = pathOf(request.url)
    if (path === null) return refuseNameless(socket, '400 Bad Request')
    const stationId = parseIdentity(path)
    const remoteAddress = options.proxies.addressOf(request)
    if (!stationId) return refuseNameless(socket, '404 Not Found')
    if (!options.accepting()) return refuseForNow(socket)
    const seconds = throttle.wait(remoteAddress, stationId, clock.now())
    if (seconds > 0) return refuseForNow(socket, '429 Too Many Requests', seconds)
    const mayEnter = await pace.enter(() => socket.destroyed)
    if (socket.destroyed) return
    if (!mayEnter || !options.accepting()) return refuseForNow(socket)
    const identity = await identities.add(stationId)
    if (socket.destroyed) return
    const attempt: ConnectionAttempt = { stationId, remoteAddress, identity }
    if (!identity) return refuse(socket, '404 Not Found', attempt, 'unknown_station')
    const certified = certifiedName(request)
    if (certified !== null && certified !== stationId) {
      return refuse(socket, '401 Unauthorized', attempt, 'wrong_certificate')
    }
    const password = parseBasicAuth(request.headers.authorization, stationId)
    const kept = certified === null ? fittingHash(secret, identity, password) : 'open'
    const renewed = kept === null ? await former.renewed(identity, password, networkOf(remoteAddress)) : null
    if (socket.destroyed) return
    if (renewed === 'later') return refuseForNow(socket)
    const fitting = kept ?? renewed
    if (fitting === null) {
      return refuse(socket, '401 Unauthorized', attempt, password ? 'wrong_password' : 'no_password')
    }
    const tls = options.proxies.overTls(request)
    const securityProfile = certified !== null ? 3 : fitting === 'open' ? 0 : tls ? 2 : 1
    const reached = identity.securityProfile ?? 0
    if (options.holdsProfiles && reached >= 2 && securityProfile < reached) {
      return refuse(socket, '401 Unauthorized', attempt, 'lower_profile')
    }
    const usedHash = renewed ?? (identity.nextPasswordHashes.includes(fitting) ? fitting : null)
    if (usedHash !== null || securityProfile !== identity.securityProfile) {
      await signIns.add({ stationId: identity.id, securityProfile, usedHash })
      if (socket.destroyed) return
    }
    const { headers } = request
    const host = headers.host?.slice(0, 255).toLowerCase() ?? null
    const offer = boundedOffer(headers['sec-websocket-extensions'])
    if (offer === undefined) delete headers['sec-websocket-extensions']
    else headers['sec-websocket-extensions'] = offer
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const protocol = chooseProtocol([opened.protocol])
      if (protocol) {
        throttle.accepted(remoteAddress, stationId)
        return void options.onOpen(opened, { ...identity, remoteAddress, host }, protocol)
      }
      opened.close(1002, 'no common subprotocol')
      record(attempt, 'no_protocol')
    })
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // the listener stays: a refused client may close the connection before it has read the answer
    socket.on('error', () => socket.destroy())
    shake(request, socket, head).catch((error) => {
      logFailure(log, error, 'a handshake failed')
      if (isAway(error)) refuseForNow(socket)
      else socket.destroy()
    })
  })
}

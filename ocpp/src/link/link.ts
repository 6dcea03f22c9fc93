import type { CallErrorCode, Protocol } from '../protocol.ts'
import type { CommandOutcome, ReceivedCommand, StationCommand } from '../station-command.ts'
import type { Registration, StationEvent, StationReply, StreamedValue } from '../station-event.ts'

/** A call that a station made, validated and translated, waiting for its answer. */
export interface StationCall {
  readonly link: CentralLink
  readonly messageId: string
  readonly action: string
  /** the frame as it was received */
  readonly frame: string
  readonly receivedAt: Date
  readonly event: StationEvent
  /** what the lenient profile let pass, one line each; empty for a clean message */
  readonly remarks: readonly string[]
  /** Writes the CALLRESULT frame of this call's version. Sends nothing. */
  result(reply: StationReply): string
  /** Writes the CALLERROR frame of this call's version. Sends nothing. */
  error(code: CallErrorCode, text: string): string
}

/** A frame that crossed the socket, except inbound calls: the handler journals those itself, with their answers. */
export interface TappedFrame {
  link: CentralLink
  direction: 'in' | 'out'
  at: Date
  /** 2 call, 3 result, 4 error, 5 an answer refused, 6 sent without an answer; 0 when it cannot be read */
  messageType: number
  messageId: string | null
  action: string | null
  frame: string
  /** what it brings of a stream of values */
  streamed?: StreamedValue
}

/** The close code of a socket whose call was left unanswered: try again later (IANA's WebSocket registry). */
export const unansweredCode = 1013

/**
 * A handler rejects with this when it can neither accept nor refuse a call: the call gets no answer, and the socket closes. A station
 * that gets errors drops the message after some attempts; a station without a connection keeps it and sends it later.
 */
export class Unanswered extends Error {}

/** A command that has ended, so many seconds after it was given. */
export interface EndedCommand {
  stationId: string
  type: StationCommand['type']
  outcome: CommandOutcome['kind']
  seconds: number
}

/** What the central system does with a link's traffic. */
export interface CentralHandler {
  /**
   * Takes a call, in the order received, one at a time per station; returns the answer frame (of `call.result` or
   * `call.error`), which is then sent. A rejection is answered with InternalError, save for Unanswered. A string returned at once is sent at once.
   */
  onCall(call: StationCall): string | Promise<string>
  /** Sees every other frame: our calls, their answers, calls that were refused (and the refusals), what cannot be read. */
  onFrame(frame: TappedFrame): void
  /** The socket has closed, for whatever reason; called once. */
  onClose(link: CentralLink, code: number, reason: string): void
  /** A frame met a fault of ours; its socket is closed, all others live on. */
  onFault(link: CentralLink, error: unknown): void
  /** A command over one of these links has ended. */
  onOutcome?(ended: EndedCommand): void
}

/** The central system's end of one station's socket. */
export interface CentralLink {
  readonly stationId: string
  readonly protocol: Protocol
  /** a limit or a reservation is for one connector; else for its whole EVSE */
  readonly namesConnectors: boolean
  /**
   * the answer to the station's last boot. A station that is not accepted may send only boots, requested messages and
   * energy; the handler gets the energy even where the station gets a refusal (2.0.1 part 2, B02.FR.09 and B03.FR.07)
   */
  readonly registration: Registration
  /** unique for each socket */
  readonly connectionId: string
  readonly openedAt: Date
  /** last frame or pong of the station */
  readonly lastHeardAt: Date
  /**
   * Sends a command: queued behind the one in flight, urgent ones (start, stop) first. Resolves when the station
   * answers, the time-out (default 30 s) passes or the socket closes; never rejects. A Rejected station gets
   * no command, a Pending one no start or stop (1.6 clause 4.2.1; 2.0.1 part 2, B02 and B03). A command of several calls
   * ends with the first that is refused or not answered.
   */
  command(command: StationCommand, options?: { timeoutMs?: number }): Promise<CommandOutcome>
  close(code: number, reason: string): void
  /**
   * Begins nothing more, neither calls of the station nor commands to it, and closes once what is under way is answered: at the latest
   * at an instant (milliseconds since 1970).
   */
  leave(code: number, reason: string, untilMs: number): void
}

/** A station's answer to a command; `payload` is for raw actions and stands as it is. */
export interface CommandReply {
  status: string
  transactionId?: string
  payload?: Record<string, unknown>
}

export interface CentralSettings {
  /** how long a command may take, counted from the call of `command` */
  callTimeoutMs: number
  /** a station is pinged this often, give or take a tenth, and cut after two pings without an answer */
  pingIntervalMs: number
  /** most calls of one station that may wait; from then on its socket is not read until half of them are answered */
  mostWaitingCalls: number
  /**
   * their length together, four times the largest frame at least. From a quarter on the socket is not read. More closes it with 1008:
   * compressed frames that were read already can exceed it
   */
  mostWaitingBytes: number
  /** length of what waits for all stations together; from then on a socket is read only as fast as its calls are answered */
  mostBacklogBytes: number
  /** commands to one station that may wait behind the one in flight; one more is `busy` */
  mostWaitingCommands: number
  /** bytes that may wait in a socket before commands are `busy` */
  mostBufferedBytes: number
}

/** What a station does with the central system's traffic. */
export interface StationHandler {
  /**
   * Takes a command; throwing answers CALLERROR: a StationCallFailed with its own code and text where OCPP
   * knows the code, anything else as InternalError. Actions that it has no words for come as `raw`.
   */
  onCommand(command: ReceivedCommand): CommandReply | Promise<CommandReply>
  onClose(code: number, reason: string): void
}

/** How a station connects; `url` ends before the station id, e.g. ws://127.0.0.1:8080/ocpp */
export interface StationConnectOptions {
  url: string
  stationId: string
  protocol: Protocol
  /** OCPP security profiles 1 and 2: HTTP Basic with the station id as user */
  password?: string | Uint8Array
  /** for wss addresses: the authorities that the station trusts (the usual ones by default), and its own certificate (profile 3); PEM */
  tls?: { ca?: readonly string[]; cert?: string; key?: string }
  handler: StationHandler
  callTimeoutMs?: number
}

/** A station's end of its socket: `connectStation(options)` resolves to one, or rejects with the refusal's HTTP status. */
export interface StationLink {
  readonly protocol: Protocol
  readonly closed: boolean
  /**
   * Reports an event in this version's message and resolves with the answer, one at a time in order; rejects with
   * StationCallFailed {code} on CALLERROR, time-out ('timeout') or a closed socket ('disconnected').
   */
  report(event: StationEvent): Promise<StationReply>
  /** Makes any call, as it stands. */
  call(action: string, payload: Record<string, unknown>): Promise<Record<string, unknown>>
  /** 2.1: sends a message that gets no answer. */
  send(action: string, payload: Record<string, unknown>): void
  /** Writes any text to the socket: for tests of bad input. */
  sendFrame(frame: string): void
  /** Cuts the socket as a dead network does: no close frame. */
  terminate(): void
  close(): Promise<void>
}

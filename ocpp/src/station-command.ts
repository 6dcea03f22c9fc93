import type { ConnectorRef, IdToken, StationSetting } from './station-event.ts'

/** The neutral language in which the central system speaks to stations. */
export type StationCommand =
  | { type: 'start'; at: ConnectorRef; token: IdToken; remoteStartId: number }
  | { type: 'stop'; transactionId: string }
  /** whenIdle: Soft in 1.6, OnIdle in 2.0.1; at once: Hard, Immediate */
  | { type: 'reset'; whenIdle: boolean }
  | { type: 'unlock'; at: ConnectorRef }
  | { type: 'availability'; at?: ConnectorRef; operative: boolean }
  /** asks for everything that is set; 1.6 answers it, 2.x reports it afterwards under the number */
  | { type: 'settings'; requestId: number }
  | { type: 'trigger'; message: string; at?: ConnectorRef }
  /** any action of the station's version, as it stands; unchecked: even if it breaks its schema */
  | { type: 'raw'; action: string; payload: Record<string, unknown>; unchecked?: boolean }

/** How a command ended. Every end reaches the caller as one of these; nothing is thrown. */
export type CommandOutcome =
  /** the station answered; `status` is its own word ('Accepted' where the answer has none) */
  | {
      kind: 'answered'
      accepted: boolean
      status: string
      transactionId?: string
      /** 2.x: why, in the words of the standard's list or the vendor's own */
      reasonCode?: string
      /** to `settings`, of a version that answers them at once */
      settings?: StationSetting[]
      payload: Record<string, unknown>
    }
  | { kind: 'call_error'; code: string; text: string }
  /** no answer came in that time; sent: the station has it, else it waited behind other commands and was called off */
  | { kind: 'timeout'; afterMs: number; sent: boolean }
  | { kind: 'disconnected' }
  /** the station has not been let in, and may be told nothing of the kind */
  | { kind: 'not_accepted' }
  /** the outbound queue is full */
  | { kind: 'busy' }
  /** this version has no such command, or the payload does not fit its schema */
  | { kind: 'unsupported'; reason: string }

import type { Call } from './actions.ts'
import type { StationCommand } from './station-command.ts'
import type { AuthorizationStatus, ConnectorRef, StationSetting } from './station-event.ts'

/** The unit of a charging limit. */
export type LimitUnit = 'A' | 'W'

/** Whom a root certificate vouches for. */
export type CertificateUse = 'central_system' | 'manufacturer'

/** What names an installed certificate. */
export interface CertificateHashes {
  hashAlgorithm: string
  issuerNameHash: string
  issuerKeyHash: string
  serialNumber: string
}

/** What a local list says of a card. */
export interface ListedCard {
  status: AuthorizationStatus
  /** ISO 8601 */
  expiresAt?: string
  group?: string
  /** it ends transactions and begins none */
  endsOnly?: boolean
}

/** A change of a local list; card null: the token leaves it. */
export interface ListEntry {
  token: string
  card: ListedCard | null
}

/** Work that an operator gives a station, in no version's words; it goes out as a raw command. */
export type StationTask =
  | { task: 'configure'; component?: string; name: string; value: string }
  /** the station brings a file to `location` */
  | { task: 'log'; kind: 'diagnostics' | 'security'; location: string; requestId: number }
  | { task: 'firmware'; location: string; retrieveAt: Date; requestId: number }
  | { task: 'list'; version: number; full: boolean; entries: readonly ListEntry[] }
  | { task: 'list_version' }
  /** at nothing: what the whole station may draw; else the default of every transaction there */
  | {
      task: 'limit'
      profileId: number
      at?: ConnectorRef
      unit: LimitUnit
      limit: number
      from: Date
      durationSeconds?: number
    }
  | { task: 'clear_limit'; profileId: number }
  | { task: 'schedule'; at?: ConnectorRef; durationSeconds: number; unit: LimitUnit }
  | { task: 'certificates'; use: CertificateUse }
  | { task: 'install_certificate'; use: CertificateUse; certificate: string }
  | { task: 'delete_certificate'; hashes: CertificateHashes }
  /** has the station draw a key and ask for a certificate of its own */
  | { task: 'request_certificate' }
  /** a station's own certificate, with those between it and the root, PEM */
  | { task: 'certificate_signed'; chain: string }
  | { task: 'clear_cache' }
  /** group: its other cards may use the reservation too */
  | { task: 'reserve'; at: ConnectorRef; token: string; group?: string; reservationId: number; until: Date }
  | { task: 'cancel_reservation'; reservationId: number }
  /** asks how long a car is waited for once somebody may charge */
  | { task: 'connection_timeout' }
  /** asks after a start that was not answered */
  | { task: 'start_inquiry'; at: ConnectorRef }
  /** asks for the security profile and the network profiles in use */
  | { task: 'security' }
  /** stores how a central system is reached, for when the slot is chosen */
  | { task: 'network'; slot: number; url: string; securityProfile: number }

/** What an answer to a task tells beyond its status. */
export interface TaskFindings {
  /** where the version tells it elsewhere than at the top */
  status?: string
  fileName?: string
  listVersion?: number
  connectionTimeoutSeconds?: number
  certificates?: CertificateHashes[]
  /** the limits that will rule, each from so many seconds after `from` on */
  schedule?: { from: Date; unit: LimitUnit; periods: { startSeconds: number; limit: number }[] }
  /** slots of the network profiles in use, the first one first */
  networkPriority?: number[]
}

/** A password for HTTP Basic on its way to a station: how it is set, and the bytes that the station may sign in with. */
export interface PasswordTask {
  sends: StationTask
  readings: readonly Uint8Array[]
}

/** Where a station is led, and with which security profile; `networkPriority` as it told it. */
export interface ProfileRise {
  securityProfile: number
  url: string
  networkPriority: readonly number[]
}

/** What a station takes of cards in its local list; what it does not tell is absent. */
export interface ListLimits {
  entriesPerMessage?: number
  /** of a whole frame */
  bytesPerMessage?: number
  entries?: number
  bytes?: number
}

/** Whose a limit is: the whole station's, that of every transaction at a place, or one transaction's own. */
export type LimitPurpose = 'station' | 'default' | 'transaction'

/** A limit as a charging profile sets it. */
export interface LimitSet {
  profileId: number
  /** number 0: all that there is */
  at: ConnectorRef
  purpose: LimitPurpose
  stackLevel: number
  /** absent: the one that runs at the place */
  transactionId?: string
  unit: LimitUnit
  /** of the first period */
  limit: number
  /** other periods follow */
  varies: boolean
  from?: Date
  until?: Date
}

/** What a command has changed at a station, in whichever words it was given. */
export type CommandEffect =
  | { effect: 'limit_set'; limit: LimitSet; replacesLevel: boolean }
  /** all limits that fit what is told; at number 0: those of the whole station */
  | {
      effect: 'limits_cleared'
      profileId?: number
      at?: ConnectorRef
      purpose?: LimitPurpose
      stackLevel?: number
    }
  | { effect: 'reservation_ended'; reservationId: number }

/** A version's way to give tasks, and to read what came of them. */
export interface TaskTranslator {
  write(task: StationTask): Call | { unsupported: string }
  read(task: StationTask, payload: Record<string, unknown>): TaskFindings
  /** what a command has changed, by the station's word for it; null: nothing that is kept here */
  effectOf(action: string, payload: Record<string, unknown>, status: string): CommandEffect | null
  /** what the station's settings say of how long it waits for a car */
  connectionTimeoutSeconds(settings: readonly StationSetting[]): number | undefined
  /** what the station's settings say of its local list */
  listLimits(settings: readonly StationSetting[]): ListLimits
  /** a password of 16 to 20 letters and digits, as this version's stations take it */
  password(text: string): PasswordTask
  /** what a station is told, one after the other, to connect with a higher security profile */
  rise(rise: ProfileRise): readonly (StationTask | StationCommand)[]
}

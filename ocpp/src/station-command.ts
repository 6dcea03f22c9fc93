import type { StationTariff, TariffAbilities } from './commands/station-tariff.ts'
import type {
  AuthorizationStatus,
  CarPart,
  CertificateHashes,
  ConnectorRef,
  EventStream,
  IdToken,
  ShownText,
  StationMonitor,
  StationSetting,
  WatchedVariable,
} from './station-event.ts'

/** The unit of a charging limit. */
export type LimitUnit = 'A' | 'W'

/**
 * What a root certificate proves: a central system or a manufacturer; of ISO 15118: stations to cars (V2G), contracts of
 * mobility operators (MO), cars by their makers (OEM).
 */
export type CertificateUse = 'central_system' | 'manufacturer' | 'v2g_root' | 'mo_root' | 'oem_root'

/** How much of what is set is reported: everything, what can be changed, or how the station stands. */
export type ReportExtent = 'full' | 'configuration' | 'summary'

/** How a component that is reported stands. */
export type ReportCriterion = 'active' | 'available' | 'enabled' | 'problem'

export type MonitoringBase = 'all' | 'factory' | 'built_in'

/** Whose a firmware file is. */
export interface FirmwareSignature {
  /** PEM, of the signer of the file */
  certificate: string
  /** of the file, base64 */
  signature: string
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

/** The neutral language in which the central system speaks to stations. */
export type StationCommand =
  | { type: 'start'; at: ConnectorRef; token: IdToken; remoteStartId: number }
  | { type: 'stop'; transactionId: string }
  /** whenIdle: Soft in 1.6, OnIdle in 2.0.1; at once: Hard, Immediate */
  | { type: 'reset'; whenIdle: boolean }
  | { type: 'unlock'; at: ConnectorRef }
  | { type: 'availability'; at?: ConnectorRef; operative: boolean }
  /** requests the settings, all by default; 1.6 answers with them, 2.x reports them afterwards under the number */
  | { type: 'settings'; requestId: number; extent?: ReportExtent }
  /** asks for those variables that stand so, of a component or all, under the number */
  | {
      type: 'report'
      requestId: number
      criteria: readonly ReportCriterion[]
      component?: string
      name?: string
    }
  | { type: 'configure'; component?: string; name: string; value: string }
  | { type: 'trigger'; message: string; at?: ConnectorRef }
  /** the station brings a file to `location` */
  | { type: 'log'; kind: 'diagnostics' | 'security'; location: string; requestId: number }
  /** signed: by the manufacturer, so that the station can check whose it is */
  | { type: 'firmware'; location: string; retrieveAt: Date; requestId: number; signed?: FirmwareSignature }
  | { type: 'list'; version: number; full: boolean; entries: readonly ListEntry[] }
  | { type: 'list_version' }
  | { type: 'clear_cache' }
  /** at nothing: what the whole station may draw; else the default of every transaction there */
  | {
      type: 'limit'
      /** the profile's number is this, and that further by which the version calls the place; the station itself is 0 */
      profileBase: number
      /** among those of its purpose at its place the highest rules; 0 where absent */
      stackLevel?: number
      at?: ConnectorRef
      unit: LimitUnit
      limit: number
      /** absent: from now on */
      from?: Date
      durationSeconds?: number
    }
  /** what one transaction may draw over time; it counts instead of the default of its place */
  | {
      type: 'session_limits'
      at: ConnectorRef
      transactionId: string
      profileId: number
      /** among those of the transaction the highest rules; 0 where absent */
      stackLevel?: number
      unit: LimitUnit
      /** absent: from when its charging began */
      from?: Date
      durationSeconds?: number
      /** what the car needs at least, as far as somebody knows */
      least?: number
      /** each from so many seconds on */
      periods: readonly { startSeconds: number; limit: number }[]
    }
  /** with a place: of the profile that `limit` has set there with this base; without one: of this number */
  | { type: 'clear_limit'; profileId: number; at?: ConnectorRef }
  | { type: 'schedule'; at?: ConnectorRef; durationSeconds: number; unit: LimitUnit }
  /** group: its other cards may use the reservation too */
  | { type: 'reserve'; at: ConnectorRef; token: string; group?: string; reservationId: number; until: Date }
  | { type: 'cancel_reservation'; reservationId: number }
  | { type: 'certificates'; use: CertificateUse }
  | { type: 'install_certificate'; use: CertificateUse; certificate: string }
  | { type: 'delete_certificate'; hashes: CertificateHashes }
  /** has the station draw a key and ask for a certificate of its own; 2.x: or for the one that it shows to cars */
  | { type: 'request_certificate'; forCars?: CarPart }
  /** a station's own certificate, with those between it and the root, PEM; 2.x: or the one that it shows to cars */
  | { type: 'certificate_signed'; chain: string; forCars?: CarPart; requestId?: number }
  /** what the station signs in with from now on: 16 to 20 letters and digits */
  | { type: 'password'; password: string }
  /** leads the station to connect with a higher security profile; takes several calls */
  | { type: 'raise_profile'; securityProfile: number; url: string }
  /** leads the station to another address; takes several calls. In 1.6 `key` is the setting that holds it, which each model calls otherwise */
  | { type: 'move'; securityProfile: number; url: string; key?: string | undefined }
  /** asks how long a car is waited for once somebody may charge */
  | { type: 'connection_timeout' }
  /** asks whether it has a display for texts, and one for what a session costs */
  | { type: 'displays' }
  /** shows a text, at its EVSE where it names one, until it is hidden or its time is over */
  | { type: 'show_text'; shown: ShownText }
  | { type: 'hide_text'; textId: number }
  /** asks for the texts that it shows, under the number */
  | { type: 'texts'; requestId: number }
  /** asks for what it watches, under the number */
  | { type: 'monitors'; requestId: number }
  | { type: 'watch'; watched: WatchedVariable }
  | { type: 'unwatch'; monitorId: number }
  /** which of its watches count: all, those of the factory, or only those that are built in; the others are removed */
  | { type: 'monitoring_base'; base: MonitoringBase }
  /** asks which streams are open */
  | { type: 'streams' }
  /** how often a stream comes, and with how many values */
  | { type: 'adjust_stream'; streamId: number; intervalSeconds?: number; values?: number }
  /** the station reports events of this severity and below */
  | { type: 'monitoring_level'; severity: number }
  /** what a transaction that runs costs by now */
  | { type: 'show_cost'; transactionId: string; costMinor: number }
  /** a driver pays on the web for an EVSE: nobody else begins there until the session starts, or for so long */
  | { type: 'web_payment'; evse: number; seconds: number }
  /** asks whether it reckons what sessions cost, by tariffs that it is given */
  | { type: 'tariff_abilities' }
  /** the tariff of every session that begins at an EVSE, instead of the one before, from now on or from its time on */
  | { type: 'set_tariff'; evse: number; tariff: StationTariff }
  /** takes an EVSE's tariffs away, all or those with these ids; a session that runs keeps its own */
  | { type: 'clear_tariffs'; evse: number; ids?: readonly string[] }
  /** a transaction that runs costs this from now on */
  | { type: 'change_tariff'; transactionId: string; tariff: StationTariff }
  /** a transaction that runs comes before others, or no longer does: its station has a profile for that */
  | { type: 'prioritize'; transactionId: string; active: boolean }
  /** asks after a start that was not answered */
  | { type: 'start_inquiry'; at: ConnectorRef }
  /** asks whether a transaction runs, and whether messages about it still wait to be sent */
  | { type: 'transaction_inquiry'; transactionId: string }
  /** any action of the station's version, as it stands; unchecked: even if it breaks its schema */
  | { type: 'raw'; action: string; payload: Record<string, unknown>; unchecked?: boolean }

/** A command that is one call. */
export type SingleCommand = Exclude<StationCommand, { type: 'raise_profile' | 'move' }>

export type CommandOf<T extends StationCommand['type']> = Extract<StationCommand, { type: T }>

/** The commands that a station's end translates; everything else reaches it raw. */
export type ReceivedCommand = CommandOf<
  'start' | 'stop' | 'reset' | 'unlock' | 'availability' | 'settings' | 'trigger' | 'raw'
>

/** What an answer tells beyond the station's word; a raw command's is not read. */
export interface CommandFindings {
  /** to a start of a transaction that waits already */
  transactionId?: string
  /** to a stop: the station has no such transaction (any more) */
  transactionUnknown?: boolean
  /** of a version that answers `settings` at once; none where there is nothing to report */
  settings?: StationSetting[]
  /** none where there is nothing to report */
  texts?: ShownText[]
  monitors?: StationMonitor[]
  streams?: EventStream[]
  /** of a watch that was set */
  monitorId?: number
  fileName?: string
  listVersion?: number
  connectionTimeoutSeconds?: number
  showsTexts?: boolean
  showsCosts?: boolean
  tariffs?: TariffAbilities
  certificates?: CertificateHashes[]
  /** of the transaction in question */
  transactionRuns?: boolean
  /** messages about it wait at the station to be sent */
  messagesWait?: boolean
  /** the limits that will rule, each from so many seconds after `from` on */
  schedule?: { from: Date; unit: LimitUnit; periods: { startSeconds: number; limit: number }[] }
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
  /** all limits that match the given fields; place number 0 is the whole station */
  | {
      effect: 'limits_cleared'
      profileId?: number
      at?: ConnectorRef
      purpose?: LimitPurpose
      stackLevel?: number
    }
  | { effect: 'reservation_ended'; reservationId: number }

export interface Answered {
  kind: 'answered'
  accepted: boolean
  /** the station's own word; 'Accepted' where the answer has none */
  status: string
  findings: CommandFindings
  /** what the command has changed at the station, in whichever words it was given; null: nothing that is kept here */
  effect: CommandEffect | null
  payload: Record<string, unknown>
}

/** How a command ended. Every end reaches the caller as one of these; nothing is thrown. */
export type CommandOutcome =
  | Answered
  | { kind: 'call_error'; code: string; text: string }
  /** no answer came in that time; sent: the station has it, else it waited behind other commands and was called off */
  | { kind: 'timeout'; afterMs: number; sent: boolean }
  | { kind: 'disconnected' }
  /** another server holds the station's socket and cannot be reached: nothing was sent */
  | { kind: 'no_path' }
  /** the station has not been accepted, so this command must not be sent to it */
  | { kind: 'not_accepted' }
  /** the outbound queue is full */
  | { kind: 'busy' }
  /** this version has no such command, or the payload does not fit its schema */
  | { kind: 'unsupported'; reason: string }

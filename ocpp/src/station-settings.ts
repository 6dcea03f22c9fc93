/** What stations say of themselves: what is set on them, what they show and what they watch. */

/** One thing that is set on a station; 1.6 knows keys, 2.0.1 variables of components. */
export interface StationSetting {
  /** 2.x: the component, with its instance, EVSE and connector where it has them: `Connector.left@2#1` */
  component?: string
  name: string
  /** absent: not set, or the station does not tell it */
  value?: string
  /** 2.x: the greatest value that the station says it may have */
  most?: number
  /** 2.x: of the value */
  unit?: string
  /** 2.x: whether it can be watched; absent: the station does not tell */
  watchable?: boolean
  readonly: boolean
}

export type TextPriority = 'always' | 'front' | 'normal'
export type TextFormat = 'ascii' | 'utf8' | 'html' | 'uri'
export type TextState = 'charging' | 'faulted' | 'idle' | 'unavailable'

/** A text that a station shows, or will. */
export interface ShownText {
  textId: number
  text: string
  format: TextFormat
  language?: string
  priority: TextPriority
  /** shown only while the station, or its EVSE, is like this */
  state?: TextState
  /** ISO 8601; absent: from now on, until it is removed */
  from?: string
  until?: string
  /** shown only in this transaction */
  transactionId?: string
  /** the EVSE whose display shows it; absent: the station's */
  evse?: number
}

export type MonitorKind = 'upper' | 'lower' | 'delta' | 'periodic' | 'clock'

/** What a station watches of one of its variables. */
export interface WatchedVariable {
  component: string
  name: string
  kind: MonitorKind
  /** a threshold, a difference, or seconds */
  value: number
  /** 0 (danger) to 9 (debugging) */
  severity: number
  /** watched only while a transaction runs */
  charging: boolean
}

export interface StationMonitor extends WatchedVariable {
  monitorId: number
}

/** What a station noticed of a variable that it watches. */
export interface VariableNotice {
  component: string
  name: string
  value: string
  cause: 'crossed' | 'changed' | 'periodic'
  /** it is as it should be again */
  cleared: boolean
  happenedAt?: Date
  /** absent: of a watch that is built in */
  monitorId?: number
  info?: string
}

/** What a station's displays take; what it does not tell is absent. */
export interface TextLimits {
  texts?: number
  formats?: TextFormat[]
  priorities?: TextPriority[]
}

/** What a station takes of cards in its local list; what it does not tell is absent. */
export interface ListLimits {
  /** false: it keeps no list, or its list is turned off */
  enabled?: boolean
  entriesPerMessage?: number
  /** of a whole frame */
  bytesPerMessage?: number
  entries?: number
  bytes?: number
}

/** What a station's settings say of how it works; what it does not tell is absent. */
export interface SettingsReading {
  /** how long it waits for a car once somebody may charge */
  connectionTimeoutSeconds?: number
  list: ListLimits
  texts?: TextLimits
}

/** A stream of the values of what a monitor watches (OCPP 2.1). */
export interface EventStream {
  streamId: number
  monitorId: number
  /** the station sends at least that often; absent: it does not say */
  intervalSeconds?: number
  /** and once it has that many values */
  values?: number
}

/** The newest value of a stream, of so many that came with it. */
export interface StreamedValue {
  streamId: number
  at: Date
  value: string
  values: number
}

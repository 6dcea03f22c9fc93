export { type Language, languages } from '@stationmaster/units'

/** Roles of the staff (domain.md#roles-and-scope). */
export const roles = ['administrator', 'manager', 'operator', 'accounter', 'app-developer'] as const
export type Role = (typeof roles)[number]

/** Order statuses (domain.md#orders). */
export const orderStatuses = [
  'wait_payment',
  'active',
  'countdown',
  'starting',
  'started',
  'completed',
  'canceled',
  'expired',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Statuses of the Charging now list: everything that has not ended. */
export const openOrderStatuses = ['wait_payment', 'active', 'countdown', 'starting', 'started'] as const

/** Answers of a station to a start or stop (domain.md#orders). */
export const commandStatuses = ['wait', 'accepted_has', 'rejected_only', 'started', 'stopped'] as const
export type CommandStatus = (typeof commandStatuses)[number]

/** OCPP connector statuses of both versions (domain.md#statuses). */
export const ocppStatuses = [
  'Available',
  'Preparing',
  'Occupied',
  'Charging',
  'SuspendedEVSE',
  'SuspendedEV',
  'Finishing',
  'Reserved',
  'Faulted',
  'Unavailable',
] as const
export type OcppStatus = (typeof ocppStatuses)[number]

/** How grave a line of a station's controller is. */
export const logLevels = ['debug', 'info', 'warning', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Where a line of a station's controller came from. */
export const logSources = ['vendor', 'security', 'upload', 'monitor'] as const

/** What is at a place, as drivers look for it (domain.md#locations). */
export const placeFeatures = [
  'barrier',
  'wheelchair',
  'roofed',
  'lit',
  'toilets',
  'food',
  'shop',
  'wifi',
  'playground',
  'hotel',
] as const
export type PlaceFeature = (typeof placeFeatures)[number]

/** What decides whether a card may charge whose roaming partner does not answer: its whitelist, what its partner said last, or nothing. */
export const silentPartnerRules = ['whitelist', 'last_answer', 'refuse'] as const
export type SilentPartnerRule = (typeof silentPartnerRules)[number]

/** Connector statuses that people see (domain.md#statuses). */
export const connectorStatuses = ['available', 'busy', 'faulted', 'offline', 'out_of_use'] as const
export type ConnectorStatus = (typeof connectorStatuses)[number]

/** Station statuses that people see (domain.md#statuses). */
export const stationStatuses = [
  'unconfigured',
  'not_operative',
  'available',
  'busy',
  'offline',
  'faulted',
] as const
export type StationStatus = (typeof stationStatuses)[number]

/** Why a station's handshake was refused. */
export const refusalReasons = [
  'unknown_station',
  'wrong_password',
  'no_password',
  'wrong_certificate',
  'lower_profile',
  'no_protocol',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Connector types with an icon each (domain.md#stations). */
/** Orders in which reviews are read. */
export const feedbackSorts = ['newest', 'oldest', 'lowest', 'highest'] as const

/** Of a location on the map. */
export const mapStatuses = ['available', 'busy', 'offline'] as const

export const connectorTypes = [
  'Type 1',
  'Type 2',
  'CHAdeMO',
  'Schuko',
  '3-pin',
  'CCS',
  'CCS 1',
  'CCS 2',
  'GB/T AC',
  'GB/T DC',
  'Tesla',
] as const
export type ConnectorType = (typeof connectorTypes)[number]

export const currents = ['AC', 'DC'] as const
export type Current = (typeof currents)[number]

/** How a payment provider and the network may tell differently of a payment (docs/payments.md#reconciliation). */
export const differenceKinds = [
  'unknown_to_us',
  'unknown_to_provider',
  'differs',
  'contradicted',
  'stuck',
  'not_booked',
  'fee',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Tax systems as receipts name them (1055): general, simplified (by income, by income less cost), of farmers, by patent. */
export const taxSystems = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'] as const
export type TaxSystem = (typeof taxSystems)[number]

export const paymentMethodTypes = ['account', 'terminal', 'sbp', 'cash', 'compensation', 'card'] as const
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Why a session was flagged; `warning` of the order. */
export const orderWarnings = [
  'offline',
  'unowned',
  'implausible_energy',
  'energy_unknown',
  'late_start',
  'lost',
  'clock',
  'other_token',
  'signature_wrong',
  'signed_differs',
  'cost_differs',
] as const
export type OrderWarning = (typeof orderWarnings)[number]

/** What can be said of a session by the values that its meter has signed. */
export const signedVerdicts = ['checked', 'self_declared', 'not_checkable', 'wrong', 'differs'] as const
export type SignedVerdict = (typeof signedVerdicts)[number]

/** Why signed values cannot be checked. */
export const signedWhys = ['format', 'unreadable', 'algorithm', 'no_key', 'bad_key', 'incomplete'] as const
export type SignedWhy = (typeof signedWhys)[number]

/** The stage in which a session failed; its page shows the reasons. */
export const failureStages = ['authorisation', 'start', 'energy', 'stop'] as const
export type FailureStage = (typeof failureStages)[number]

/** The groups that failed sessions are counted in. */
export const outcomeGroups = ['location', 'station', 'model', 'firmware', 'connector'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** How a session went once it has ended; what people gave up was no attempt. */
export const orderOutcomes = ['charged', ...failureStages, 'given_up'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

/** What went wrong with a session that did not end well. */
export const verdictCodes = [
  'start_refused',
  'start_unanswered',
  'never_plugged',
  'connector_taken',
  'canceled_by_operator',
  'canceled_by_driver',
  'not_paid',
  'hold_refused',
  'reservation_refused',
  'reservation_over',
  'expired',
  'unknown_card',
  'late_start',
  'other_token',
  'card_refused',
  'station_fault',
  'electrical_fault',
  'emergency_stop',
  'power_loss',
  'restarted',
  'lost',
  'transaction_lost',
  'ended_by_staff',
  'implausible_energy',
  'energy_unknown',
  'clock',
  'signature_wrong',
  'signed_differs',
  'cost_differs',
  'car_took_nothing',
  'station_gave_nothing',
  'no_energy',
] as const
export type VerdictCode = (typeof verdictCodes)[number]

/** What a station's timeline is made of. */
export const timelineKinds = [
  'connected',
  'disconnected',
  /** the server itself was away, so nobody knows how the station was */
  'unwatched',
  'booted',
  'status',
  'security',
  /** EVSEs were put into or out of operation */
  'operation',
  /** another command of a person */
  'action',
  'firmware',
  /** planned maintenance has begun or ended */
  'maintenance',
  /** a server went away while a command was under way: its answer is unknown */
  'unanswered',
  /** its sessions cost money from then on, or do not, or none is sold */
  'monetization',
  /** it did not take what energy control set, or takes more than it may; or that is over */
  'energy',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** What energy control says of a station in its timeline; `obeys`: what was before is over. */
export const energyWords = ['refused', 'unanswered', 'disobeys', 'obeys'] as const

/** What a timeline is filtered by; `fault`: statuses that begin or end a fault. */
export const timelineGroups = [
  'connection',
  'boot',
  'status',
  'fault',
  'security',
  'operation',
  'firmware',
] as const
export type TimelineGroup = (typeof timelineGroups)[number]

/** How a socket ended: by the station, without a word, silent until it was cut, or cut for breaking the protocol. */
export const disconnectReasons = ['closed', 'lost', 'silent', 'refused'] as const
export type DisconnectReason = (typeof disconnectReasons)[number]

/** What can be sent to a station when its server goes away; `task`: any other work. */
export const sentCommands = [
  'start',
  'stop',
  'reset',
  'unlock',
  'availability',
  'limit',
  'reserve',
  'configure',
  'firmware',
  'message',
  'task',
] as const
export type SentCommand = (typeof sentCommands)[number]

/** How a station's sessions are sold from then on; paused: nobody can start one. */
export const monetizations = ['paid', 'free', 'paused'] as const
export type Monetization = (typeof monetizations)[number]

/** Why that changed: switched by hand, another owner, another role of the owner, a file, a plan that begins or changes, or its end. */
export const monetizationCauses = ['switched', 'owner', 'role', 'import', 'plan', 'plan_ended'] as const
export type MonetizationCause = (typeof monetizationCauses)[number]

/** Commands of people that a timeline tells. */
export const timelineActions = ['reset', 'unlock', 'firmware', 'hold', 'let_in'] as const
export type TimelineAction = (typeof timelineActions)[number]

/**
 * How a station stands in a run. waiting: its turn comes; away: sent when it connects; sent: not answered yet; failed: no
 * answer, or nothing was sent; unknown: the server ended between sending and noting the answer.
 */
export const bulkResults = [
  'waiting',
  'away',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'unknown',
  'canceled',
] as const
export type BulkResult = (typeof bulkResults)[number]

/** The payment reports (domain.md#payments-and-reports). */
export const reportModes = [
  'owner',
  'day',
  'location',
  'detailed',
  'income',
  'account',
  'unique_clients',
] as const
export type ReportMode = (typeof reportModes)[number]

/** What a list of stations is sorted by. */
export const stationSorts = [
  'owner',
  'number',
  'location',
  'status',
  'status_since',
  'last_seen',
  'firmware',
  'model',
  'last_session',
] as const
export type StationSort = (typeof stationSorts)[number]

/** A sort with its direction; what is not known counts as the least. */
export const stationOrders = stationSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)
export type StationOrder = (typeof stationOrders)[number]

/** Columns of the list of stations that people choose; its number, status and place are always there. */
export const stationColumns = [
  'owner',
  'connectors',
  'vendor',
  'model',
  'firmware',
  'protocol',
  'signal',
  'monetized',
  'reservations',
  'uptime',
  'status_since',
  'last_session',
  'last_seen',
] as const
export type StationColumn = (typeof stationColumns)[number]

/**
 * How far a station of a roll-out is. left: it was not connected when its turn came; canceled: the roll-out was, before its turn.
 */
export const firmwareStates = ['waiting', 'updating', 'done', 'failed', 'left', 'canceled'] as const
export type FirmwareState = (typeof firmwareStates)[number]

/** What an incident is about. */
export const incidentKinds = [
  'silence',
  'fault',
  'sessions',
  'handshakes',
  'payments',
  'receipts',
  'books',
  'energy',
  'firmware',
  'certificates',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incidentStates = ['open', 'acknowledged', 'closed'] as const
export type IncidentState = (typeof incidentStates)[number]

/** How bad an incident is: by what it costs, the least first. */
export const incidentSeverities = ['info', 'minor', 'major', 'critical'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

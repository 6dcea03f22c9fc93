import type { Call } from '../base/call.ts'
import type { Role } from '../base/enums.ts'
import type { LiveSignal } from '../base/live.ts'
import { type CallScope, type Resource, type Scope, scopes } from '../base/scopes.ts'
import { contract } from '../contract.ts'

/**
 * What keys need for the calls of a slice. `placed`: each answer and each change is bounded by the locations that the caller
 * sees, so that a key of some locations may call too; whatever concerns more (the network, an account, templates) is not.
 */
type SliceRule = 'person' | { resource: Resource; placed: boolean }

const placed = (resource: Resource): SliceRule => ({ resource, placed: true })
const wide = (resource: Resource): SliceRule => ({ resource, placed: false })

/** The rule of each slice. A new slice is added here: choose `wide` unless a story shows that nothing else is seen. */
const slices: Record<keyof typeof contract, SliceRule> = {
  auth: 'person',
  secondFactor: 'person',
  singleSignOn: 'person',
  apiKeys: 'person',
  // an endpoint hears of all that its owner sees, so a key that could add one would see more than its scopes
  webhookEndpoints: 'person',
  // everything that there is, and perhaps secrets
  fullExports: 'person',
  // of a person's screens
  savedViews: 'person',
  // secrets of other systems, and who people are notified by
  alerts: 'person',
  managers: wide('people'),
  subscribers: wide('people'),
  locations: placed('locations'),
  maps: placed('locations'),
  photos: placed('locations'),
  imports: wide('locations'),
  takeovers: 'person',
  stations: placed('stations'),
  meterKeys: placed('stations'),
  stationHold: placed('stations'),
  maintenances: placed('stations'),
  stationModels: wide('stations'),
  timeline: placed('stations'),
  labels: placed('stations'),
  plugAndCharge: wide('stations'),
  connectors: placed('commands'),
  commands: placed('commands'),
  repairCalls: wide('commands'),
  stationReadings: placed('commands'),
  stationTasks: placed('commands'),
  bulk: wide('commands'),
  firmware: wide('firmware'),
  journal: placed('journal'),
  energy: placed('energy'),
  tariffs: placed('tariffs'),
  services: placed('tariffs'),
  orders: placed('orders'),
  pay: placed('orders'),
  payNeed: placed('orders'),
  charge: placed('orders'),
  feedback: placed('feedback'),
  drivers: wide('drivers'),
  cardFiles: wide('drivers'),
  tagGroups: wide('drivers'),
  unknownTags: wide('drivers'),
  fleets: wide('drivers'),
  driverAuth: wide('drivers'),
  driverAccount: wide('drivers'),
  driverDevices: wide('drivers'),
  driverHistory: wide('drivers'),
  driverMoney: wide('drivers'),
  driverTags: wide('drivers'),
  payments: placed('money'),
  receipts: placed('money'),
  fleetInvoices: wide('money'),
  reconciliation: wide('money'),
  bank: wide('money'),
  contracts: wide('money'),
  refundRuns: wide('money'),
  terminals: wide('money'),
  settlement: wide('money'),
  plan: 'person',
  planRoom: wide('money'),
  owners: wide('money'),
  webhooks: wide('money'),
  insight: placed('reports'),
  statistics: wide('reports'),
  reports: wide('reports'),
  monthlyReports: wide('reports'),
  reportSchedules: wide('reports'),
  inbox: wide('inbox'),
  incidents: wide('inbox'),
  gaps: wide('inbox'),
  roamingPartners: wide('roaming'),
  partnerQueue: wide('roaming'),
  partnerParties: wide('roaming'),
  partnerTokens: wide('roaming'),
  partnerContracts: wide('roaming'),
  partnerSessions: wide('roaming'),
  partnerSettlements: wide('roaming'),
  roamingPublishing: wide('roaming'),
  network: wide('network'),
  networkStatus: wide('network'),
  servers: wide('network'),
  wall: wide('network'),
  help: wide('network'),
  versions: wide('versions'),
}

const { managers, owners, locations, wall, terminals, energy, feedback, services } = contract

/**
 * Calls for persons alone within slices that take keys: accounts and their rights, where money is paid out to, and secrets that would
 * outlive the key. Calls that ask for a password are for persons alone without being named here.
 */
const forPersons: readonly Call[] = [
  managers.invite,
  managers.resendInvitation,
  managers.assignLocations,
  managers.uploadAvatar,
  managers.removeAvatar,
  owners.setPayoutDetails,
  wall.addScreen,
  terminals.add,
  energy.addKey,
]

/** What concerns more than single locations within slices that are placed otherwise. */
const wideCalls: readonly Call[] = [
  // it is the caller's own then, wherever the key may be used
  locations.add,
  services.types,
  services.addType,
  services.changeType,
  services.removeType,
  feedback.unseen,
  feedback.see,
]

const { settlement, monthlyReports, journal, bulk, stationTasks, fleetInvoices, partnerSettlements } =
  contract
const { tariffs, refundRuns, labels, plugAndCharge, reports } = contract

/** Calls that change nothing, and are sent by POST for what they carry, or because their answer is a link that works once. */
const readers: readonly Call[] = [
  settlement.download,
  monthlyReports.download,
  journal.export,
  bulk.reach,
  bulk.export,
  stationTasks.download,
  fleetInvoices.download,
  partnerSettlements.download,
  tariffs.preview,
  refundRuns.reach,
  labels.print,
  plugAndCharge.readRoot,
  reports.askExport,
]

/** What an API key needs for a call. */
export interface CallRule {
  scope: CallScope
  /** a key of some locations may call too */
  placed: boolean
}

const asksPassword = ({ body }: Call): boolean =>
  'current_password' in ((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {})

function ruleOf(slice: keyof typeof contract, call: Call): CallRule {
  if (call.roles === 'public' || call.roles === 'driver') return { scope: 'open', placed: true }
  const rule = slices[slice]
  if (rule === 'person' || asksPassword(call) || forPersons.includes(call))
    return { scope: 'person', placed: false }
  const reads = call.method === 'GET' || readers.includes(call)
  const scope = scopes.find((one) => one === `${rule.resource}:${reads ? 'read' : 'write'}`)
  return { scope: scope ?? 'person', placed: rule.placed && !wideCalls.includes(call) }
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

const calls = Object.entries(contract).flatMap(([slice, named]) =>
  Object.values(named as Record<string, Call>).map((call) => ({
    call,
    rule: ruleOf(slice as keyof typeof contract, call),
  })),
)

/** By method and path; of two calls that share them the first counts. */
const rules = new Map(calls.toReversed().map(({ call, rule }) => [nameOf(call), rule]))

/** What an API key needs for a call: the one definition. What the contract does not have is for persons alone. */
export const callRule = (call: Call): CallRule =>
  rules.get(nameOf(call)) ?? { scope: 'person', placed: false }

/** What a key needs for each field of GraphQL's `Query`; all of them are bounded by the locations that the caller sees. */
export const graphqlScopes: Readonly<Record<string, Scope>> = {
  orders: 'orders:read',
  payments: 'money:read',
  groupedPayments: 'money:read',
}

/** What a key needs to be sent each kind of live signal. */
export const liveScopes: Readonly<Record<LiveSignal['topic'], Scope>> = {
  order: 'orders:read',
  station: 'stations:read',
  connector: 'stations:read',
  location: 'locations:read',
  journal: 'journal:read',
  bulk: 'commands:read',
  refunds: 'money:read',
  firmware: 'firmware:read',
  incident: 'inbox:read',
}

/** Who reads orders, which GraphQL alone lists. */
const ordersReaders: readonly Role[] = ['administrator', 'manager']

/** The scopes that open anything to a role. */
export function scopesFor(role: Role): Scope[] {
  const open = new Set<CallScope>(ordersReaders.includes(role) ? ['orders:read'] : [])
  for (const { call, rule } of calls)
    if (Array.isArray(call.roles) && call.roles.includes(role)) open.add(rule.scope)
  return scopes.filter((one) => open.has(one))
}

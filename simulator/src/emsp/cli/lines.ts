import type { Sent } from '../calls.ts'
import type { Emsp } from '../emsp.ts'
import type { Fault } from '../faults.ts'
import type { Module } from '../objects.ts'
import { cardOf } from './options.ts'

const helpOfLines = `pull MODULE [FROM [TO]]             read locations, tariffs, sessions or cdrs, changed from one instant to before another
show MODULE                         what was pushed of locations, tariffs, sessions or cdrs
start LOCATION/EVSE[/CONNECTOR] UID start a session with a card
stop SESSION
reserve ID LOCATION/EVSE UID [MINUTES]
cancel ID                           cancel a reservation
unlock LOCATION/EVSE/CONNECTOR
prefer SESSION PROFILE              charging preferences: CHEAP, FAST, GREEN or REGULAR
limit SESSION WATTS                 set a charging profile; profile SESSION reads it, unlimit SESSION clears it
card UID[=ANSWER]                   add or change a card and send it to the CPO
client CC/PARTY STATUS              tell the CPO of a party behind us: CONNECTED, OFFLINE, PLANNED or SUSPENDED
fault KIND [N] [MODULE,MODULE]      slow MS, error STATUS, unauthorized, plain-tokens, pending, out-of-order MS, silent,
                                    duplicates COPIES, huge LENGTH, redirect URL
well [KIND]                         end a fault, or all
away [SECONDS]                      refuse connections, until back or for a time
back
refusals                            what was refused, what requests lacked, and what came twice, for nothing or too late
renew | withdraw | invite
quit`

type Words = string[]

/** What each line does; the text is what is printed. */
const verbs = new Map<string, (emsp: Emsp, words: Words) => Promise<string> | string>([
  ['help', () => helpOfLines],
  ['pull', pull],
  ['show', (emsp, [kind = '']) => json([...emsp.book.of(listed(kind)).values()])],
  ['start', (emsp, [place = '', token = '']) => outcome(emsp.cpo.start({ token, ...placeOf(place) }))],
  ['stop', (emsp, [id = '']) => outcome(emsp.cpo.stop(id))],
  ['reserve', reserve],
  ['cancel', (emsp, [id = '']) => outcome(emsp.cpo.cancelReservation(id))],
  ['unlock', unlock],
  ['prefer', (emsp, [id = '', profile = '']) => emsp.cpo.setPreferences(id, { profile_type: profile })],
  [
    'limit',
    (emsp, [id = '', watts = '']) => outcome(emsp.cpo.setProfile(id, constantProfile(Number(watts)))),
  ],
  ['profile', (emsp, [id = '']) => outcome(emsp.cpo.activeProfile(id, 900))],
  ['unlimit', (emsp, [id = '']) => outcome(emsp.cpo.clearProfile(id))],
  ['card', card],
  ['client', client],
  ['fault', fault],
  ['well', well],
  ['away', away],
  ['back', (emsp) => emsp.comeBack().then(() => 'back')],
  ['refusals', refusals],
  ['renew', (emsp) => emsp.partner.renew().then(({ version }) => `connected in ${version}`)],
  ['withdraw', (emsp) => emsp.partner.withdraw().then(() => 'withdrawn')],
  ['invite', (emsp) => json(emsp.partner.invite())],
])

/** Does what a line says and gives what there is to print; throws an Error with one clear line where it cannot. */
export async function doLine(emsp: Emsp, line: string): Promise<string> {
  const [verb = '', ...words] = line.trim().split(/\s+/)
  if (verb === '') return ''
  const act = verbs.get(verb)
  if (!act) throw new Error(`there is no ${verb}; help names what there is`)
  return act(emsp, words)
}

/** Begins the fault that a line describes, such as "slow 5000 tokens,cdrs". */
export function fault(emsp: Emsp, [kind = '', ...rest]: Words): string {
  const value = withValue.includes(kind) ? rest.shift() : undefined
  const modules = rest[0]?.split(',') as Module[] | undefined
  emsp.faults.set(faultOf(kind, value), modules ? { modules } : {})
  return `${kind} from now on${modules ? ` in ${modules.join(', ')}` : ''}`
}

const withValue = ['slow', 'out-of-order', 'error', 'duplicates', 'huge', 'redirect']

function faultOf(kind: string, value: string | undefined): Fault {
  switch (kind) {
    case 'slow':
    case 'out-of-order':
      return { kind, ms: numberOf(value ?? '5000') }
    case 'error':
      return { kind, status: numberOf(value ?? '503') }
    case 'duplicates':
      return { kind, copies: numberOf(value ?? '2') }
    case 'huge':
      return { kind, length: numberOf(value ?? '1000000') }
    case 'redirect':
      return { kind, to: value ?? 'http://127.0.0.1:1/' }
    case 'unauthorized':
    case 'plain-tokens':
    case 'pending':
    case 'silent':
      return { kind }
    default:
      throw new Error(`there is no fault ${kind}`)
  }
}

function well(emsp: Emsp, [kind]: Words): string {
  emsp.faults.clear(kind as Fault['kind'] | undefined)
  return 'well again'
}

async function pull(emsp: Emsp, [kind = '', from, to]: Words): Promise<string> {
  const { objects, pages, total, problems } = await emsp.cpo.pull(listed(kind), {
    ...(from !== undefined && { dateFrom: new Date(from) }),
    ...(to !== undefined && { dateTo: new Date(to) }),
  })
  return [json(objects), `${objects.length} of ${total} on ${pages} pages`, ...problems].join('\n')
}

function reserve(emsp: Emsp, [id = '', place = '', token = '', minutes = '15']: Words): Promise<string> {
  const expiresAt = new Date(Date.now() + numberOf(minutes) * 60_000)
  return outcome(emsp.cpo.reserve({ reservationId: id, expiresAt, token, ...placeOf(place) }))
}

function unlock(emsp: Emsp, [place = '']: Words): Promise<string> {
  const { locationId, evseUid = '', connectorId = '' } = placeOf(place)
  return outcome(emsp.cpo.unlock(locationId, evseUid, connectorId))
}

async function card(emsp: Emsp, [text = '']: Words): Promise<string> {
  const token = emsp.wallet.put(cardOf(text))
  if (emsp.partner.connection) await emsp.cpo.pushToken(token)
  return json(token)
}

async function client(emsp: Emsp, [party = '', status = '']: Words): Promise<string> {
  const [country_code = '', party_id = ''] = party.split('/')
  const known = (['CONNECTED', 'OFFLINE', 'PLANNED', 'SUSPENDED'] as const).find((one) => one === status)
  if (!known) throw new Error('a client is CONNECTED, OFFLINE, PLANNED or SUSPENDED')
  await emsp.cpo.pushClientInfo({ country_code, party_id, role: 'EMSP', status: known })
  return `${party} is ${status}`
}

async function away(emsp: Emsp, [seconds]: Words): Promise<string> {
  await emsp.goAway()
  if (seconds === undefined) return 'away, until back'
  setTimeout(() => void emsp.comeBack(), numberOf(seconds) * 1000).unref()
  return `away for ${seconds} s`
}

function refusals({ book }: Emsp): string {
  const vanished = book.vanished.map((evse) => `${evse} vanished`)
  return [...book.refusals(), ...book.remarks(), ...vanished, json(book.counts)].join('\n')
}

/** What a CPO answers to a request and, if it takes it, what comes of it. */
async function outcome(sending: Promise<Sent>): Promise<string> {
  const sent = await sending
  const isAccepted = sent.responses.some(({ result }) => result === 'ACCEPTED')
  const seconds = Math.max(...sent.responses.map(({ timeout }) => Number(timeout)))
  const result = isAccepted ? [await sent.result(1, (seconds + 5) * 1000)] : []
  return [...sent.responses, ...result].map(json).join('\n')
}

const constantProfile = (watts: number) => ({
  charging_rate_unit: 'W',
  charging_profile_period: [{ start_period: 0, limit: numberOf(String(watts)) }],
})

function placeOf(text: string) {
  const [locationId = '', evseUid, connectorId] = text.split('/')
  if (locationId === '') throw new Error('a place is LOCATION, LOCATION/EVSE or LOCATION/EVSE/CONNECTOR')
  return {
    locationId,
    ...(evseUid !== undefined && { evseUid }),
    ...(connectorId !== undefined && { connectorId }),
  }
}

function listed(text: string) {
  if (text === 'locations' || text === 'tariffs' || text === 'sessions' || text === 'cdrs') return text
  throw new Error(`lists are locations, tariffs, sessions and cdrs, not ${text}`)
}

function numberOf(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new Error(`${text} is not a number from 0`)
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

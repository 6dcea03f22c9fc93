import type { Parts } from './answers/reply.ts'
import { cdr } from './checks/cdrs.ts'
import type { Check } from './checks/check.ts'
import { chargingPreferencesResponse, commandResponse, profileResponse } from './checks/exchanges.ts'
import { location } from './checks/locations.ts'
import { session } from './checks/sessions.ts'
import { tariff } from './checks/tariffs.ts'
import type { OcpiVersion } from './checks/types.ts'
import { CallFailed } from './http/client.ts'
import type { ClientInfo, OcpiObject, TokenObject } from './objects.ts'
import type { CallOptions, Pulled, PullOptions } from './partner.ts'
import type { Pending } from './results.ts'

export type Command =
  | 'START_SESSION'
  | 'STOP_SESSION'
  | 'RESERVE_NOW'
  | 'CANCEL_RESERVATION'
  | 'UNLOCK_CONNECTOR'

/** A request whose result comes later. */
export interface Sent {
  /** what the CPO said at once; several times for a command that was sent several times */
  responses: OcpiObject[]
  /** the result with this number, counted from 1, as soon as it comes; throws after a minute, or the time that is given */
  result: (number?: number, timeoutMs?: number) => Promise<OcpiObject>
  /** what has come so far */
  results: readonly OcpiObject[]
}

/** A list with what is wrong in it: a line for each thing, with the object's id. */
export interface Checked extends Pulled {
  problems: string[]
}

export interface StartOptions {
  token: string
  locationId: string
  evseUid?: string
  connectorId?: string
  authorizationReference?: string
}

export interface ReserveOptions extends StartOptions {
  reservationId: string
  expiresAt: Date
}

const lists: Record<'locations' | 'tariffs' | 'sessions' | 'cdrs', (version: OcpiVersion) => Check> = {
  locations: location,
  tariffs: tariff,
  sessions: session,
  cdrs: cdr,
}

/** What the eMSP asks of its CPO; every call throws `CallFailed` when the CPO does not do it. */
export class CpoCalls {
  readonly #parts: Parts
  readonly #now: () => Date

  constructor(parts: Parts, now: () => Date) {
    this.#parts = parts
    this.#now = now
  }

  /** All objects of a kind, or those that were updated from one instant to before another. */
  async pull(kind: keyof typeof lists, options: PullOptions = {}): Promise<Checked> {
    const pulled = await this.#parts.partner.pull(kind, options)
    const check = lists[kind](this.#version())
    const problems = pulled.objects.flatMap((object) =>
      check(object).map((problem) => `${kind} ${String(object?.id)}${problem}`),
    )
    return { ...pulled, problems }
  }

  /** One location, EVSE or connector as the CPO has it. */
  async locationAt(...ids: string[]): Promise<OcpiObject> {
    return this.#object({ module: 'locations', role: 'SENDER', method: 'GET', path: pathOf(...ids) })
  }

  /** Sends a token to the CPO. */
  async pushToken(token: TokenObject): Promise<void> {
    await this.#parts.partner.callWell({ ...tokenCall(token), method: 'PUT', body: token })
  }

  /** Sends some properties of a token, with `last_updated`, to the CPO. */
  async patchToken(token: TokenObject, change: OcpiObject): Promise<void> {
    const body = { last_updated: this.#now().toISOString(), ...change }
    await this.#parts.partner.callWell({ ...tokenCall(token), method: 'PATCH', body })
  }

  /** A token as the CPO has it. */
  async tokenThere(token: TokenObject): Promise<OcpiObject> {
    return this.#object({ ...tokenCall(token), method: 'GET' })
  }

  /** Tells the CPO how a party behind us is connected, and lists it from then on. */
  async pushClientInfo(info: Omit<ClientInfo, 'last_updated'>): Promise<void> {
    const { clients, partner } = this.#parts
    const body = { ...info, last_updated: this.#now().toISOString() } as ClientInfo
    const others = clients.filter(
      (one) => one.party_id !== info.party_id || one.country_code !== info.country_code,
    )
    clients.splice(0, clients.length, ...others, body)
    const path = pathOf(body.country_code, body.party_id)
    await partner.callWell({ module: 'hubclientinfo', role: 'RECEIVER', method: 'PUT', path, body })
  }

  async start(options: StartOptions): Promise<Sent> {
    return this.command('START_SESSION', this.#placeOf(options))
  }

  stop(sessionId: string): Promise<Sent> {
    return this.command('STOP_SESSION', { session_id: sessionId })
  }

  async reserve(options: ReserveOptions): Promise<Sent> {
    return this.command('RESERVE_NOW', {
      ...this.#placeOf(options),
      reservation_id: options.reservationId,
      expiry_date: options.expiresAt.toISOString(),
    })
  }

  cancelReservation(reservationId: string): Promise<Sent> {
    return this.command('CANCEL_RESERVATION', { reservation_id: reservationId })
  }

  unlock(locationId: string, evseUid: string, connectorId: string): Promise<Sent> {
    return this.command('UNLOCK_CONNECTOR', {
      location_id: locationId,
      evse_uid: evseUid,
      connector_id: connectorId,
    })
  }

  /** Sends a command with any body; its response URL is added, and while the fault holds it is sent several times at once. */
  async command(command: Command, body: OcpiObject): Promise<Sent> {
    const { faults, partner, results } = this.#parts
    const pending = results.begin(command)
    const call: CallOptions = {
      module: 'commands',
      role: 'RECEIVER',
      method: 'POST',
      path: command,
      body: { response_url: this.#responseUrl(`commands/${command}/${pending.id}`), ...body },
    }
    const copies = faults.take('duplicates', 'commands')?.copies ?? 1
    const answers = await Promise.all(Array.from({ length: copies }, () => partner.callWell(call)))
    return this.#sent(
      pending,
      answers.map(({ data }) => checked(commandResponse, data, command)),
    )
  }

  /** Sets what the driver of a session prefers; gives the CPO's word for it. */
  async setPreferences(sessionId: string, preferences: OcpiObject): Promise<string> {
    const path = `${pathOf(sessionId)}/charging_preferences`
    const { data } = await this.#parts.partner.callWell({
      module: 'sessions',
      role: 'SENDER',
      method: 'PUT',
      path,
      body: preferences,
    })
    const problems = chargingPreferencesResponse(data)
    if (problems.length > 0) throw new CallFailed(`charging preferences: the response ${problems.join('; ')}`)
    return String(data)
  }

  setProfile(sessionId: string, profile: OcpiObject): Promise<Sent> {
    return this.#profile('PUT', sessionId, (url) => ({
      body: { charging_profile: profile, response_url: url },
    }))
  }

  clearProfile(sessionId: string): Promise<Sent> {
    return this.#profile('DELETE', sessionId, (url) => ({ query: { response_url: url } }))
  }

  /** Asks for the profile that a session follows in the next seconds. */
  activeProfile(sessionId: string, seconds: number): Promise<Sent> {
    return this.#profile('GET', sessionId, (url) => ({
      query: { duration: String(seconds), response_url: url },
    }))
  }

  async #profile(
    method: 'GET' | 'PUT' | 'DELETE',
    sessionId: string,
    rest: (url: string) => Pick<CallOptions, 'body' | 'query'>,
  ): Promise<Sent> {
    const { partner, results } = this.#parts
    const pending = results.begin(`${method} charging profile`)
    const url = this.#responseUrl(`chargingprofiles/results/${pending.id}`)
    const path = pathOf(sessionId)
    const { data } = await partner.callWell({
      module: 'chargingprofiles',
      role: 'RECEIVER',
      method,
      path,
      ...rest(url),
    })
    return this.#sent(pending, [checked(profileResponse, data, pending.what)])
  }

  #sent(pending: Pending, responses: OcpiObject[]): Sent {
    const { results } = this.#parts
    return {
      responses,
      results: pending.results,
      result: (number, timeoutMs) => results.wait(pending, number, timeoutMs),
    }
  }

  #placeOf(options: StartOptions): OcpiObject {
    const { token, locationId, evseUid, connectorId, authorizationReference } = options
    return {
      token: this.#parts.wallet.get(token),
      location_id: locationId,
      ...(evseUid !== undefined && { evse_uid: evseUid }),
      ...(connectorId !== undefined && { connector_id: connectorId }),
      ...(authorizationReference !== undefined && { authorization_reference: authorizationReference }),
    }
  }

  async #object(call: CallOptions): Promise<OcpiObject> {
    const { data } = await this.#parts.partner.callWell(call)
    if (typeof data === 'object' && data !== null) return data as OcpiObject
    throw new CallFailed(`${call.module}: data is not an object`)
  }

  #responseUrl = (path: string) => this.#parts.urlOf(`${this.#version()}/${path}`)

  #version(): OcpiVersion {
    const { connection } = this.#parts.partner
    if (!connection) throw new CallFailed('the eMSP is not connected with a CPO')
    return connection.version
  }
}

const pathOf = (...segments: string[]) => segments.map(encodeURIComponent).join('/')

const tokenCall = ({ country_code, party_id, uid, type }: TokenObject) => ({
  module: 'tokens' as const,
  role: 'RECEIVER' as const,
  path: pathOf(country_code, party_id, uid),
  query: { type },
})

function checked(check: Check, value: unknown, what: string): OcpiObject {
  const problems = check(value)
  if (problems.length > 0) throw new CallFailed(`${what}: the response ${problems.join('; ')}`)
  return value as OcpiObject
}

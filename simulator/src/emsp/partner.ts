import { randomBytes } from 'node:crypto'
import { credentials, versionDetails, versions } from './checks/exchanges.ts'
import type { OcpiVersion } from './checks/types.ts'
import type { Faults } from './faults.ts'
import { type Answer, CallFailed, nextPage, type Request, send, sendWell } from './http/client.ts'
import type { TokenEncoding } from './http/encoding.ts'
import type {
  ClientInfo,
  Connection,
  CredentialsObject,
  Endpoint,
  Module,
  OcpiObject,
  Party,
} from './objects.ts'

export interface PartnerOptions {
  party: Party
  name: string
  /** a hub's credentials name the parties behind it, or that it is one */
  isHub: boolean
  behind: () => readonly ClientInfo[]
  versions: OcpiVersion[]
  timeoutMs: number
  faults: Faults
  versionsUrl: () => string
  /** what an earlier run kept */
  state?: PartnerState
  /** called with what a later run needs, each time it changes */
  onChange?: (state: PartnerState) => void
}

/** What was agreed, for a later run. */
export interface PartnerState {
  connection: Connection | null
  invitation: string | null
  ours: string | null
}

export interface CallOptions {
  module: Module
  role: 'SENDER' | 'RECEIVER'
  method: Request['method']
  /** below the endpoint, each segment encoded */
  path?: string
  query?: Record<string, string>
  body?: unknown
}

export interface PullOptions {
  dateFrom?: Date
  dateTo?: Date
  /** objects a page */
  limit?: number
}

/** All the pages of a list. */
export interface Pulled {
  objects: OcpiObject[]
  pages: number
  /** X-Total-Count of the last page */
  total: number
}

/** The CPO at the other end: what was agreed with it, and how it is called. */
export class Partner {
  readonly #options: PartnerOptions
  connection: Connection | null = null
  /** the token that it was given to register with */
  #invitation: string | null = null
  /** the token with which it calls */
  #ours: string | null = null

  constructor(options: PartnerOptions) {
    this.#options = options
    this.connection = options.state?.connection ?? null
    this.#invitation = options.state?.invitation ?? null
    this.#ours = options.state?.ours ?? null
  }

  /** A new token and our address, for a CPO that registers with us. */
  invite(): { token: string; versionsUrl: string } {
    this.#invitation = newToken()
    this.#changed()
    return { token: this.#invitation, versionsUrl: this.#options.versionsUrl() }
  }

  /** What a token entitles its bearer to: everything, or versions and credentials only; null for nothing. */
  rightsOf(token: string | null): 'all' | 'registering' | null {
    if (token === null) return null
    if (token === this.#ours) return 'all'
    return token === this.#invitation ? 'registering' : null
  }

  /** Registers with a CPO: reads its versions and takes the newest that both have, or the one that is given. */
  async register(versionsUrl: string, token: string, version?: OcpiVersion): Promise<Connection> {
    const details = await this.#detailsOf(versionsUrl, token, version)
    return this.#exchange('POST', details, token)
  }

  /** Changes tokens with a CPO that is connected, and the version or its address if another one is given. */
  async renew({
    version,
    versionsUrl,
  }: {
    version?: OcpiVersion
    versionsUrl?: string
  } = {}): Promise<Connection> {
    const agreed = this.#connected()
    const { token } = agreed
    const details = await this.#detailsOf(versionsUrl ?? agreed.versionsUrl, token, version ?? agreed.version)
    return this.#exchange('PUT', details, token)
  }

  /** Ends the connection from our side. */
  async withdraw(): Promise<void> {
    await this.call({ module: 'credentials', role: 'SENDER', method: 'DELETE' })
    this.end()
  }

  /** Forgets what was agreed, as the CPO ended it. */
  end(): void {
    this.connection = null
    this.#ours = null
    this.#changed()
  }

  /** Accepts a CPO's credentials, whose versions and endpoints are read first, and gives ours; throws `CallFailed`. */
  async accept(version: OcpiVersion, given: CredentialsObject): Promise<CredentialsObject> {
    const details = await this.#detailsOf(given.url, given.token, version)
    this.connection = {
      version,
      token: given.token,
      versionsUrl: given.url,
      endpoints: details.endpoints,
      roles: given.roles,
    }
    this.#invitation = null
    this.#ours = newToken()
    this.#changed()
    return this.credentials(this.#ours)
  }

  /** Our credentials with a token; without one, with that which holds. */
  credentials(token = this.#ours ?? '', version = this.connection?.version): CredentialsObject {
    const { party, name, versionsUrl, isHub, behind } = this.#options
    const roleOf = (role: string, { countryCode, partyId }: Party) => ({
      role,
      country_code: countryCode,
      party_id: partyId,
      business_details: { name },
    })
    if (!isHub || version === '2.2.1')
      return { token, url: versionsUrl(), roles: [roleOf(isHub ? 'HUB' : 'EMSP', party)] }
    const clients = behind().map(({ role, country_code: countryCode, party_id: partyId }) =>
      roleOf(role, { countryCode, partyId }),
    )
    return {
      token,
      url: versionsUrl(),
      hub_party_id: `${party.countryCode}${party.partyId}`,
      roles: clients.length > 0 ? clients : [roleOf('OTHER', party)],
    }
  }

  /** Whether a party is one of the CPO's. */
  owns(countryCode: string, partyId: string): boolean {
    const key = `${countryCode}/${partyId}`.toUpperCase()
    const roles = this.connection?.roles ?? []
    return roles.some((role) => `${role.country_code}/${role.party_id}`.toUpperCase() === key)
  }

  /** The party of the CPO to which requests go. */
  party(): Party {
    const { roles } = this.#connected()
    const role = roles.find((one) => one.role === 'CPO') ?? roles[0]
    return { countryCode: role?.country_code ?? '', partyId: role?.party_id ?? '' }
  }

  /** Calls a module of the CPO; the answer may say no. */
  async call(options: CallOptions): Promise<Answer> {
    return send(this.#request(options))
  }

  /** Calls a module of the CPO; throws `CallFailed` for an answer that says no. */
  async callWell(options: CallOptions): Promise<Answer> {
    return sendWell(this.#request(options))
  }

  /** Reads a list of the CPO page by page, by its Link headers. */
  async pull(module: Module, { dateFrom, dateTo, limit }: PullOptions = {}): Promise<Pulled> {
    const query = {
      ...(dateFrom && { date_from: dateFrom.toISOString() }),
      ...(dateTo && { date_to: dateTo.toISOString() }),
      ...(limit !== undefined && { limit: String(limit) }),
    }
    const first = this.#request({ module, role: 'SENDER', method: 'GET', query })
    const pulled: Pulled = { objects: [], pages: 0, total: 0 }
    for (let url: string | null = first.url; url !== null; ) {
      const { data, headers } = await sendWell({ ...first, url })
      if (!Array.isArray(data)) throw new CallFailed(`GET ${url}: data is not a list`)
      pulled.objects.push(...data)
      pulled.pages += 1
      pulled.total = Number(headers['x-total-count'])
      url = nextPage(headers.link, url)
    }
    return pulled
  }

  #request({ module, role, method, path = '', query = {}, body }: CallOptions): Request {
    const { party, timeoutMs, faults } = this.#options
    const { token, endpoints } = this.#connected()
    const endpoint = endpoints.find(
      (one) => one.identifier === module && (one.role === role || module === 'credentials'),
    )
    if (!endpoint) throw new CallFailed(`the CPO has no endpoint ${module} ${role}`)
    const url = new URL(path === '' ? endpoint.url : `${endpoint.url.replace(/\/$/, '')}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const huge = body === undefined ? null : faults.take('huge', module)
    const isRouted = module !== 'credentials' && module !== 'versions' && module !== 'hubclientinfo'
    return {
      method,
      url: url.href,
      token,
      encoding: this.#encoding(module),
      timeoutMs,
      ...(isRouted && { routing: { from: party, to: this.party() } }),
      ...(body !== undefined && {
        body: huge ? { ...(body as OcpiObject), padding: 'x'.repeat(huge.length) } : body,
      }),
    }
  }

  #changed(): void {
    this.#options.onChange?.({ connection: this.connection, invitation: this.#invitation, ours: this.#ours })
  }

  #encoding(module: Module): TokenEncoding {
    return this.#options.faults.shows('plain-tokens', module) ? 'plain' : 'base64'
  }

  #connected(): Connection {
    if (!this.connection) throw new CallFailed('the eMSP is not connected with a CPO')
    return this.connection
  }

  /** The endpoints of a CPO in the newest version that both have. */
  async #detailsOf(versionsUrl: string, token: string, wanted?: OcpiVersion) {
    const { timeoutMs, versions: ours } = this.#options
    const get = async (url: string, module: Module) =>
      (await sendWell({ method: 'GET', url, token, encoding: this.#encoding(module), timeoutMs })).data
    const offered = checked(versions, await get(versionsUrl, 'versions'), 'versions') as {
      version: string
      url: string
    }[]
    const version = [...ours]
      .sort()
      .reverse()
      .find((one) => (wanted ?? one) === one && offered.some((other) => other.version === one))
    const url = offered.find((one) => one.version === version)?.url
    if (!version || !url) throw new CallFailed('the CPO has no version that we have')
    const details = checked(versionDetails, await get(url, 'versions'), 'version details') as {
      endpoints: Endpoint[]
    }
    return { version, versionsUrl, endpoints: details.endpoints }
  }

  async #exchange(
    method: 'POST' | 'PUT',
    { version, versionsUrl, endpoints }: { version: OcpiVersion; versionsUrl: string; endpoints: Endpoint[] },
    token: string,
  ): Promise<Connection> {
    const endpoint = endpoints.find(({ identifier }) => identifier === 'credentials')
    if (!endpoint) throw new CallFailed('the CPO has no endpoint credentials')
    const before = this.#ours
    this.#ours = newToken()
    try {
      const { data } = await sendWell({
        method,
        url: endpoint.url,
        token,
        encoding: this.#encoding('credentials'),
        timeoutMs: this.#options.timeoutMs,
        body: this.credentials(this.#ours, version),
      })
      const theirs = checked(credentials(version), data, 'credentials') as unknown as CredentialsObject
      this.connection = { version, token: theirs.token, versionsUrl, endpoints, roles: theirs.roles }
      this.#changed()
      return this.connection
    } catch (error) {
      this.#ours = before
      throw error
    }
  }
}

function checked(check: (value: unknown) => string[], value: unknown, what: string): unknown {
  const problems = check(value)
  if (problems.length > 0) throw new CallFailed(`${what}: ${problems.join('; ')}`)
  return value
}

const newToken = () => randomBytes(24).toString('hex')

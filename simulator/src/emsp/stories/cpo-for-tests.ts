import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SeenRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

type Json = Record<string, unknown>

/** A CPO of a few lines: the other end of the eMSP's own tests. It knows one eMSP and keeps to the standard. */
export class TestCpo {
  readonly seen: SeenRequest[] = []
  readonly lists: Record<string, Json[]> = { locations: [], tariffs: [], sessions: [], cdrs: [] }
  readonly role = {
    role: 'CPO',
    country_code: 'RU',
    party_id: 'STM',
    business_details: { name: 'Station Master' },
  }
  /** the token that lets a stranger register */
  invitation = 'token-a'
  /** what it calls the eMSP with, and where; after registration */
  theirs: { token: string; url: string } | null = null
  /** what commands get at once */
  response: Json = { result: 'ACCEPTED', timeout: 30 }
  /** the token with which the eMSP calls */
  accepted: string | null = null
  plain = false
  /** answers 3000 to credentials */
  refusing = false
  readonly #versions: string[]
  readonly #server: Server

  constructor(versions: string[]) {
    this.#versions = versions
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy())
    })
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/cpo`
  }

  get versionsUrl(): string {
    return `${this.base}/versions`
  }

  credentials(token: string): Json {
    return { token, url: this.versionsUrl, roles: [this.role] }
  }

  /** Calls the eMSP at a URL, with its token or another one. */
  async call(
    method: string,
    url: string,
    body?: unknown,
    { token, encoding = 'base64', signal }: CallOptions = {},
  ) {
    const secret = token ?? this.theirs?.token ?? ''
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Token ${encoding === 'base64' ? Buffer.from(secret).toString('base64') : secret}`,
        'content-type': 'application/json',
        'x-request-id': 'r-1',
        'x-correlation-id': 'c-1',
        'ocpi-from-country-code': 'RU',
        'ocpi-from-party-id': 'STM',
        'ocpi-to-country-code': 'DE',
        'ocpi-to-party-id': 'EMP',
      },
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = text === '' ? {} : (JSON.parse(text) as Json)
    return {
      http: response.status,
      headers: response.headers,
      code: answer.status_code,
      data: answer.data,
      answer,
    }
  }

  /** Registers with an eMSP that has invited it. */
  async registerWith(versionsUrl: string, token: string, version: string) {
    const details = versionsUrl.replace('versions', version)
    this.accepted = 'cpo-token-b'
    await this.call('GET', versionsUrl, undefined, { token })
    await this.call('GET', details, undefined, { token })
    const answer = await this.call('POST', `${details}/credentials`, this.credentials('cpo-token-b'), {
      token,
    })
    if (answer.code === 1000) this.theirs = answer.data as { token: string; url: string }
    return answer
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const url = new URL(request.url ?? '/', this.base)
    const method = request.method ?? ''
    this.seen.push({ method, path: `${url.pathname}${url.search}`, headers: request.headers, body })
    const token = this.#tokenOf(request.headers.authorization ?? '')
    if (token !== this.invitation && token !== this.accepted) return this.#reply(response, 401, 2000)
    const [, , version = '', module = ''] = url.pathname.split('/')
    if (version === 'versions') {
      const list = this.#versions.map((one) => ({ version: one, url: `${this.base}/${one}` }))
      return this.#reply(response, 200, 1000, list)
    }
    if (module === '') return this.#reply(response, 200, 1000, this.#details(version))
    if (module === 'credentials' && this.refusing) return this.#reply(response, 200, 3000)
    if (module === 'credentials') return this.#credentials(method, body, response)
    if (method === 'GET' && this.lists[module]) return this.#page(module, url, response)
    if (module === 'commands') return this.#reply(response, 200, 1000, this.response)
    if (url.pathname.endsWith('/charging_preferences')) return this.#reply(response, 200, 1000, 'ACCEPTED')
    if (module === 'chargingprofiles') return this.#reply(response, 200, 1000, this.response)
    return this.#reply(response, 200, 1000)
  }

  #details(version: string): Json {
    const ends = [
      'credentials SENDER',
      'locations SENDER',
      'tariffs SENDER',
      'sessions SENDER',
      'cdrs SENDER',
    ]
    const all = [
      ...ends,
      'tokens RECEIVER',
      'commands RECEIVER',
      'chargingprofiles RECEIVER',
      'hubclientinfo RECEIVER',
    ]
    return {
      version,
      endpoints: all.map((text) => {
        const [identifier, role] = text.split(' ')
        return { identifier, role, url: `${this.base}/${version}/${identifier}` }
      }),
    }
  }

  #credentials(method: string, body: unknown, response: ServerResponse): void {
    if (method === 'DELETE') {
      this.accepted = null
      this.#reply(response, 200, 1000)
    } else {
      this.theirs = body as { token: string; url: string }
      this.accepted = `token-c-${this.seen.length}`
      this.#reply(response, 200, 1000, this.credentials(this.accepted))
    }
  }

  #page(module: string, url: URL, response: ServerResponse): void {
    const all = this.lists[module] ?? []
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = Math.min(2, Number(url.searchParams.get('limit') ?? 2))
    const next = new URL(url)
    next.searchParams.set('offset', String(offset + limit))
    const isLast = offset + limit >= all.length
    response.setHeader('x-total-count', String(all.length))
    response.setHeader('x-limit', '2')
    if (!isLast) response.setHeader('link', `<${next.pathname}${next.search}>; rel="next"`)
    this.#reply(response, 200, 1000, all.slice(offset, offset + limit))
  }

  #tokenOf(header: string): string {
    const written = header.replace(/^Token /, '')
    return this.plain ? written : Buffer.from(written, 'base64').toString('utf8')
  }

  #reply(response: ServerResponse, http: number, code: number, data?: unknown): void {
    response.writeHead(http, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data, status_code: code, timestamp: '2026-11-01T12:00:00Z' }))
  }
}

interface CallOptions {
  token?: string | undefined
  encoding?: 'base64' | 'plain'
  signal?: AbortSignal
}

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Encoding = 'base64' | 'plain'

interface Envelope {
  // biome-ignore lint/suspicious/noExplicitAny: a story knows what it reads
  data?: any
  status_code: number
  status_message?: string
  timestamp: string
}

export interface OcpiAnswered {
  status: number
  headers: Headers
  body: Envelope
}

const aToken = () => randomBytes(16).toString('hex')

const written = (token: string, encoding: Encoding) =>
  encoding === 'base64' ? Buffer.from(token).toString('base64') : token

/** Calls an interface of OCPI; null: without a token. */
export async function callOcpi(
  method: string,
  url: string,
  token: string | null,
  more: { encoding?: Encoding; body?: unknown; headers?: Record<string, string>; raw?: string } = {},
): Promise<OcpiAnswered> {
  const { encoding = 'base64', body, headers = {}, raw } = more
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await fetch(url, {
    method,
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Token ${written(token, encoding)}` }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Envelope }
}

/** What a partner does instead of answering as it should, for the paths that match. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/** An operator of drivers' cards, as small as it can be: versions, credentials in both directions, and a list of tokens. */
export class SmallPartner {
  /** what opens its interface to us: the token of an invitation at first */
  opens = aToken()
  /** what opens ours to it */
  ours: string | null = null
  isRegistered = false
  /** how it writes tokens, and which it understands */
  writes: Encoding = 'base64'
  understands: readonly Encoding[] = ['base64', 'plain']
  versions: readonly string[] = ['2.2.1', '2.3.0']
  modules: readonly (readonly [string, string])[] = [
    ['tokens', 'SENDER'],
    ['locations', 'RECEIVER'],
    ['tariffs', 'RECEIVER'],
    ['sessions', 'RECEIVER'],
    ['cdrs', 'RECEIVER'],
    ['commands', 'SENDER'],
  ]
  tokens: unknown[] = []
  fault: Fault | null = null
  /** calls that came, as `GET /ocpi/versions` */
  readonly heard: string[] = []
  readonly headers: IncomingMessage['headers'][] = []

  private constructor(
    private readonly server: Server,
    readonly base: string,
    /** what it calls itself */
    public party: string,
  ) {}

  static async open(party: string): Promise<SmallPartner> {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const partner = new SmallPartner(server, base, party)
    server.on('request', (request, response) => void partner.#answer(request, response))
    return partner
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  get versionsUrl(): string {
    return `${this.base}/ocpi/versions`
  }

  credentials(token: string): object {
    return {
      token,
      url: this.versionsUrl,
      roles: [
        {
          role: 'EMSP',
          party_id: this.party,
          country_code: 'DE',
          business_details: { name: `Cards of ${this.party}` },
        },
      ],
    }
  }

  call(method: string, url: string, more: Parameters<typeof callOcpi>[3] = {}): Promise<OcpiAnswered> {
    return callOcpi(method, url, this.ours, { encoding: this.writes, ...more })
  }

  /** Where our interface has a module, read as the standard says. */
  async addressOf(versionsUrl: string, version: string, module: string): Promise<string> {
    const versions = await this.call('GET', versionsUrl)
    const url = versions.body.data.find((one: { version: string }) => one.version === version)?.url
    const details = await this.call('GET', url)
    return details.body.data.endpoints.find((one: { identifier: string }) => one.identifier === module)?.url
  }

  /** Registers with the token of an invitation, or sends new credentials (PUT). */
  async register(
    versionsUrl: string,
    version: string,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<OcpiAnswered> {
    const url = await this.addressOf(versionsUrl, version, 'credentials')
    const before = this.opens
    this.opens = aToken()
    const answer = await this.call(method, url, { body: this.credentials(this.opens) })
    if (answer.body.status_code === 1000) {
      this.ours = answer.body.data.token
      this.isRegistered = true
    } else this.opens = before
    return answer
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.heard.push(`${request.method} ${request.url}`)
    this.headers.push(request.headers)
    if (this.fault?.(request, response)) return
    const sent = request.headers.authorization
    const known = this.understands.some((encoding) => sent === `Token ${written(this.opens, encoding)}`)
    if (!known) return this.#send(response, 401, { status: 2000 })
    const { pathname, searchParams } = new URL(request.url ?? '/', this.base)
    const [, , version = '', module] = pathname.split('/')
    if (version === 'versions') {
      const data = this.versions.map((one) => ({ version: one, url: `${this.base}/ocpi/${one}` }))
      return this.#send(response, 200, { data })
    }
    if (module === undefined) {
      const address = (name: string) => `${this.base}/ocpi/${version}/${name}`
      const endpoints = [['credentials', 'SENDER'] as const, ...this.modules].map(([identifier, role]) => ({
        identifier,
        role,
        url: address(identifier),
      }))
      return this.#send(response, 200, { data: { version, endpoints } })
    }
    if (module === 'credentials') return this.#credentials(request, response, version)
    if (module === 'tokens') return this.#list(response, searchParams, `${this.base}${pathname}`)
    this.#send(response, 404, { status: 2000 })
  }

  async #credentials(request: IncomingMessage, response: ServerResponse, version: string): Promise<void> {
    if (request.method === 'GET') return this.#send(response, 200, { data: this.credentials(this.opens) })
    if (request.method === 'DELETE') {
      this.isRegistered = false
      return this.#send(response, 200, {})
    }
    let text = ''
    for await (const part of request) text += part
    const { token, url } = JSON.parse(text)
    this.ours = token
    // a partner reads the other side before it answers
    await this.addressOf(url, version, 'credentials')
    this.opens = aToken()
    this.isRegistered = true
    this.#send(response, 200, { data: this.credentials(this.opens) })
  }

  #list(response: ServerResponse, query: URLSearchParams, url: string): void {
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)]
    const data = this.tokens.slice(offset, offset + limit)
    response.setHeader('x-total-count', this.tokens.length)
    response.setHeader('x-limit', 50)
    if (offset + limit < this.tokens.length)
      response.setHeader('link', `<${url}?offset=${offset + limit}&limit=${limit}>; rel="next"`)
    this.#send(response, 200, { data })
  }

  #send(
    response: ServerResponse,
    http: number,
    { status = 1000, data }: { status?: number; data?: unknown },
  ): void {
    response.writeHead(http, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data, status_code: status, timestamp: new Date().toISOString() }))
  }
}

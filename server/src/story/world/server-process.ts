import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OrderDetails, Tokens } from '@stationmaster/contract'

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/** The built server in a process of its own, which a test may kill. */
export class ServerProcess {
  private child: ChildProcess | undefined
  /** what it wrote, both streams, line by line */
  readonly lines: string[] = []
  readonly url: string

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly databaseUrl: string | null,
    private readonly given: Readonly<Record<string, string>> = {},
    private readonly program = main,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.launch()
    await this.said(/^Stationmaster is ready at /)
  }

  /** Starts it; `through` is a program that starts it, with its arguments; with `messages` it can be sent some. */
  launch(options: { flags?: readonly string[]; through?: readonly string[]; messages?: boolean } = {}): void {
    if (!existsSync(this.program)) throw new Error('the server is not built')
    const { DATABASE_URL: _unused, ...inherited } = process.env
    this.lines.length = 0
    const [program, ...args] = [
      ...(options.through ?? []),
      process.execPath,
      this.program,
      ...(options.flags ?? ['--empty']),
    ]
    const child = spawn(program!, args, {
      env: {
        ...inherited,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'error',
        REQUESTS_PER_MINUTE: '1000000',
        ...(this.databaseUrl ? { DATABASE_URL: this.databaseUrl } : {}),
        ...this.given,
      },
      stdio: options.messages ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => this.lines.push(line))
  }

  send(message: object): void {
    this.child!.send(message)
  }

  get alive(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Resolves once it has written such a line; fails when it ends before. */
  async said(line: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((one) => line.test(one))
      if (found !== undefined) return found
      if (!this.alive) throw new Error(`the server ended before it said ${line}:\n${this.lines.join('\n')}`)
      await delay(20)
    }
  }

  /** Resolves with the exit code once it has ended by itself. */
  async ended(): Promise<number | null> {
    if (this.alive) await once(this.child!, 'close')
    return this.child!.exitCode
  }

  /** Tells the process something that does not end it. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.alive) return
    const gone = once(this.child!, 'exit')
    this.child!.kill(signal)
    await gone
  }
}

const ports: { freePort(): Promise<number> } = await import(
  /* @vite-ignore */ new URL('../../../../scripts/lib/provide/programs/free-port.mjs', import.meta.url).href
)
export const { freePort } = ports

/** The public interface, as an administrator. */
export class Api {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async open(url: string): Promise<Api> {
    const tokens = await new Api(url, '').post<Tokens>('auth/manager/log-in', {
      email: 'administrator@demo.stationmaster.example',
      password: 'demo-pass-1',
    })
    return new Api(url, tokens.access_token)
  }

  async get<T>(path: string): Promise<T> {
    return this.send<T>('GET', `/api/v1/${path}`)
  }

  async post<T>(path: string, body: object): Promise<T> {
    return this.send<T>('POST', `/api/v1/${path}`, body)
  }

  async patch<T>(path: string, body: object): Promise<T> {
    return this.send<T>('PATCH', `/api/v1/${path}`, body)
  }

  async put<T>(path: string, body: object): Promise<T> {
    return this.send<T>('PUT', `/api/v1/${path}`, body)
  }

  details(id: string): Promise<{ order: OrderDetails; logs: { event: string }[] }> {
    return this.send('GET', `/api/v1/orders/${id}/details`)
  }

  async orders(): Promise<{ id: string; station: { id: string } }[]> {
    const query = '{ orders(limit: 500) { edges { node { id station { id } } } } }'
    type Answer = { data: { orders: { edges: { node: { id: string; station: { id: string } } }[] } } }
    const { data } = await this.send<Answer>('POST', '/api/graphql', { query })
    return data.orders.edges.map(({ node }) => node)
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return (isJson ? JSON.parse(text) : text) as T
  }
}

import type { LogInTokens } from '@stationmaster/contract'
import type { ServerProcess } from '../../world/server-process.ts'

export interface Answered<T> {
  status: number
  body: T & { code?: string }
}

/** Somebody who calls any of several servers, signed in or not. */
export class Caller {
  private token: string | undefined
  refreshToken = ''

  constructor(
    private readonly all: readonly ServerProcess[],
    readonly email: string,
  ) {}

  /** Signs in at a server. */
  async logIn(at: number, password = 'demo-pass-1', more: object = {}): Promise<Answered<LogInTokens>> {
    const answer = await this.call<LogInTokens>(at, 'POST', 'auth/manager/log-in', {
      email: this.email,
      password,
      ...more,
    })
    if (answer.status === 200) this.use(answer.body)
    return answer
  }

  /** From now on calls with these. */
  use(tokens: { access_token: string; refresh_token: string }): void {
    this.token = tokens.access_token
    this.refreshToken = tokens.refresh_token
  }

  /** The status of a call that everybody may make who is signed in. */
  async statusAt(at: number): Promise<number> {
    return (await this.call(at, 'GET', 'auth/manager')).status
  }

  async call<T>(
    at: number,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered<T>> {
    return this.send<T>(at, path, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  /** Sends a form with a file. */
  upload<T>(at: number, path: string, body: FormData): Promise<Answered<T>> {
    return this.send<T>(at, path, { method: 'POST', body })
  }

  private async send<T>(
    at: number,
    path: string,
    { headers, ...rest }: RequestInit & { headers?: Record<string, string> },
  ): Promise<Answered<T>> {
    // there are as many servers as were opened
    const answer = await fetch(`${this.all[at]!.url}/api/v1/${path}`, {
      ...rest,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers },
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: (isJson ? JSON.parse(text) : { text }) as Answered<T>['body'] }
  }

  /** Follows the live stream of a server: what has come so far, and whether it has ended. */
  async follow(at: number): Promise<{ signals: Signal[]; ended(): boolean; stop(): void }> {
    const stopped = new AbortController()
    // there are as many servers as were opened
    const answer = await fetch(`${this.all[at]!.url}/api/v1/live`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: stopped.signal,
    })
    if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`)
    const signals: Signal[] = []
    let hasEnded = false
    const read = async (body: ReadableStream<Uint8Array>) => {
      let rest = ''
      for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
        const lines = `${rest}${chunk}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('data: ')) signals.push(JSON.parse(line.slice(6)) as Signal)
      }
    }
    void read(answer.body)
      .catch(() => undefined)
      .finally(() => {
        hasEnded = true
      })
    return { signals, ended: () => hasEnded, stop: () => stopped.abort() }
  }
}

export interface Signal {
  topic: string
  id?: number | string
  stationId?: string
}

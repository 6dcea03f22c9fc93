import { administrator, signIn } from '../measuring/asking.ts'

/** Calls the servers as a program of the staff does, through the address that they share. */
export class Office {
  private token: string | undefined

  constructor(
    private readonly origin: string,
    private readonly password: string,
  ) {}

  /** Signs in where it is necessary; `token` null: nobody calls. */
  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const answer = await this.send(method, path, body)
    if (answer.status !== 401) return read<T>(path, answer)
    this.token = undefined
    return read<T>(path, await this.send(method, path, body))
  }

  /** Calls as a driver does who has a link. */
  async ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    return read<T>(path, await this.fetch(method, path, {}, body))
  }

  private async send(method: string, path: string, body?: object): Promise<Response> {
    this.token ??= await signIn(`${this.origin}/api/v1`, administrator, this.password)
    return this.fetch(method, path, { authorization: `Bearer ${this.token}` }, body)
  }

  private fetch(method: string, path: string, headers: Record<string, string>, body?: object) {
    return fetch(`${this.origin}/api/v1/${path}`, {
      method,
      headers: body ? Object.assign({ 'content-type': 'application/json' }, headers) : headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
  }
}

async function read<T>(path: string, answer: Response): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path.replace(/[\w-]{20,}|\d+/g, '…')}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

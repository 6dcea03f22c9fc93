import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../world/server-process.ts'

const program = fileURLToPath(new URL('./process.mjs', import.meta.url))

/** A real provider of OpenID Connect in a process of its own. */
export class IdentityProvider {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(clients: readonly object[]): Promise<IdentityProvider> {
    const port = await freePort()
    const child = spawn(process.execPath, [program, String(port), JSON.stringify(clients)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      said += part
    })
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`the provider ended: ${said}`))),
    ])
    return new IdentityProvider(child, `http://127.0.0.1:${port}`)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }

  private async story(step: object): Promise<{ token: string }> {
    const answer = await fetch(`${this.issuer}/story`, { method: 'POST', body: JSON.stringify(step) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<{ token: string }>
  }

  /** Adds somebody, or changes what is said of them; who is shut out gets nothing any more. */
  person(person: string, claims: object, shutOut = false): Promise<unknown> {
    return this.story({ person, claims, shutOut })
  }

  turnKey(): Promise<unknown> {
    return this.story({ turnKey: true })
  }

  /** A logout token with other claims, of a foreign key, or made some seconds ago. */
  async logoutToken(claims: object, more: { alg?: 'foreign'; ago?: number } = {}): Promise<string> {
    return (await this.story({ logoutToken: { claims, ...more } })).token
  }

  /** Logs somebody in, as a browser would; the parameters with which it comes back. */
  async visit(url: string, person: string): Promise<Record<string, string>> {
    const jar = new Map<string, string>()
    let next = url
    for (let turns = 0; turns < 10; turns += 1) {
      if (!next.startsWith(this.issuer)) return Object.fromEntries(new URL(next).searchParams)
      let answer = await this.get(next, jar)
      if (answer.status === 200)
        answer = await this.get(
          next,
          jar,
          new URLSearchParams({ prompt: 'login', login: person, password: 'any' }),
        )
      const location = answer.headers.get('location')
      if (!location) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`)
      next = new URL(location, this.issuer).href
    }
    throw new Error('the provider sends round and round')
  }

  private async get(url: string, jar: Map<string, string>, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
}

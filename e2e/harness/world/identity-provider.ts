import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(
  new URL('../../../server/src/story/people/identity-provider/process.mjs', import.meta.url),
)

const { freePort }: { freePort(): Promise<number> } = await import(
  new URL('../../../scripts/lib/provide/programs/free-port.mjs', import.meta.url).href
)

/** A real provider of OpenID Connect, with the pages that people see there. */
export class IdentityProvider {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(client: object): Promise<IdentityProvider> {
    const port = await freePort()
    const child = spawn(process.execPath, [program, String(port), JSON.stringify([client])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return new IdentityProvider(child, `http://127.0.0.1:${port}`)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }

  /** Adds somebody, or changes what is said of them. */
  async person(person: string, claims: object): Promise<void> {
    await this.story({ person, claims })
  }

  /** The token by which the provider ends somebody's sessions everywhere. */
  async logoutToken(sub: string): Promise<string> {
    return (await this.story({ logoutToken: { claims: { sub, jti: `${sub}-${process.pid}` } } })).token
  }

  private async story(step: object): Promise<{ token: string }> {
    const answer = await fetch(`${this.issuer}/story`, { method: 'POST', body: JSON.stringify(step) })
    return answer.json() as Promise<{ token: string }>
  }
}

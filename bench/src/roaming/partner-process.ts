import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { freePort } from '../processes/free-port.ts'
import { own, temporaryFolder } from '../processes/processes.ts'

const program = fileURLToPath(new URL('../../../simulator/dist/emsp/cli/main.js', import.meta.url))

export type OcpiVersion = '2.2.1' | '2.3.0'

interface PartnerOptions {
  version: OcpiVersion
  cards: readonly string[]
}

/** A partner in a process of its own, which keeps what it took in a folder and may be killed. */
export class PartnerProcess {
  private readonly folder = temporaryFolder('bench-partner')
  private child: ChildProcess | undefined
  private isKilled = false

  private constructor(
    private readonly port: number,
    private readonly options: PartnerOptions,
  ) {}

  static async prepare(options: PartnerOptions): Promise<PartnerProcess> {
    return new PartnerProcess(await freePort(), options)
  }

  /** Starts it; with an invitation it registers first. Resolves when it listens. */
  async start(invitation?: { url: string; token: string }): Promise<void> {
    const { version, cards } = this.options
    const child = own(
      spawn(
        process.execPath,
        [
          program,
          ...['--folder', this.folder, '--port', String(this.port)],
          ...['--versions', version, '--cards', cards.join(',')],
          ...(invitation ? ['--url', invitation.url, '--token-a', invitation.token] : []),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      ),
    )
    this.child = child
    this.isKilled = false
    await new Promise<void>((resolve, reject) => {
      // its output is a pipe, see `stdio`
      createInterface(child.stdout!).on('line', (line) => {
        if (line.startsWith('listening on')) resolve()
      })
      // one that is killed while it starts is as one that was killed later
      child.once('exit', (code) =>
        this.isKilled ? resolve() : reject(new Error(`the partner ended: ${code}`)),
      )
    })
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.isKilled = true
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** The partner with all that it took, in this process, once its own has ended. */
  open(): Promise<Emsp> {
    const state = JSON.parse(readFileSync(join(this.folder, 'agreed.json'), 'utf8'))
    const { port } = this
    return startEmsp({
      port,
      state,
      versions: [this.options.version],
      file: join(this.folder, 'arrivals.jsonl'),
    })
  }
}

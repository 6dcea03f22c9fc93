import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './server-process.ts'

interface Fake {
  run(): Promise<unknown>
  close(): Promise<void>
}

/** It comes without types. */
const Rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Fake

const bucket = 'pictures'

/** An S3 server of somebody else's making, which checks what is signed; its files stay while it is away. */
export class S3Server {
  readonly #directory = mkdtempSync(join(tmpdir(), 's3-'))
  #running: Fake | undefined

  private constructor(private readonly port: number) {}

  static async open(): Promise<S3Server> {
    const server = new S3Server(await freePort())
    await server.start()
    return server
  }

  async start(): Promise<void> {
    this.#running = new Rver({
      address: '127.0.0.1',
      port: this.port,
      silent: true,
      directory: this.#directory,
      configureBuckets: [{ name: bucket }],
    })
    await this.#running.run()
  }

  async stop(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /** What a server of ours needs to keep its files here; `more` differs from that. */
  env(more: Record<string, string> = {}): Record<string, string> {
    const url = `s3://127.0.0.1:${this.port}/${bucket}/csms?tls=false`
    return { FILES_URL: url, FILES_ACCESS_KEY: 'S3RVER', FILES_SECRET_KEY: 'S3RVER', ...more }
  }
}

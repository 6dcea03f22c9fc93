import type { Config } from '../../config/config.ts'

/** Where this server is reached; what a request says of its host is not believed. */
export class Addresses {
  /** where it listens; where the configuration leaves that to the machine (0), known once it does */
  port: number
  /** the same for stations over TLS; null: this server has no port for them */
  tlsPort: number | null
  private readonly config: Pick<Config, 'publicUrl' | 'host'>

  constructor(config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'ocpp'>) {
    this.config = config
    this.port = config.port
    this.tlsPort = config.ocpp.tls?.port ?? null
  }

  /** The server itself, from this machine. */
  get local(): string {
    const { host } = this.config
    return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${this.port}`
  }

  /** PUBLIC_URL, or where the server listens when that is not set. */
  get base(): string {
    return this.config.publicUrl || this.local
  }

  /** Where stations connect over TLS: our own TLS port, or the proxy in front of the web; null: nowhere. */
  get secure(): string | null {
    const { protocol, host, hostname } = new URL(this.base)
    if (this.tlsPort !== null) return `wss://${hostname}:${this.tlsPort}/ocpp`
    return protocol === 'https:' ? `wss://${host}/ocpp` : null
  }
}

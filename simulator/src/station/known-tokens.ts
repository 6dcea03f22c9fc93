import type { Authorization } from '@stationmaster/ocpp'

const mostCached = 200

/** What the local list says of a card. */
export interface Entry {
  status: string
  until: number
  group: string | null
}

/** What is known of a card without asking. */
export interface Known {
  accepted: boolean
  group: string | null
}

/** The tokens that may charge without a connection: the local list, and tokens that were accepted before. */
export class KnownTokens {
  version = 0
  private readonly entries = new Map<string, Entry>()
  private readonly cache = new Map<string, Omit<Entry, 'status'>>()

  get size(): number {
    return this.entries.size
  }

  replace(version: number, entries: ReadonlyMap<string, Entry | null>, keep: boolean): void {
    this.version = version
    if (!keep) this.entries.clear()
    for (const [token, entry] of entries) {
      if (entry) this.entries.set(token, entry)
      else this.entries.delete(token)
    }
  }

  /** How many there would be. */
  sizeWith(entries: ReadonlyMap<string, Entry | null>, keep: boolean): number {
    const tokens = new Set(keep ? this.entries.keys() : [])
    for (const [token, entry] of entries) {
      if (entry) tokens.add(token)
      else tokens.delete(token)
    }
    return tokens.size
  }

  /** What the list says of a token; null: nothing. */
  listed(token: string, nowMs: number): Known | null {
    const entry = this.entries.get(token)
    return entry ? { accepted: entry.status === 'Accepted' && nowMs < entry.until, group: entry.group } : null
  }

  remember(token: string, { status, expiresAt, group }: Authorization): void {
    this.cache.delete(token)
    if (status === 'Accepted') {
      this.cache.set(token, { until: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, group: group ?? null })
    }
    const oldest = this.cache.size > mostCached ? this.cache.keys().next().value : undefined
    if (oldest !== undefined) this.cache.delete(oldest)
  }

  /** A token that was accepted before and has not expired since; null: there is none such. */
  cached(token: string, nowMs: number): Known | null {
    const entry = this.cache.get(token)
    return entry && nowMs < entry.until ? { accepted: true, group: entry.group } : null
  }

  forgetCache(): void {
    this.cache.clear()
  }

  /** Forgets one token everywhere. */
  forget(token: string): void {
    this.cache.delete(token)
    this.entries.delete(token)
  }
}

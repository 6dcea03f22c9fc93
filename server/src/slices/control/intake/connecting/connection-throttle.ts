import { MINUTE_MS } from '@stationmaster/units'
import { networkOf } from '../../../../platform/listeners/proxies.ts'

const knownMost = 50_000
const networksMost = 10_000

/**
 * Limits connection attempts: an address that was refused too often within a minute has to wait, and costs no query of the database.
 * A station that connected from that address before is let in all the same, so that others behind one address cannot shut it out.
 */
export class ConnectionThrottle {
  /** by network, in the order in which their minutes end */
  private readonly refusals = new Map<string, { count: number; until: number }>()
  /** addresses with the stations that connected from them, the last one at the end */
  private readonly known = new Set<string>()

  constructor(private readonly refusalsMost: number) {}

  /** The seconds until an address may try again; 0: it may now. */
  wait(address: string, stationId: string, now: Date): number {
    const counted = this.refusals.get(networkOf(address))
    if (!counted || counted.count < this.refusalsMost || this.known.has(`${address} ${stationId}`)) return 0
    return Math.max(0, Math.ceil((counted.until - now.getTime()) / 1000))
  }

  refused(address: string, now: Date): void {
    const network = networkOf(address)
    const at = now.getTime()
    const counted = this.refusals.get(network)
    if (counted && counted.until > at) {
      counted.count += 1
      return
    }
    this.refusals.delete(network)
    this.refusals.set(network, { count: 1, until: at + MINUTE_MS })
    for (const [oldest, { until }] of this.refusals) {
      if (until > at && this.refusals.size <= networksMost) return
      this.refusals.delete(oldest)
    }
  }

  accepted(address: string, stationId: string): void {
    const key = `${address} ${stationId}`
    this.known.delete(key)
    this.known.add(key)
    if (this.known.size <= knownMost) return
    const [oldest] = this.known
    if (oldest !== undefined) this.known.delete(oldest)
  }
}

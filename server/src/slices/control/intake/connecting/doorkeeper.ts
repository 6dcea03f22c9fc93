import { MINUTE_MS } from '@stationmaster/units'
import { networkOf } from '../../../../platform/doors/proxies.ts'

const knownMost = 50_000
const networksMost = 10_000

/**
 * Sends addresses away that were refused too often within a minute, before anything is asked of the database for them. A station that
 * came in from its address before is heard all the same: others behind one address shall not shut it out.
 */
export class Doorkeeper {
  /** in the order in which their minutes end */
  private readonly refusals = new Map<string, { count: number; until: number }>()
  /** in the order in which they came in last */
  private readonly known = new Set<string>()

  constructor(private readonly refusalsMost: number) {}

  /** After how many seconds an address may try again; 0: now. */
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

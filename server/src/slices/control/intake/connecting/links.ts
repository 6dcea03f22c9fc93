import type { CentralLink } from '@stationmaster/ocpp'

/** The sockets that this node holds, one a station: the newest always wins. */
export class Links {
  private readonly byStation = new Map<string, CentralLink>()

  get size(): number {
    return this.byStation.size
  }

  get(stationId: string): CentralLink | undefined {
    return this.byStation.get(stationId)
  }

  all(): Iterable<CentralLink> {
    return this.byStation.values()
  }

  /** Takes a new socket; an older one of the same station is closed. Answers whether there was one. */
  open(link: CentralLink): boolean {
    const old = this.byStation.get(link.stationId)
    this.byStation.set(link.stationId, link)
    old?.close(1000, 'replaced by a newer connection')
    return old !== undefined
  }

  /** Forgets a socket that has closed; true when it was the station's current one. */
  gone(link: CentralLink): boolean {
    if (this.byStation.get(link.stationId) !== link) return false
    return this.byStation.delete(link.stationId)
  }
}

import type { NodeBus } from '../../../../platform/nodes/bus.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { findHolder } from '../../../stations/stations/connecting/presence-store.ts'
import type { Links } from '../connecting/links.ts'
import { RemoteLink, type RemoteParts } from './remote-link.ts'
import type { StationLink } from './station-link.ts'

export interface StationsParts extends Omit<RemoteParts, 'findHolder'> {
  db: Db
  bus: NodeBus
  links: Links
}

/** The way to every connected station, whichever server holds its socket. */
export class Stations {
  constructor(private readonly parts: StationsParts) {}

  /** A station's connection; undefined where the station is not connected to any server. */
  async find(stationId: string): Promise<StationLink | undefined> {
    const { links, bus, db, ...parts } = this.parts
    const here = links.get(stationId)
    if (here || bus.state === 'alone') return here
    const holder = await findHolder(db, stationId)
    if (!holder || parts.isDead(holder.node)) return undefined
    return new RemoteLink({ ...parts, bus, findHolder: (id) => findHolder(db, id) }, stationId, holder)
  }

  /** Closes the sockets of stations, whichever servers hold them. */
  async close(stationIds: readonly string[], reason: string): Promise<void> {
    const connected = await Promise.all(stationIds.map((id) => this.find(id)))
    for (const link of connected) link?.close(1000, reason)
  }

  /** The connected ones among stations. */
  async listOnline(stationIds: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(stationIds.map((id) => this.find(id)))
    return new Set(found.flatMap((link) => (link ? [link.stationId] : [])))
  }
}

import type { LiveSignal } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import type { NodeBus } from '../../../platform/nodes/bus.ts'

/** A screen that follows a journal reads it at least this often. */
const watchMs = 2 * MINUTE_MS
const watchedMost = 1000

interface WatchedStation {
  id: string
  location_id: number
}

/**
 * Knows which journals somebody reads at present, and publishes a signal when one of them grows. For all other stations it does
 * nothing, so that their frames cost one look-up in an empty map.
 */
export class JournalWatch {
  private readonly watched = new Map<string, { locationId: number; until: number }>()

  constructor(
    private readonly clock: Clock,
    private readonly publish: (signal: LiveSignal) => void,
    private readonly nodes: NodeBus,
  ) {
    nodes.hear('watch', (station: WatchedStation) => this.watch(station))
  }

  /** Somebody reads a station's journal: for two minutes its growth is published, by whichever server holds its socket. */
  reading({ id, location_id }: WatchedStation): void {
    this.nodes.broadcast('watch', { id, location_id })
    this.watch({ id, location_id })
  }

  private watch({ id, location_id }: WatchedStation): void {
    const now = this.clock.now().getTime()
    if (this.watched.size >= watchedMost) this.forget(now)
    this.watched.set(id, { locationId: location_id, until: now + watchMs })
  }

  /** Frames were written. */
  wrote(frames: readonly { stationId: string }[]): void {
    if (this.watched.size === 0) return
    const grown = new Set<string>()
    for (const { stationId } of frames) if (this.watched.has(stationId)) grown.add(stationId)
    if (grown.size === 0) return
    this.forget(this.clock.now().getTime())
    for (const id of grown) {
      const watch = this.watched.get(id)
      if (watch) this.publish({ topic: 'journal', id, locationId: watch.locationId })
    }
  }

  private forget(now: number): void {
    for (const [id, { until }] of this.watched) if (until <= now) this.watched.delete(id)
  }
}

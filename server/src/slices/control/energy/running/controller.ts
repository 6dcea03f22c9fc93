import { randomUUID } from 'node:crypto'
import { usualRules } from '@stationmaster/energy'
import { DAY_MS, dayOf, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import { insertTimeline, timelineEntry } from '../../../stations/timeline/store.ts'
import type { CommandParts } from '../../commands/parts.ts'
import { loadFacts } from '../looking/load.ts'
import { lookAt, type SiteLook } from '../looking/look.ts'
import { type Memory, memoryKept, memoryOf } from '../looking/memory.ts'
import { removeOldReductions } from '../reducing/reduction-store.ts'
import { keepSeen } from '../reducing/watching.ts'
import { removeOldLimits, removeOldPrices } from '../store.ts'
import * as store from './control-store.ts'
import { upsertDay } from './day-store.ts'
import { type Heard, type Said, takeIn, takeOver, watchObeying } from './hearing.ts'
import { type EnergyMetrics, openEnergyMetrics } from './metrics.ts'
import { loadOf, loadsOf, sampleOf } from './sampling.ts'
import { dueStandings, type Sent, sendAll } from './sending.ts'
import { notesOf } from './telling.ts'

/** real time between two beats of the loop */
const beatMs = 500
/** a site is looked at this often, and at each change */
const everyMs = 2 * SECOND_MS
/** between two looks at a site */
const leastMs = 400
/** by the database's clock: a server that has not claimed its sites for so long has lost them */
const leaseMs = 8 * SECOND_MS
/** what only time has changed is kept this often */
const keptMs = 10 * SECOND_MS
/** samples are kept for nine days, limits by call for ninety, reductions for two years (BNetzA BK6-22-300, annex 1, 7.3) */
const samplesMs = 9 * DAY_MS
const limitsMs = 90 * DAY_MS
const reductionsMs = 2 * 366 * DAY_MS

export interface ControlParts extends CommandParts {
  log: FastifyBaseLogger
}

/** A site that this server computes. */
interface HeldSite {
  memory: Memory
  heards: Heard[]
  isDirty: boolean
  /** real time */
  lookedAt: number
  keptAt: number
  look: SiteLook | null
  looking: Promise<void> | null
}

/**
 * Shares the current of sites out: each site is computed by one server, which has a lease on it in the database. What is decided is
 * kept before anything is sent, so that another server goes on with it where this one ends, and counts all that stations may have.
 */
export class EnergyControl {
  private readonly holder = randomUUID()
  private readonly sites = new Map<number, HeldSite>()
  private readonly sending = new Set<Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private beating: Promise<void> | null = null
  private claimedAt = Number.NEGATIVE_INFINITY
  private ignore = () => undefined as unknown
  private readonly metrics: EnergyMetrics

  constructor(
    private readonly parts: ControlParts,
    jobs: Jobs,
    metrics: Registry,
  ) {
    this.metrics = openEnergyMetrics(
      metrics,
      () => Math.max(0, ...[...this.sites.values()].map(({ look }) => (look ? loadOf(look) : 0))),
      () => this.sites.size,
    )
    jobs.schedule('energy-upkeep', '17 3 * * *', async () => {
      const { db, clock } = parts
      await store.removeOldSamples(db, new Date(clock.now().getTime() - samplesMs))
      await removeOldPrices(db, new Date(clock.now().getTime() - samplesMs))
      await removeOldLimits(db, new Date(clock.now().getTime() - limitsMs))
      await removeOldReductions(db, new Date(clock.now().getTime() - reductionsMs))
    })
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), beatMs)
    this.timer.unref()
    this.ignore = this.parts.live.subscribe((signals) => {
      for (const { locationId } of signals) {
        const site = this.sites.get(locationId)
        if (site) site.isDirty = true
      }
    })
  }

  /** Ends the looks and lets another server go on at once. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.ignore()
    await this.beating
    await Promise.all([...this.sites.values()].map(({ looking }) => looking))
    const had = this.sites.size > 0
    this.sites.clear()
    if (had)
      await store
        .releaseSites(this.parts.db, this.holder)
        .catch((error) => logFailure(this.parts.log, error, 'sites could not be handed on'))
  }

  /** After the sockets have closed: what was sent has ended. */
  async close(): Promise<void> {
    await Promise.all(this.sending)
  }

  private wake(): void {
    if (this.beating) return
    this.beating = this.beat()
      .catch((error) => logFailure(this.parts.log, error, 'the sites of locations could not be read'))
      .finally(() => {
        this.beating = null
      })
  }

  /** Claims what is free, and looks at what is due. */
  private async beat(): Promise<void> {
    const present = performance.now()
    if (present - this.claimedAt >= everyMs) {
      await this.claim()
      this.claimedAt = present
    }
    for (const [locationId, site] of this.sites) {
      const sinceMs = performance.now() - site.lookedAt
      if (site.looking || sinceMs < (site.isDirty ? leastMs : everyMs)) continue
      site.isDirty = false
      site.lookedAt = performance.now()
      site.looking = this.look(locationId, site)
        .catch((error) => logFailure(this.parts.log, error, 'a site could not be looked at', { locationId }))
        .finally(() => {
          site.looking = null
        })
    }
  }

  private async claim(): Promise<void> {
    const { db, clock, node } = this.parts
    const claimed = await store.claimSites(db, { holder: this.holder, node }, leaseMs)
    const held = new Set(claimed.map(({ locationId }) => locationId))
    for (const id of this.sites.keys()) if (!held.has(id)) this.sites.delete(id)
    for (const { locationId, isTaken } of claimed) {
      if (!isTaken && this.sites.has(locationId)) continue
      const kept = await store.findMemory(db, locationId)
      const memory = takeOver(memoryOf(kept?.state ?? {}), usualRules, clock.now().getTime())
      const times = { lookedAt: Number.NEGATIVE_INFINITY, keptAt: Number.NEGATIVE_INFINITY }
      this.sites.set(locationId, { memory, heards: [], isDirty: true, ...times, look: null, looking: null })
    }
  }

  /** One look at a site: what has been heard is taken in, what follows is kept, and then sent. */
  private async look(locationId: number, site: HeldSite): Promise<void> {
    const { db, clock, live } = this.parts
    const now = clock.now()
    const loaded = await loadFacts(db, locationId, now)
    if (!loaded?.site.enabled) return
    const heards = site.heards.splice(0)
    const heard = takeIn(site.memory, heards, site.look?.rules ?? usualRules)
    const look = lookAt(loaded.facts, heard.memory, now)
    const stationOf = (outlet: string) => outlet.slice(0, outlet.lastIndexOf('/'))
    const { state, settings } = look.decision
    const obeying = watchObeying(look.memory, state.outlets, stationOf, now.getTime())
    const standings = dueStandings(look, obeying.memory.tried)
    const { sample, day, memory: sampled } = sampleOf(look, obeying.memory, site.look)
    const memory: Memory = {
      ...sampled,
      ...notesOf(look, sampled),
      control: state,
      tried: { ...sampled.tried, ...Object.fromEntries(standings.map(({ key }) => [key, now.getTime()])) },
    }
    this.measure(look, site.look)
    const said = [...heard.said, ...obeying.said]
    const isNoted = memory.forecastAt !== site.memory.forecastAt
    const isChanged =
      isNoted || heards.length + said.length + settings.length + standings.length > 0 || sample !== null
    const isDue = performance.now() - site.keptAt >= keptMs
    if (isChanged || isDue) {
      const isHeld = await store.updateMemory(
        db,
        { locationId, holder: this.holder },
        memoryKept(memory),
        now,
      )
      if (!isHeld || this.sites.get(locationId) !== site) {
        this.sites.delete(locationId)
        return
      }
      site.keptAt = performance.now()
    }
    Object.assign(site, { memory, look })
    this.send(site, sendAll(this.parts, look, { settings, standings }))
    await keepSeen(db, look, loaded.facts.reductions)
    if (sample) await store.insertSample(db, locationId, sample)
    if (day) await upsertDay(db, locationId, dayOf(now, loaded.facts.timeZone), day)
    await this.say(said, now)
    if (isChanged) live.publish({ topic: 'location', id: locationId, locationId })
  }

  /** Hears how what was sent ends, and looks again at once. */
  private send(site: HeldSite, all: readonly Sent[]): void {
    for (const sent of all) {
      const heard: Promise<void> = sent
        .then((one) => {
          site.heards.push(one)
          site.isDirty = true
          this.metrics.profile(one.answer)
        })
        .catch((error) =>
          logFailure(this.parts.log, error, 'the end of a charging profile could not be kept'),
        )
        .finally(() => this.sending.delete(heard))
      this.sending.add(heard)
    }
  }

  private async say(said: readonly Said[], at: Date): Promise<void> {
    if (said.length === 0) return
    await insertTimeline(
      this.parts.db,
      said.map(({ stationId, word }) => timelineEntry(at, stationId, 'energy', { word })),
    )
  }

  /** Counts what has happened since the look before. */
  private measure(look: SiteLook, before: SiteLook | null): void {
    const { metrics } = this
    const hours = before ? Math.min(10, (look.now.getTime() - before.now.getTime()) / 1000) / 3600 : 0
    if (hours <= 0) return
    const { grantedW, shortW, isOver, wentAway } = loadsOf(look, before)
    metrics.granted.inc(grantedW * hours)
    metrics.short.inc(shortW * hours)
    if (isOver) metrics.overload.inc(hours * 3600)
    for (const seconds of wentAway) metrics.safe.observe(seconds)
  }
}

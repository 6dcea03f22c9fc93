import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EvseTariff } from '@stationmaster/contract'
import type { TariffAbilities } from '@stationmaster/ocpp'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { loadIdleTermsOn } from '../../../money/contracts/idle-store.ts'
import { listTurns, loadVersionsAt, markPlanned, markPrices } from '../../../places/tariffs/store.ts'
import { loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import {
  claimDueTariffs,
  claimTariffLook,
  isAnyReckoning,
  markReckoning,
  updateDueTariffs,
  updateTariffState,
  updateUnchangedTariffs,
} from '../../tasks/tariff-state-store.ts'
import { statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'
import { Keeper } from './keeper.ts'
import { nextTryMs } from './list-rules.ts'
import {
  abilityState,
  isInStep,
  knownAfter,
  type PricesAt,
  refusedBeforehand,
  type Step,
  stepsOf,
  type Wanted,
  wantedOf,
} from './tariff-rules.ts'

const lookEveryMs = MINUTE_MS
/** a station that has just connected boots first, and its messages of the time without a connection come */
const settledMs = 5 * SECOND_MS
/** how long a server may take to tell one station its prices */
const leaseMs = 10 * MINUTE_MS
/** stations that a server looks at together, and those of them that it talks to at the same time */
const atOnce = 200
const talksAtOnce = 20
/** A price that begins later than this is sent later: until then it may be taken back. */
const aheadMs = 7 * DAY_MS
const turnsMost = 20

export interface TariffKeeperParts extends Pick<CommandParts, 'db' | 'clock' | 'stations'> {
  currency: string
  /** of the network: fees for cars that stay change with its days */
  timeZone: string
}

type Due = Awaited<ReturnType<typeof claimDueTariffs>>[number]

/** Why a station has said nothing. */
class NoAnswer extends Error {
  constructor(readonly word: string) {
    super(word)
  }
}

/**
 * Lets stations that reckon what sessions cost have the prices of the network, now and for later. A station's boot makes it due; once a
 * minute one of all servers sees whether prices have changed. Stations without the ability have a row that nobody reads.
 */
export class TariffKeeper extends Keeper {
  constructor(
    private readonly parts: TariffKeeperParts,
    log: FastifyBaseLogger,
  ) {
    super(log, 'prices at stations could not be kept in step')
  }

  protected async keepNow(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    if (!(await isAnyReckoning(db))) return
    const since = new Date(now.getTime() - lookEveryMs)
    if (await claimTariffLook(db, now, since)) await updateDueTariffs(db, await this.markAt(now), now)
    const due = await claimDueTariffs(db, {
      now,
      connectedBefore: new Date(now.getTime() - settledMs),
      until: new Date(now.getTime() + leaseMs),
      most: atOnce,
    })
    if (due.length > 0) await this.serve(due, now)
  }

  /** A hash of all that prices at stations follow from. */
  private async markAt(now: Date): Promise<string> {
    const { db } = this.parts
    const ahead = { after: now, until: new Date(now.getTime() + aheadMs) }
    const marks = await Promise.all([markPrices(db, now), markPlanned(db, ahead), markReckoning(db)])
    return createHash('sha256').update(marks.join()).digest('base64url')
  }

  private async serve(due: readonly Due[], now: Date): Promise<void> {
    // taken before the prices are read: one that changes between makes its stations due again
    const mark = await this.markAt(now)
    const wanted = await this.wantedOf(due, now)
    const inStep = due.filter(
      ({ stationId, state, evses, mark: earlier }) =>
        earlier !== null && state === 'in_step' && isInStep(wanted.get(stationId) ?? [], evses, now),
    )
    const unchanged = new Set(inStep.map(({ stationId }) => stationId))
    if (unchanged.size > 0) await this.keepUnchanged(inStep, wanted, { mark, now })
    const waiting = due.filter(({ stationId }) => !unchanged.has(stationId))
    const serveNext = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift())
        await this.supply(one, wanted.get(one.stationId) ?? [], mark)
    }
    await Promise.all(Array.from({ length: talksAtOnce }, serveNext))
  }

  /** Notes that these stations have what they should: by a price whose time has come, or as before. */
  private async keepUnchanged(
    inStep: readonly Due[],
    wanted: ReadonlyMap<string, Wanted[]>,
    { mark, now }: { mark: string; now: Date },
  ): Promise<void> {
    const { db } = this.parts
    const same: string[] = []
    for (const { stationId, evses } of inStep) {
      const known = (wanted.get(stationId) ?? []).map((one) =>
        knownAfter(one, evses.find(({ evse }) => evse === one.evse) ?? null, null, now),
      )
      if (isDeepStrictEqual(known, evses)) same.push(stationId)
      else
        await updateTariffState(db, stationId, {
          state: 'in_step',
          answer: null,
          evses: known,
          mark,
          tried_at: now,
          synced: true,
          failures: 0,
          due_at: null,
        })
    }
    if (same.length > 0) await updateUnchangedTariffs(db, same, mark)
  }

  /** What each EVSE of some stations should have. */
  private async wantedOf(due: readonly Due[], now: Date): Promise<Map<string, Wanted[]>> {
    const { db, currency, timeZone } = this.parts
    const stations = await loadKnownStations(
      db,
      due.map(({ stationId }) => stationId),
    )
    const connectors = [...stations.values()].flatMap((station) => station.connectors)
    const ahead = { after: now, until: new Date(now.getTime() + aheadMs) }
    const [turns, idle] = await Promise.all([
      listTurns(db, connectors, ahead, turnsMost),
      loadIdleTermsOn(db, dayOf(now, timeZone)),
    ])
    const instants: [Date, ...Date[]] = [now, ...turns]
    const versions = await loadVersionsAt(
      db,
      instants.flatMap((at) => connectors.map((connector) => ({ connector, at }))),
    )
    const [first, ...later] = instants.map(
      (at, turn): PricesAt => ({
        at,
        versions: new Map(
          connectors.flatMap(({ id }, index) => {
            const version = versions[turn * connectors.length + index]
            return version ? [[id, version]] : []
          }),
        ),
      }),
    )
    if (!first) return new Map()
    return new Map(
      [...stations].map(([id, station]) => {
        const place = { currency, idle: idle.get(station.locationId) ?? idle.get(null) ?? null }
        return [id, wantedOf(station, [first, ...later], place)]
      }),
    )
  }

  /** Brings one station's prices up to date, and keeps how that ended. */
  private async supply(
    { stationId, evses, mark: earlier, failures }: Due,
    wanted: Wanted[],
    mark: string,
  ): Promise<void> {
    const { db, clock, stations } = this.parts
    const before = (evse: number) =>
      earlier === null ? null : (evses.find((one) => one.evse === evse) ?? null)
    const ended = { answer: null, evses, mark, failures: 0, due_at: null, synced: false }
    try {
      const link = await stations.find(stationId)
      if (!link) throw new NoAnswer('station.offline')
      const abilities = await this.abilitiesOf(link)
      const state = abilityState(abilities)
      const tried_at = clock.now()
      if (state || !abilities) {
        const later = state === 'off' ? new Date(tried_at.getTime() + HOUR_MS) : null
        // what is switched on again knows nothing of what was sent before
        const nothing = { evses: [], mark: null, due_at: later }
        await updateTariffState(db, stationId, {
          ...ended,
          ...nothing,
          state: state ?? 'unsupported',
          tried_at,
        })
        return
      }
      const known: EvseTariff[] = []
      for (const one of wanted) known.push(await this.supplyEvse(link, one, before(one.evse), abilities))
      const refused = known.find((one) => one.refused !== null)?.refused ?? null
      await updateTariffState(db, stationId, {
        ...ended,
        state: refused ? 'refused' : 'in_step',
        answer: refused,
        evses: known,
        tried_at,
        synced: refused === null,
      })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const tried_at = clock.now()
      await updateTariffState(db, stationId, {
        ...ended,
        state: 'failed',
        answer: error.word,
        // some of it may have arrived
        mark: null,
        tried_at,
        failures: failures + 1,
        due_at: new Date(tried_at.getTime() + nextTryMs(failures)),
      })
    }
  }

  private async supplyEvse(
    link: StationLink,
    wanted: Wanted,
    before: EvseTariff | null,
    abilities: TariffAbilities,
  ): Promise<EvseTariff> {
    const now = this.parts.clock.now()
    const { evse, tariff, next } = wanted
    let refused = tariff && refusedBeforehand(tariff, abilities)
    for (const step of refused ? [] : stepsOf(wanted, before, now)) {
      const word = await take(link, step)
      if (word === null) continue
      // it keeps the price of now; the next one is sent again when that begins
      if (step.type === 'set_tariff' && step.tariff.id === next?.tariff.id)
        return knownAfter({ ...wanted, next: null }, before, null, now)
      refused = word
      break
    }
    // else it would go on reckoning with a price that is over
    if (refused) await take(link, { type: 'clear_tariffs', evse })
    return knownAfter(wanted, before, refused, now)
  }

  /** What a station says that it can; undefined where its version has no such thing. */
  private async abilitiesOf(link: StationLink): Promise<TariffAbilities | undefined> {
    const outcome = await link.command({ type: 'tariff_abilities' })
    if (outcome.kind === 'unsupported' || outcome.kind === 'call_error') return undefined
    if (outcome.kind !== 'answered') throw new NoAnswer(statusOf(outcome))
    return outcome.findings.tariffs
  }
}

/**
 * Sends a step; the station's word where it does not take it, null where it does. A name that it knows already may be that of a tariff
 * which it has put aside, so that is sent again.
 */
async function take(link: StationLink, step: Step): Promise<string | null> {
  const word = await wordTo(link, step)
  if (step.type === 'clear_tariffs' || word === 'Accepted') return null
  if (word !== duplicate) return word
  await wordTo(link, { type: 'clear_tariffs', evse: step.evse, ids: [step.tariff.id] })
  const again = await wordTo(link, step)
  return again === 'Accepted' || again === duplicate ? null : again
}

const duplicate = 'DuplicateTariffId'

/** What a station says to a step; throws where it says nothing. */
async function wordTo(link: StationLink, step: Step): Promise<string> {
  const outcome = await link.command(step)
  if (outcome.kind === 'answered' || outcome.kind === 'call_error') return statusOf(outcome)
  throw new NoAnswer(statusOf(outcome))
}

import type { EvseTariff, StationTariffState } from '@stationmaster/contract'
import type { StationTariff, TariffAbilities } from '@stationmaster/ocpp'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { type Translated, translate } from '../../../places/tariffs/at-station/translate.ts'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'

/** What an EVSE should have: its price now, and the one that follows it. */
export interface Wanted extends Translated {
  evse: number
  next: { tariff: StationTariff; from: Date } | null
}

/** The prices of connectors at an instant. */
export interface PricesAt {
  at: Date
  /** by the connector's id; absent: it has none */
  versions: ReadonlyMap<number, StoredVersion>
}

interface Place {
  currency: string
  /** of the location, where a tariff has none of its own */
  idle: IdleTerms | null
}

const without = (obstacle: Translated['obstacles'][number]): Translated => ({
  tariff: null,
  obstacles: [obstacle],
  gaps: [],
})

/** What each EVSE of a station should have; `prices` are those of now and of every later instant at which one may change, in order. */
export function wantedOf(
  { monetized, connectors }: Pick<KnownStation, 'monetized' | 'connectors'>,
  [now, ...later]: readonly [PricesAt, ...PricesAt[]],
  place: Place,
): Wanted[] {
  const byEvse = groupBy(connectors, ({ evse }) => evse)
  return [...byEvse].map(([evse, ofEvse]) => {
    const translatedAt = (prices: PricesAt, validFrom?: Date): Translated =>
      monetized
        ? translatedOf(ofEvse, prices, { ...place, evse, ...(validFrom ? { validFrom } : {}) })
        : without('not_sold')
    const current = translatedAt(now)
    const turn = later.find((prices) => translatedAt(prices).tariff?.id !== current.tariff?.id)
    const next = turn && translatedAt(turn, turn.at).tariff
    return { evse, ...current, next: turn && next ? { tariff: next, from: turn.at } : null }
  })
}

function translatedOf(
  connectors: readonly KnownConnector[],
  { versions }: PricesAt,
  place: Place & { evse: number; validFrom?: Date },
): Translated {
  const found = connectors.map(({ id }) => versions.get(id))
  const [version] = found
  if (found.some((one) => one?.id !== version?.id)) return without('connectors_differ')
  if (!version) return without('no_price')
  return translate({ ...place, version, idle: version.idle ?? place.idle })
}

/** A message by which an EVSE gets what it should have. */
export type Step =
  | { type: 'set_tariff'; evse: number; tariff: StationTariff }
  | { type: 'clear_tariffs'; evse: number; ids?: string[] }

/**
 * What is to be sent to an EVSE that knows so much; null: nothing is known of it, since the station has booted. The price of now comes
 * first, so that there is no moment without one.
 */
export function stepsOf({ evse, tariff, next }: Wanted, known: EvseTariff | null, now: Date): Step[] {
  const planned = known?.next && new Date(known.next.from) > now ? known.next : null
  const has = known?.next && !planned ? known.next.id : known?.id
  const steps: Step[] = []
  if (!tariff && (!known || has || planned))
    return [{ type: 'clear_tariffs', evse }, ...laterSteps(evse, next)]
  if (tariff && has !== tariff.id) steps.push({ type: 'set_tariff', evse, tariff })
  const stays = planned?.id === next?.tariff.id && planned?.from === next?.from.toISOString()
  if (stays) return steps
  if (planned) steps.push({ type: 'clear_tariffs', evse, ids: [planned.id] })
  return [...steps, ...laterSteps(evse, next)]
}

const laterSteps = (evse: number, next: Wanted['next']): Step[] =>
  next ? [{ type: 'set_tariff', evse, tariff: next.tariff }] : []

/** Whether all EVSEs have what they should, as far as they have not refused it. */
export const isInStep = (wanted: readonly Wanted[], known: readonly EvseTariff[], now: Date): boolean =>
  wanted.length === known.length &&
  wanted.every((one) => {
    const ofEvse = known.find(({ evse }) => evse === one.evse)
    return ofEvse !== undefined && ofEvse.refused === null && stepsOf(one, ofEvse, now).length === 0
  })

/** Why a tariff need not be sent: the station has said that it knows no conditions. */
export const refusedBeforehand = (
  { energy, time, fee }: StationTariff,
  { conditions }: TariffAbilities,
): string | null =>
  conditions === false && [...energy, ...time, ...fee].some(({ when }) => when)
    ? 'ConditionNotSupported'
    : null

/** Whether a station that says this of its abilities gets prices; the state that it has otherwise. */
export function abilityState(abilities: TariffAbilities | undefined): StationTariffState | null {
  if (!abilities?.available) return 'unsupported'
  return abilities.enabled ? null : 'off'
}

/** What an EVSE has after all of this was sent to it. */
export function knownAfter(
  wanted: Wanted,
  before: EvseTariff | null,
  refused: string | null,
  now: Date,
): EvseTariff {
  const { evse, tariff, next, obstacles, gaps } = wanted
  const id = refused ? null : (tariff?.id ?? null)
  const isSame = before !== null && before.id === id && before.since !== null
  const begun = before?.next?.id === id ? before.next.from : now.toISOString()
  return {
    evse,
    id,
    since: id === null ? null : isSame ? before.since : begun,
    next: next && !refused ? { id: next.tariff.id, from: next.from.toISOString() } : null,
    obstacles,
    gaps,
    refused,
  }
}

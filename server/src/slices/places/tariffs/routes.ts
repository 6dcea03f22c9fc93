import {
  type connectorFilter,
  type locationPricingBody,
  type pricingPreviewBody,
  tariffs,
} from '@stationmaster/contract'
import type { z } from 'zod'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { listVisible } from '../locations/store.ts'
import { cancelPrice, changePrice, type PriceChange, plain, type TariffsParts } from './actions.ts'
import type { ConnectorFilter } from './changes/assign.ts'
import { idleTermsOf } from './idle-terms.ts'
import { previewPrice } from './preview-actions.ts'
import { viewPricing } from './view.ts'

/** Prices of locations and stations: to change, to preview and to see. */
export function tariffRoutes(rest: Rest, parts: TariffsParts): void {
  const { db } = parts
  const { refuseUnseen, stationAt } = placesOf(parts)

  route(rest, tariffs.priceLocations, ({ body, caller, remoteAddress }) =>
    changePrice(parts, caller, {
      locationIds: body.locations,
      filters: body.connectors.map(filterOf),
      prices: { tariffMinorPerKwh: body.price, rateMinorPerMinute: 0, startFeeMinor: 0 },
      ...plain,
      idle: null,
      validFrom: instantOf(body.valid_from),
      remoteAddress,
    }),
  )
  route(rest, tariffs.priceLocation, async ({ params, body, caller, remoteAddress }) => {
    await refuseUnseen(caller, [params.id])
    return changePrice(parts, caller, {
      locationIds: [params.id],
      filters: [{ ...filterOf(body), stationId: await stationAt(params.id, body.station_id) }],
      prices: {
        tariffMinorPerKwh: body.tariff,
        rateMinorPerMinute: body.rate,
        startFeeMinor: body.start_fee,
      },
      ...conditionsOf(body),
      idle: body.idle ? idleTermsOf(body.idle) : null,
      validFrom: instantOf(body.valid_from),
      remoteAddress,
    })
  })
  route(rest, tariffs.preview, ({ body, caller }) =>
    previewPrice(parts, caller, {
      locationIds: body.locations,
      filters: previewedFilters(body),
      prices: {
        tariffMinorPerKwh: body.price,
        rateMinorPerMinute: body.rate,
        startFeeMinor: body.start_fee,
      },
      ...conditionsOf(body),
    }),
  )
  route(rest, tariffs.connectorKinds, async ({ query, caller }) => {
    const ids = query.location_ids?.split(',').map(Number) ?? null
    if (ids) await refuseUnseen(caller, ids)
    return parts.connectors.listKinds(db, caller, ids)
  })
  route(rest, tariffs.ofLocation, async ({ params, query, caller }) => {
    await refuseUnseen(caller, [params.id])
    const stationId = await stationAt(params.id, query.station_id)
    return viewPricing(parts, { locationId: params.id, stationId, limit: query.limit })
  })
  route(rest, tariffs.cancelChange, async ({ params, caller, remoteAddress }) => {
    await cancelPrice(parts, { caller, remoteAddress }, params.id, params.changeId)
    return undefined
  })
}

/** The locations and the station that are meant, where the caller may see them. */
function placesOf({ db, connectors }: TariffsParts) {
  const refuseUnseen = async (caller: Caller, ids: readonly number[]) => {
    if ((await listVisible(db, caller, ids)).length !== new Set(ids).size)
      throw new Failure('location.not_found')
  }

  /** The station that is meant; throws station.not_found for one that stands elsewhere. */
  const stationAt = async (
    locationId: number,
    stationId: string | null | undefined,
  ): Promise<string | null> => {
    if (!stationId) return null
    const standing = await connectors.list(db, locationId)
    if (!standing.some((one) => one.stationId === stationId)) throw new Failure('station.not_found')
    return stationId
  }

  return { refuseUnseen, stationAt }
}

const conditionsOf = ({
  windows,
  min_price,
  max_price,
}: Pick<z.output<typeof locationPricingBody>, 'windows' | 'min_price' | 'max_price'>): Pick<
  PriceChange,
  'windows' | 'bounds'
> => ({
  windows: windows.map(({ tariff, ...hours }) => ({ ...hours, tariffMinorPerKwh: tariff })),
  bounds: { minPriceMinor: min_price ?? null, maxPriceMinor: max_price ?? null },
})

const filterOf = ({ type, current, power }: z.output<typeof connectorFilter>): ConnectorFilter => ({
  type: type ?? null,
  current: current ?? null,
  powerW: power ? Math.round(power * 1000) : null,
  stationId: null,
})

/** Of the connectors that are meant, those of a station where one is named. */
function previewedFilters({
  connectors,
  station_id,
}: z.output<typeof pricingPreviewBody>): ConnectorFilter[] {
  const filters = connectors.map(filterOf)
  if (!station_id) return filters
  const meant = filters.length > 0 ? filters : [filterOf({})]
  return meant.map((filter) => ({ ...filter, stationId: station_id }))
}

const instantOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

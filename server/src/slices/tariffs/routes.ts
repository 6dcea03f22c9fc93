import { type connectorFilter, tariffs } from '@stationmaster/contract'
import type { z } from 'zod'
import { type Rest, route } from '../../platform/http.ts'
import { changePrice, type TariffsParts } from './actions.ts'
import type { ConnectorFilter } from './assign.ts'

export function tariffRoutes(rest: Rest, parts: TariffsParts): void {
  route(rest, tariffs.priceLocations, ({ body, caller, remoteAddress }) =>
    changePrice(parts, caller, {
      locationIds: body.locations,
      filters: body.connectors.map(filterOf),
      prices: { tariffMinorPerKwh: body.price, rateMinorPerMinute: 0, startFeeMinor: 0 },
      remoteAddress,
    }),
  )
  route(rest, tariffs.priceLocation, ({ params, body, caller, remoteAddress }) =>
    changePrice(parts, caller, {
      locationIds: [params.id],
      filters: [filterOf(body)],
      prices: {
        tariffMinorPerKwh: body.tariff,
        rateMinorPerMinute: body.rate,
        startFeeMinor: body.start_fee,
      },
      remoteAddress,
    }),
  )
}

const filterOf = ({ type, current, power }: z.output<typeof connectorFilter>): ConnectorFilter => ({
  type: type ?? null,
  current: current ?? null,
  powerW: power ? Math.round(power * 1000) : null,
})

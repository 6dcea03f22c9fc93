import { network } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { DatexFeeds } from './datex/feeds.ts'
import type { PublicNetwork } from './public-network.ts'

/** The public part of the network, and the same in DATEX II; null when the operator has switched it off. */
export function networkRoutes(
  rest: Rest,
  shown: PublicNetwork | null,
  datex: (() => Promise<DatexFeeds>) | null,
): void {
  const snapshot = () => {
    if (!shown) throw new Failure('request.not_found')
    return shown.snapshot()
  }

  route(rest, network.feed, async () => (await snapshot()).feed)
  route(rest, network.geojson, async () => (await snapshot()).geojson)
  route(rest, network.availability, async () => (await snapshot()).availability)

  const feeds = () => {
    if (!datex) throw new Failure('request.not_found')
    return datex()
  }
  route(rest, network.datex, async () => (await feeds()).table())
  route(rest, network.datexStatus, async () => (await feeds()).status())

  route(rest, network.location, async ({ params }) => {
    const place = await shown?.find(params.id)
    if (!place) throw new Failure('location.not_found')
    return place
  })
}

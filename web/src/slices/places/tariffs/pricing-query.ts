import { contract, type PricingPreviewBody } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const refreshMs = 60_000
/** More ids than this stay out of the address: the kinds of all locations are shown then. */
const mostIds = 1000

/** Reads what the connectors of a location, or of one of its stations, cost, what is planned, and the newest changes. */
export const pricingQuery = (locationId: number, limit: number, stationId?: string) =>
  queryOptions({
    queryKey: ['tariffs', 'location', locationId, limit, stationId ?? null],
    queryFn: ({ signal }) =>
      request(
        contract.tariffs.ofLocation,
        { params: { id: locationId }, query: { limit, station_id: stationId } },
        signal,
      ),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })

/** Reads the kinds of connectors at some locations. */
export const connectorKindsQuery = (locationIds: readonly number[]) =>
  queryOptions({
    queryKey: ['tariffs', 'kinds', ...locationIds],
    queryFn: ({ signal }) => {
      const few = locationIds.length <= mostIds
      const query = { location_ids: few ? locationIds.join(',') : undefined }
      return request(contract.tariffs.connectorKinds, { query }, signal)
    },
    enabled: locationIds.length > 0,
    placeholderData: keepPreviousData,
  })

/** Prices the last month's sessions with a price that is not published; null: the form is not ready for it. */
export const previewQuery = (body: PricingPreviewBody | null) =>
  queryOptions({
    queryKey: ['tariffs', 'preview', body],
    queryFn: ({ signal }) => request(contract.tariffs.preview, { body: body! }, signal),
    enabled: body !== null,
    staleTime: refreshMs,
    placeholderData: keepPreviousData,
  })

/** Everything that shows a price is read again. */
export function useForgetPrices() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['tariffs'], ['stations'], ['locations']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}

import { contract, type PricingPreviewBody } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const refreshMs = 60_000
/** With more ids than this, the request asks for the kinds of all locations, to keep the URL short. */
const mostIds = 1000

/** Reads prices, planned prices and the newest changes of a location, or of one of its stations. */
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

/** Prices the last month's sessions with an unpublished price; null: the form is incomplete. */
export const previewQuery = (body: PricingPreviewBody | null) =>
  queryOptions({
    queryKey: ['tariffs', 'preview', body],
    // without a body the query is not enabled
    queryFn: ({ signal }) => request(contract.tariffs.preview, { body: body! }, signal),
    enabled: body !== null,
    staleTime: refreshMs,
    placeholderData: keepPreviousData,
  })

/** Reloads everything that shows a price. */
export function useForgetPrices() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['tariffs'], ['stations'], ['locations']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}

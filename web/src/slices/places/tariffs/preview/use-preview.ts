import { useDebouncedValue } from '@mantine/hooks'
import type { PricingPreviewBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '../pricing-query.ts'

const pauseMs = 500

/** Previews a price when the user has stopped typing; null: the form has no price to preview yet. */
export function usePreview(body: PricingPreviewBody | null) {
  const typed = JSON.stringify(body)
  const [debounced] = useDebouncedValue(typed, pauseMs)
  const price = JSON.parse(debounced) as PricingPreviewBody | null
  const query = useQuery(previewQuery(price))
  return { ...query, hasPrice: price !== null, updating: debounced !== typed || query.isFetching }
}

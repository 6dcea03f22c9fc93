import { useDebouncedValue } from '@mantine/hooks'
import type { PricingPreviewBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '../pricing-query.ts'

const settleMs = 500

/** What a price would have meant, once typing has settled; null: there is nothing to price yet. */
export function usePreview(body: PricingPreviewBody | null) {
  const [settled] = useDebouncedValue(JSON.stringify(body), settleMs)
  const asked = JSON.parse(settled) as PricingPreviewBody | null
  const query = useQuery(previewQuery(asked))
  return { ...query, asked: asked !== null, settling: settled !== JSON.stringify(body) || query.isFetching }
}

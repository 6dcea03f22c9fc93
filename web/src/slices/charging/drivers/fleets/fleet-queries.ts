import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request, requestCounted } from '../../../../api/calls/request.ts'
import { followLink } from '../../../../api/files/save-file.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { usePages } from '../driver-queries.ts'

/** Fleets, by name, searched on the server. */
export const useFleets = (search: string | undefined) =>
  usePages(['fleets', search ?? ''], (page, signal) =>
    requestCounted(contract.fleets.list, { query: { ...page, search } }, signal),
  )

export const fleetQuery = (id: number) =>
  queryOptions({
    queryKey: ['drivers', 'fleet', id],
    queryFn: ({ signal }) => request(contract.fleets.get, { params: { id } }, signal),
    meta: { live: (signal) => signal.topic === 'order' },
  })

/** The invoices of a fleet, the newest first. */
export const useFleetInvoices = (fleet: number) =>
  usePages(['invoices', fleet], (page, signal) =>
    requestCounted(contract.fleetInvoices.list, { query: { ...page, fleet } }, signal),
  )

/** Downloads an invoice in the language of the screen. */
export function useInvoiceDownload() {
  const { language } = useFormat()
  return useChange({
    mutationFn: async (id: number) => {
      const { url } = await request(contract.fleetInvoices.download, { params: { id }, body: { language } })
      followLink(url)
    },
  })
}

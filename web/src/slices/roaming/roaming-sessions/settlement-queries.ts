import { contract, type PartnerSettlement, type StatementFormat } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'

const calls = contract.partnerSettlements
const baseKey = ['roaming', 'settlements'] as const

/** The months of a year in which a partner was billed or has given a list. */
export const monthsQuery = (id: number, year: number) =>
  queryOptions({
    queryKey: [...baseKey, id, 'year', year],
    queryFn: ({ signal }) => request(calls.list, { params: { id }, query: { year } }, signal),
  })

/** A month of a partner as it compares now. */
export const monthQuery = (id: number, month: string) =>
  queryOptions({
    queryKey: [...baseKey, id, 'month', month],
    queryFn: ({ signal }) => request(calls.get, { params: { id, month } }, signal),
  })

/** Shows what the server has answered, and reads the lists and the inbox again. */
export function useSettlementChanged() {
  const client = useQueryClient()
  return (settlement: PartnerSettlement) => {
    const { partner_id: id, month } = settlement
    client.setQueryData(monthQuery(id, month).queryKey, settlement)
    void client.invalidateQueries({ queryKey: [...baseKey, id, 'year'] })
    void client.invalidateQueries({ queryKey: ['inbox'] })
  }
}

/** Takes a month home in the shown language. */
export function useSettlementDownload(id: number, month: string) {
  const { language } = useFormat()
  return useChange({
    mutationFn: async (format: StatementFormat) => {
      const { url } = await request(calls.download, { params: { id, month }, body: { format, language } })
      followLink(url)
    },
  })
}

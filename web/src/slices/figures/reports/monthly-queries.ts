import { contract, type MonthlyMailing } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'

/** The report of an owner's month; month is YYYY-MM. */
export const monthlyQuery = (id: number, month: string) =>
  queryOptions({
    queryKey: ['reports', 'monthly', id, month],
    queryFn: ({ signal }) => request(contract.monthlyReports.get, { params: { id, month } }, signal),
  })

/** Whether it is mailed to the owner. */
export const mailingQuery = (id: number) =>
  queryOptions({
    queryKey: ['reports', 'monthly', 'mailing', id],
    queryFn: ({ signal }) => request(contract.monthlyReports.mailing, { params: { id } }, signal),
  })

export function useMailing(id: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: MonthlyMailing, idempotency) =>
      request(contract.monthlyReports.setMailing, { params: { id }, body, idempotency }),
    onSuccess: (mailing) => client.setQueryData(mailingQuery(id).queryKey, mailing),
  })
}

/** Downloads it as a PDF in the shown language. */
export function useMonthlyDownload(id: number, month: string) {
  const { language } = useFormat()
  return useChange({
    mutationFn: async () => {
      const params = { id, month }
      const { url } = await request(contract.monthlyReports.download, { params, body: { language } })
      followLink(url)
    },
  })
}

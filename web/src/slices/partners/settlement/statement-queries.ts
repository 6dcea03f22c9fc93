import { contract, type StatementFormat } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'

const baseKey = ['settlement'] as const

/** Issued statements of a year, and for administrators all open months. */
export const statementsQuery = (year: number) =>
  queryOptions({
    queryKey: [...baseKey, 'list', year],
    queryFn: ({ signal }) => request(contract.settlement.list, { query: { year } }, signal),
  })

/** An issued statement. */
export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: [...baseKey, 'one', id],
    queryFn: ({ signal }) => request(contract.settlement.get, { params: { id } }, signal),
  })

/** A month as it would be issued now. */
export const previewQuery = (ownerId: number, month: string) =>
  queryOptions({
    queryKey: [...baseKey, 'preview', ownerId, month],
    queryFn: ({ signal }) =>
      request(contract.settlement.preview, { query: { owner_id: ownerId, month } }, signal),
  })

/** Reads every statement again, and what is due. */
export function useStatementsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: baseKey }),
      client.invalidateQueries({ queryKey: ['managers', 'balance'] }),
    ])
}

/** Takes a statement home in the shown language. */
export function useStatementDownload(id: number) {
  const { language } = useFormat()
  return useChange({
    mutationFn: async (format: StatementFormat) => {
      const body = { format, language }
      const { url } = await request(contract.settlement.download, { params: { id }, body })
      followLink(url)
    },
  })
}

import { contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import type { Language } from '../../../i18n/index.ts'

export type LegalName = 'terms' | 'privacy'

/** A legal text as HTML, sanitised by the server. */
export const useLegalText = (name: LegalName, language: Language) =>
  useQuery({
    queryKey: ['help', name, language],
    queryFn: ({ signal }) => request(contract.help[name], { query: { language } }, signal),
    staleTime: 60_000,
  })

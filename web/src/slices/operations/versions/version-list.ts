import { type AppVersion, contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

/** How often the versions are loaded (domain.md#public-pages). */
const refreshMs = 10_000
const queryKey = ['versions']

/** The app versions that were set, newest first; loaded again every 10 s. */
export const useVersionList = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => request(contract.versions.list, {}, signal),
    refetchInterval: refreshMs,
  })

/** Sets the versions in force; resolves with the server's text. */
export function useSetVersions() {
  const queries = useQueryClient()
  return useChange({
    mutationFn: (body: { android_v: string; ios_v: string }) => request(contract.versions.set, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}

const textOf = (version: AppVersion) =>
  [
    version.android_v,
    version.ios_v,
    version.manager_first_name,
    version.manager_last_name,
    version.manager_email,
  ]
    .join(' ')
    .toLowerCase()

/** The versions that contain every word of a search. */
export function searchedIn(versions: AppVersion[], search: string): AppVersion[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return versions.filter((version) => words.every((word) => textOf(version).includes(word)))
}

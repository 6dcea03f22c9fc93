import { contract, type Wall } from '@stationmaster/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, errorOf } from '../../../api/calls/api-error.ts'
import { request } from '../../../api/calls/request.ts'
import { urlOf } from '../../../api/calls/url-of.ts'
import { followLive, followLiveAs, onSignals } from '../../../api/live/live.ts'
import { send } from '../../../api/tokens.ts'
import { type ShownWall, shownWall } from './shown-wall.ts'

const refreshMs = 15_000
/** Live signals come in bursts, so the wall is loaded again only after a quiet time. */
const quietMs = 4000

const wallQuery = (key: string | null) =>
  queryOptions({
    queryKey: ['wall', key === null ? 'session' : 'screen'],
    queryFn: async ({ client, queryKey, signal }): Promise<ShownWall> => {
      const known = client.getQueryData<ShownWall>(queryKey)
      const query = { markers_since: known?.markersVersion }
      const answer =
        key === null ? request(contract.wall.get, { query }, signal) : readAsScreen(key, query, signal)
      return shownWall(known, await answer)
    },
    refetchInterval: refreshMs,
    // the wall is loaded also when its window has no focus: people look at it
    refetchIntervalInBackground: true,
    retry: false,
  })

async function readAsScreen(
  key: string,
  query: { markers_since: string | undefined },
  signal: AbortSignal,
): Promise<Wall> {
  const answer = await send(`/api/v1/${urlOf(contract.wall.ofScreen.path, { query })}`, { signal }, key)
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}

/** The network at this moment, live, with a poll behind it. */
export function useWall(key: string | null) {
  const client = useQueryClient()
  useEffect(() => (key === null ? followLive() : followLiveAs((url, init) => send(url, init, key))), [key])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = onSignals(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: ['wall'] })
      }, quietMs)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [client])
  return useQuery(wallQuery(key))
}

/** The screen's key is revoked or wrong. */
export const isRevoked = (error: Error | null): boolean => error instanceof ApiError && error.status === 401

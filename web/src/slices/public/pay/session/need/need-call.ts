import type { ChargePlan, DriverNeed } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { errorOf } from '../../../../../api/calls/api-error.ts'
import { driverFetch } from '../../../../../api/driver/driver-fetch.ts'

const url = (token: string) => `/api/v1/pay/${encodeURIComponent(token)}/need`

/** it follows the location's sharing, which looks each two seconds and reckons each minute */
const everyMs = 5000

async function answerOf(answer: Response): Promise<ChargePlan> {
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}

/** What a session has and why; read once where its location does not share its current out. */
export const planQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay', token, 'need'],
    queryFn: async ({ signal }) => answerOf(await driverFetch(url(token), { signal })),
    refetchInterval: ({ state: { data } }) => (data?.controlled === false ? false : everyMs),
  })

/** Keeps what the driver needs, or takes it back. */
export async function saveNeed(token: string, need: DriverNeed | null): Promise<ChargePlan> {
  const body = JSON.stringify({ need })
  const headers = { 'content-type': 'application/json' }
  return answerOf(await driverFetch(url(token), { method: 'PUT', headers, body }))
}

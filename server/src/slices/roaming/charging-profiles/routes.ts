import { type ChargingProfileResponse, type VersionCodec, write } from '@stationmaster/ocpi'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import type { CommandSide } from '../partner-commands/carried-out.ts'
import { invalid } from '../partners/serving/failure.ts'
import { ocpiRoute } from '../partners/serving/ocpi-route.ts'
import type { OcpiServer } from '../partners/serving/ocpi-server.ts'
import { type AcceptedRequest, clearProfile, ProfileRefused, readProfile, setProfile } from './carried-out.ts'
import { concludeRequest, resultSeconds } from './results.ts'
import { aheadSecondsMost } from './rules.ts'

const path = '/:session_id'
const module = { module: 'chargingprofiles', role: 'RECEIVER', path } as const

/** Charging profiles, of which we are the receiver: an answer at once, the result later (OCPI 14.4.1). */
export function profileRoutes(ocpi: OcpiServer, side: CommandSide & { log: FastifyBaseLogger }): void {
  ocpiRoute(
    ocpi,
    { ...module, method: 'PUT', body: ({ setChargingProfile }) => setChargingProfile },
    async ({ partner, params, codecs, body: { chargingProfile: profile, responseUrl } }) => {
      const demand = { sessionId: params.session_id ?? '', profile, responseUrl }
      return answerTo(side, codecs, () => setProfile(side, partner, demand))
    },
  )
  ocpiRoute(ocpi, { ...module, method: 'DELETE' }, async ({ partner, params, query, codecs }) => {
    const demand = { sessionId: params.session_id ?? '', responseUrl: urlIn(query.response_url) }
    return answerTo(side, codecs, () => clearProfile(side, partner, demand))
  })
  ocpiRoute(ocpi, { ...module, method: 'GET' }, async ({ partner, params, query, codecs }) => {
    const { duration = '' } = query
    const durationSeconds = Number(duration)
    if (!/^\d{1,9}$/.test(duration) || durationSeconds === 0)
      throw invalid('duration: not a number of seconds')
    const demand = {
      sessionId: params.session_id ?? '',
      durationSeconds: Math.min(durationSeconds, aheadSecondsMost),
      responseUrl: urlIn(query.response_url),
    }
    return answerTo(side, codecs, () => readProfile(side, partner, demand))
  })
}

/** The address that a result goes to; throws OcpiFailure where it is none. */
function urlIn(text: string | undefined): string {
  if (text !== undefined && text.length <= 255 && URL.canParse(text) && /^https?:/i.test(text)) return text
  throw invalid('response_url: not a URL')
}

/** Accepts a request, and has its result follow; or says why not. */
async function answerTo(
  side: CommandSide & { log: FastifyBaseLogger },
  codecs: VersionCodec,
  accept: () => Promise<AcceptedRequest>,
) {
  const answer = (result: ChargingProfileResponse['result']) => ({
    data: write(codecs.chargingProfileResponse, { result, timeoutSeconds: resultSeconds }),
  })
  try {
    const { id, outcome } = await accept()
    void outcome()
      .catch((error) => {
        logFailure(side.log, error, 'a charging profile of a partner could not be carried out')
        return { result: 'REJECTED', isUnsupported: false } as const
      })
      .then((what) => concludeRequest(side, id, what))
      // the minute's look concludes it
      .catch((error) => logFailure(side.log, error, 'the result of a charging profile could not be kept'))
    return answer('ACCEPTED')
  } catch (error) {
    if (error instanceof ProfileRefused) return answer(error.result)
    throw error
  }
}

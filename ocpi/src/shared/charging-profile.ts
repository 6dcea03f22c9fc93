import { tenths, whole } from '../codec/numbers.ts'
import { listOf, named, objectOf, optional } from '../codec/objects.ts'
import { dateTime, oneOf, url } from '../codec/texts.ts'
import type {
  ActiveChargingProfile,
  ActiveChargingProfileResult,
  ChargingProfile,
  ChargingProfileResponse,
  ChargingProfileResult,
  ChargingProfileResultType,
  SetChargingProfile,
} from '../model/index.ts'

export const chargingProfile = objectOf<ChargingProfile>({
  startDateTime: optional(dateTime),
  durationSeconds: optional(whole(0), 'duration'),
  chargingRateUnit: oneOf<ChargingProfile['chargingRateUnit']>(['W', 'A']),
  minChargingRateTenths: optional(tenths, 'min_charging_rate'),
  chargingProfilePeriod: listOf(
    objectOf<ChargingProfile['chargingProfilePeriod'][number]>({
      startPeriodSeconds: named('start_period', whole(0)),
      limitTenths: named('limit', tenths),
    }),
  ),
})

const result = oneOf<ChargingProfileResultType>(['ACCEPTED', 'REJECTED', 'UNKNOWN'])

export const setChargingProfile = objectOf<SetChargingProfile>({ chargingProfile, responseUrl: url })

export const activeChargingProfile = objectOf<ActiveChargingProfile>({
  startDateTime: dateTime,
  chargingProfile,
})

export const chargingProfileResponse = objectOf<ChargingProfileResponse>({
  result: oneOf<ChargingProfileResponse['result']>([
    'ACCEPTED',
    'NOT_SUPPORTED',
    'REJECTED',
    'TOO_OFTEN',
    'UNKNOWN_SESSION',
  ]),
  timeoutSeconds: named('timeout', whole(0)),
})

/** The result of setting a profile, and that of clearing it, which looks the same. */
export const chargingProfileResult = objectOf<ChargingProfileResult>({ result })

export const activeChargingProfileResult = objectOf<ActiveChargingProfileResult>({
  result,
  profile: optional(activeChargingProfile),
})

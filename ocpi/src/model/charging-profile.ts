/** Limits of a session over time. */
export interface ChargingProfile {
  /** absent: it begins with the charging */
  startDateTime?: Date
  durationSeconds?: number
  chargingRateUnit: 'W' | 'A'
  /** in tenths of the unit */
  minChargingRateTenths?: number
  chargingProfilePeriod: { startPeriodSeconds: number; limitTenths: number }[]
}

/** A partner's order to charge by a profile; its result goes to `responseUrl` later. */
export interface SetChargingProfile {
  chargingProfile: ChargingProfile
  responseUrl: string
}

/** The profile by which a station charges, as it reckoned it at that time. */
export interface ActiveChargingProfile {
  startDateTime: Date
  chargingProfile: ChargingProfile
}

/** What we answer at once; the result comes within `timeoutSeconds`. */
export interface ChargingProfileResponse {
  result: 'ACCEPTED' | 'NOT_SUPPORTED' | 'REJECTED' | 'TOO_OFTEN' | 'UNKNOWN_SESSION'
  timeoutSeconds: number
}

export type ChargingProfileResultType = 'ACCEPTED' | 'REJECTED' | 'UNKNOWN'

/** What became of setting or clearing a profile at the station. */
export interface ChargingProfileResult {
  result: ChargingProfileResultType
}

export interface ActiveChargingProfileResult {
  result: ChargingProfileResultType
  profile?: ActiveChargingProfile
}

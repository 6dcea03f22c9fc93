/** Stations know what energy control sets by these numbers; the number of the place is added to them. */
export const sessionProfileBase = 4_000_000
/** with the place 0: the cap of the whole station */
export const floorProfileBase = 4_100_000
const afterOurs = 4_200_000
/** partners' profiles for their drivers' sessions are numbered from here to ours */
const partnerProfileBase = 3_000_000

/** Ours rules over what is set by hand and by partners at the same place: what they say is in it. */
export const ourStackLevel = 1

export const isOurs = (profileId: number): boolean => profileId >= sessionProfileBase && profileId < afterOurs
export const isStanding = (profileId: number): boolean =>
  profileId >= floorProfileBase && profileId < afterOurs
export const isOfPartner = (profileId: number): boolean =>
  profileId >= partnerProfileBase && profileId < sessionProfileBase

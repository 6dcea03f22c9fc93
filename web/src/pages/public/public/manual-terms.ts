/** What the app manual states (domain.md#public-pages); amounts in minor units. */
export const manualTerms = {
  /** free after the session, and the length of each block that costs idleFeeMinor */
  idleMinutes: 10,
  idleFeeMinor: 15_000,
  reservationMinor: 10_000,
  longestReservationMinutes: 60,
  /** to connect the car after the reservation begins */
  connectMinutes: 10,
  /** taken to verify a card and given back */
  cardCheckMinor: 1000,
  /** to use a smart tag after connecting */
  tagSeconds: 90,
  /** working days */
  refundDays: 3,
} as const

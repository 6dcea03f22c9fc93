/** What a mail about an order says of it. */
type AboutOrder = Record<'link' | 'place' | 'station' | 'connector' | 'price' | 'hold', string>

/** The mails that we send, and the values that each text takes; `link` is where its button leads. */
export interface MailValues {
  verifyEmail: { link: string }
  changePassword: { link: string }
  /** inviter: the name of the person who invites */
  invitation: { link: string; inviter: string }
  /** where people log in at a provider only; link: the log-in */
  invitationToProvider: { link: string; inviter: string }
  secondFactorOn: { link: string }
  secondFactorOff: { link: string }
  confirmNewEmail: { link: string }
  /** to the old address; email: the new one, link: where to object */
  emailChanging: { link: string; email: string }
  passwordChanged: { link: string }
  /** keys: their names, each with its end */
  apiKeysEnding: { link: string; keys: string }

  /** amount: what is owed of the order */
  payDebt: { link: string; order: string; place: string; amount: string }
  /** price: in words */
  payOrder: Omit<AboutOrder, 'hold'>
  /** hold: the most that is held; minutes: how long it waits for its driver */
  confirmCharge: AboutOrder & { minutes: string }
  /** begun with the driver's charging card, and paid with the card that the driver has saved */
  cardSession: AboutOrder
  balanceCode: { link: string; code: string; order: string }
  serviceCode: { code: string; service: string; price: string; order: string }
  /** price: of each `minutes` that begin */
  idleFee: { place: string; price: string; minutes: string }

  /** codes of a driver's own account; their number is limited where they are sent (`sign-in/codes.ts`) */
  driverSignIn: { code: string }
  driverAddress: { code: string }
  driverDeletion: { code: string }
  /** to the old address; address: the new one, masked */
  driverAddressChanged: { address: string }

  /** stations: their numbers; since: since when the first of them is away */
  /** name and address of an endpoint of webhooks that was switched off */
  webhookGone: { link: string; name: string; address: string }
  webhookFailing: { link: string; name: string; address: string }
  certificatesEnding: { link: string; certificates: string }
  stationsSilent: { link: string; place: string; stations: string; since: string }
  placeSilent: { link: string; place: string; stations: string; since: string }
  stationsBack: { link: string; place: string; stations: string }

  /** title: of the message; incidents: a line for each */
  incidentsNotified: { link: string; title: string; incidents: string }

  /** to a fleet: what of its limit of the month is used */
  fleetLimit: { fleet: string; used: string; limit: string; month: string }

  reportReady: { link: string; name: string }
  exportReady: { link: string; name: string }
  fullExportReady: { link: string }
  monthlyReport: { link: string; month: string }

  /** firmware: vendor, model and version; failed: how many of `total` stations */
  rolloutPaused: { link: string; firmware: string; failed: string; total: string }
  rolloutLeft: { link: string; firmware: string }

  planRefused: { link: string }
  /** station: the id of the one that the plan covers besides; amount: what that costs until the period ends */
  planGrown: { link: string; station: string; amount: string }
  /** owner: the e-mail of the owner whose plan has ended */
  salesPaused: { link: string; owner: string; stations: string }
  /** stations: the ids of those that sell nothing any more */
  planEnded: { link: string; stations: string; services: string }

  /** place: the location that was requested and given */
  locationAssigned: { link: string; place: string }
  /** place: the location that was requested; note: why it is not given */
  locationDeclined: { link: string; place: string; note: string }
  /** places: names of locations; day: from which takings can be paid out */
  ownerAdmitted: { link: string; places: string; day: string }
  /** account: its last four signs */
  payoutChanged: { link: string; account: string }
}
export type MailName = keyof MailValues

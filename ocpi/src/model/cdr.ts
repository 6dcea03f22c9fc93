import type { GeoPoint, Price } from './common.ts'
import type { Connector, ConnectorStandard, PowerType } from './location.ts'
import type { AuthMethod, ChargingPeriod } from './session.ts'
import type { Tariff } from './tariff.ts'
import type { CdrToken } from './token.ts'

/** The bill of a finished session. It never changes: another one takes it back. */
export interface Cdr {
  countryCode: string
  partyId: string
  /** at most 36 characters, 39 if it takes another back */
  id: string
  startDateTime: Date
  endDateTime: Date
  sessionId?: string
  cdrToken: CdrToken
  authMethod: AuthMethod
  authorizationReference?: string
  cdrLocation: CdrLocation
  meterId?: string
  currency: string
  tariffs: Tariff[]
  chargingPeriods: ChargingPeriod[]
  signedData?: SignedData
  totalCost: Price
  totalFixedCost?: Price
  totalEnergyWh: number
  totalEnergyCost?: Price
  totalTimeSeconds: number
  totalTimeCost?: Price
  totalParkingTimeSeconds?: number
  totalParkingCost?: Price
  totalReservationCost?: Price
  remark?: string
  invoiceReferenceId?: string
  /** it takes back the bill that `creditReferenceId` names: the total is negative, all else is as it was */
  credit?: boolean
  creditReferenceId?: string
  homeChargingCompensation?: boolean
  lastUpdated: Date
}

/** The site, EVSE and connector as they were when the session began. */
export interface CdrLocation {
  id: string
  name?: string
  address: string
  city: string
  postalCode?: string
  state?: string
  country: string
  coordinates: GeoPoint
  evseUid: string
  evseId: string
  connectorId: string
  connectorStandard: ConnectorStandard
  connectorFormat: Connector['format']
  connectorPowerType: PowerType
}

/** Values that a meter has signed, so that a driver can check them. */
export interface SignedData {
  /** such as OCMF */
  encodingMethod: string
  encodingMethodVersion?: number
  /** in base64 */
  publicKey?: string
  signedValues: SignedValue[]
  url?: string
}

export interface SignedValue {
  /** Start, End, Intermediate or another */
  nature: string
  plainData: string
  /** in base64 */
  signedData: string
}

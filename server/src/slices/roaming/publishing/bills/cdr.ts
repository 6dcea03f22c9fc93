import type {
  Cdr,
  CdrLocation,
  CdrToken,
  ChargingPeriod,
  Price,
  SignedData,
  Tariff,
} from '@stationmaster/ocpi'
import { vatIn } from '../../../money/receipts/rules.ts'
import { microOf, ppmOf } from '../tariffs/tariff.ts'

/** What a session was sold for, in kopecks, VAT included. */
export interface SoldMinor {
  /** by dimension, before a discount and the lowest and highest price */
  energy: number
  time: number
  start: number
  parking: number
  reservation: number
  total: number
}

/** All that a bill says. */
export interface Bill {
  countryCode: string
  partyId: string
  id: string
  sessionId: string
  token: CdrToken
  authMethod: Cdr['authMethod']
  authorizationReference?: string
  location: CdrLocation
  currency: string
  tariffs: Tariff[]
  /** in order; the last one ends with the session */
  periods: ChargingPeriod[]
  startedAt: Date
  endedAt: Date
  sold: SoldMinor
  /** in basis points, and in every price; null: there is no VAT */
  vatBp: number | null
  signedData?: SignedData
  remark?: string
  madeAt: Date
}

/** Kopecks with VAT in them as partners have an amount: each has its own VAT, rounded as on a receipt. */
export function priceOf(minor: number, vatBp: number | null): Price {
  if (vatBp === null) return { beforeTaxesMicro: microOf(minor), taxes: [] }
  const vatMinor = vatIn(minor, vatBp)
  return {
    beforeTaxesMicro: microOf(minor - vatMinor),
    taxes: [{ name: 'VAT', ratePpm: ppmOf(vatBp), amountMicro: microOf(vatMinor) }],
  }
}

/** The bill of a session as partners have it. */
export function cdrOf(bill: Bill): Cdr {
  const { periods, sold, vatBp } = bill
  const of = (minor: number) => priceOf(minor, vatBp)
  const sumOf = (type: string) =>
    periods
      .flatMap(({ dimensions }) => dimensions)
      .reduce((sum, dimension) => sum + (dimension.type === type ? dimension.amount : 0), 0)
  const parkedSeconds = sumOf('PARKING_TIME')
  return {
    countryCode: bill.countryCode,
    partyId: bill.partyId,
    id: bill.id,
    startDateTime: bill.startedAt,
    endDateTime: bill.endedAt,
    sessionId: bill.sessionId,
    cdrToken: bill.token,
    authMethod: bill.authMethod,
    ...(bill.authorizationReference === undefined
      ? {}
      : { authorizationReference: bill.authorizationReference }),
    cdrLocation: bill.location,
    currency: bill.currency,
    tariffs: bill.tariffs,
    chargingPeriods: periods,
    ...(bill.signedData ? { signedData: bill.signedData } : {}),
    totalCost: of(sold.total),
    totalFixedCost: of(sold.start),
    totalEnergyWh: sumOf('ENERGY'),
    totalEnergyCost: of(sold.energy),
    totalTimeSeconds: sumOf('TIME') + parkedSeconds,
    totalTimeCost: of(sold.time),
    totalParkingTimeSeconds: parkedSeconds,
    totalParkingCost: of(sold.parking),
    ...(sold.reservation > 0 ? { totalReservationCost: of(sold.reservation) } : {}),
    ...(bill.remark === undefined ? {} : { remark: bill.remark }),
    lastUpdated: bill.madeAt,
  }
}

/** The bill that takes another one back, whole: its total is negative, all else is as it was. */
export function creditOf(cdr: Cdr, madeAt: Date): Cdr {
  const { beforeTaxesMicro, taxes } = cdr.totalCost
  const negative = taxes?.map((tax) => ({ ...tax, amountMicro: 0 - tax.amountMicro }))
  return {
    ...cdr,
    id: `${cdr.id}-C`,
    totalCost: { beforeTaxesMicro: 0 - beforeTaxesMicro, ...(negative && { taxes: negative }) },
    credit: true,
    creditReferenceId: cdr.id,
    lastUpdated: madeAt,
  }
}

import { idleFeeOf } from '../../../money/payments/extras/idle-rules.ts'
import { priceOf as chargePriceOf } from '../../../places/tariffs/pricing/pricing.ts'
import { type TariffLoss, tariffOf } from '../tariffs/tariff.ts'
import type { Bill } from './cdr.ts'
import { chargingPeriods, parkingPeriods } from './periods.ts'
import type { RandomBill } from './random-bills.fixtures.ts'

/** Losses that concern only a charge without energy. */
export const needEnergy: readonly TariffLoss[] = ['start_fee_needs_energy', 'lowest_price_needs_energy']

const place = {
  token: { countryCode: 'NL', partyId: 'XYZ', uid: '04AB', type: 'RFID', contractId: 'NL-XYZ-C1' },
  location: {
    id: 'L-1',
    address: 'Marktplatz 1',
    city: 'Musterstadt',
    country: 'DEU',
    coordinates: { latitude: '52.52000', longitude: '13.40000' },
    evseUid: 'E-1',
    evseId: 'DE*STR*E1',
    connectorId: '1',
    connectorStandard: 'IEC_62196_T2',
    connectorFormat: 'SOCKET',
    connectorPowerType: 'AC_3_PHASE',
  },
} as const

/** A session as we price it, and the bill of it. */
export function billed({ own, charge, staysMs }: RandomBill): { bill: Bill; totalMinor: number } {
  const { series, period, timeZone } = charge
  const price = chargePriceOf(series, period, own.version, timeZone)
  const leftAt = new Date(period.endedAt.getTime() + staysMs)
  const stay = own.idle && staysMs > 0 ? { from: period.endedAt, to: leftAt, terms: own.idle } : null
  const parking = stay ? idleFeeOf(stay.from, stay.to, stay.terms, timeZone).amountMinor : 0
  const totalMinor = price.totalMinor + parking
  const bill: Bill = {
    ...place,
    countryCode: 'DE',
    partyId: 'STR',
    id: 'C-1',
    sessionId: 'S-1',
    authMethod: 'WHITELIST',
    currency: 'EUR',
    tariffs: [tariffOf(own)],
    periods: [...chargingPeriods(charge, own.id), ...(stay ? parkingPeriods(stay, timeZone, own.id) : [])],
    startedAt: period.startedAt,
    endedAt: leftAt,
    sold: {
      energy: price.energyMinor,
      time: price.timeMinor,
      start: price.startFeeMinor,
      parking,
      reservation: 0,
      total: totalMinor,
    },
    vatBp: own.vatBp,
    madeAt: leftAt,
  }
  return { bill, totalMinor }
}

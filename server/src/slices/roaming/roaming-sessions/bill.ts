import type { Cdr, ChargingPeriod } from '@stationmaster/ocpi'
import { SECOND_MS } from '@stationmaster/units'
import { pointsOf, type Terms } from '../../charging/orders/machine/settlement.ts'
import { type Metered, monotone } from '../../charging/orders/measuring/measure.ts'
import type { Order } from '../../charging/orders/order.ts'
import type { SignedOrder } from '../../charging/orders/signed/judge.ts'
import type { IdleTerms } from '../../places/tariffs/idle-terms.ts'
import { priceOf } from '../../places/tariffs/pricing/pricing.ts'
import { type Bill, cdrOf } from '../publishing/bills/cdr.ts'
import { chargingPeriods, parkingPeriods } from '../publishing/bills/periods.ts'
import { signedDataOf } from '../publishing/bills/signed-data.ts'
import { tariffOf } from '../publishing/tariffs/tariff.ts'
import type { Cost, SessionRow } from './store.ts'

/** All that a bill is made of. */
export interface BillFacts {
  id: string
  order: Order
  series: readonly Metered[]
  terms: Terms
  /** ours, of its version */
  tariffId: number | null
  row: Pick<SessionRow, 'token' | 'place' | 'authMethod' | 'authorizationReference'>
  cost: Cost
  currency: string
  vatBp: number | null
  /** what its meter has signed; null: nothing */
  signed: SignedOrder | null
  at: Date
}

/** The bill of a session that has ended. */
export function billOf(facts: BillFacts): Cdr {
  const { id, order, terms, row, cost, currency, vatBp, at } = facts
  const { countryCode, partyId, location } = row.place
  const endedAt = order.transactionFinish ?? at
  const startedAt = order.transactionStart ?? endedAt
  const before = pointsOf(order, facts.series, terms).filter((point) => point.at <= endedAt)
  const series = [...monotone(before, order.energyWh), { at: endedAt, energyWh: order.energyWh }]
  const period = { startedAt, endedAt }
  const { version, timeZone } = terms
  const tariffId = String(facts.tariffId ?? '')
  const price = version && order.billable ? priceOf(series, period, version, timeZone) : null
  const idle = idleOf(cost)
  const elements = version?.elements ?? []
  const charged = chargingPeriods({ series, period, elements, timeZone }, tariffId)
  const stayed = idle ? parkingPeriods(idle, timeZone, tariffId) : []
  const reference = row.authorizationReference
  const signedData = signedDataOf(facts.signed)
  const bill: Bill = {
    countryCode,
    partyId,
    id,
    sessionId: String(order.id),
    token: row.token,
    authMethod: row.authMethod,
    ...(reference === null ? {} : { authorizationReference: reference }),
    location,
    currency,
    tariffs: version
      ? [
          tariffOf({
            countryCode,
            partyId,
            id: tariffId,
            currency,
            version,
            idle: idle?.terms ?? null,
            vatBp,
            lastUpdated: startedAt,
          }),
        ]
      : [],
    periods: [...charged, ...stayed].map((one) => (version ? one : withoutTariff(one))),
    startedAt,
    endedAt: idle?.to ?? endedAt,
    sold: {
      energy: price?.energyMinor ?? 0,
      time: price?.timeMinor ?? 0,
      start: price?.startFeeMinor ?? 0,
      parking: cost.idleMinor,
      reservation: 0,
      total: cost.netMinor,
    },
    vatBp,
    ...(signedData ? { signedData } : {}),
    madeAt: at,
  }
  return cdrOf(bill)
}

const withoutTariff = ({ startDateTime, dimensions }: ChargingPeriod): ChargingPeriod => ({
  startDateTime,
  dimensions,
})

function idleOf({ idleMinor, idleSince, idleSeconds, idleTerms }: Cost) {
  if (idleMinor === 0 || !idleSince || !idleTerms) return null
  const to = new Date(idleSince.getTime() + idleSeconds * SECOND_MS)
  return { from: idleSince, to, terms: idleTerms as unknown as IdleTerms }
}

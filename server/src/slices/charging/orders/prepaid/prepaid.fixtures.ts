import { start } from '../machine/rules.fixtures.ts'
import type { Order } from '../order.ts'
import * as prepaid from './prepaid.ts'

/** A limit of 50 roubles, and no other. */
export const nothing = { amountMinor: 5000, energyWh: null, seconds: null, percents: null }
export const place = { id: 7, locationId: 1, stationId: 'S', connectorId: 1, driverId: 3, managerId: 4 }
export const tariff = { tariffVersionId: 1, discountPercent: 5 }
/** A reservation of half an hour, free in its first minute. */
export const kept = { seconds: 1800, feeMinor: 10_000, freeSeconds: 60 }

/** An order that its driver has to pay beforehand. */
export const made = (reservation: prepaid.Agreed['reservation'] = null): Order =>
  prepaid.createForDriver(
    { ...place, ...tariff },
    { holdMinor: reservation ? 15_000 : 5000, limits: nothing, reservation },
    start,
  )

import type { ServiceIcon } from '@stationmaster/contract'
import { MINUTE_MS, valueIn } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { lockOrder } from '../../charging/orders/store.ts'
import { KnownTerms } from '../../money/contracts/known-terms.ts'
import { servicePurpose } from '../../money/providers/payment/payment.ts'
import { recordState, takeFor } from '../../money/services/sold/collect-sold.ts'
import { insertSold } from '../../money/services/sold/sold-store.ts'
import { insertService, insertType, listServices, type TypeRow } from '../../money/services/store.ts'
import { getManagerOf, listWithServices } from './store.ts'

const types: readonly Omit<TypeRow, 'id'>[] = [
  {
    icon: 'coffee',
    names: { en: 'Coffee', de: 'Kaffee', ru: 'Кофе' },
    descriptions: { en: 'Large, to go', de: 'Groß, zum Mitnehmen', ru: 'Большой, с собой' },
  },
  {
    icon: 'wash',
    names: { en: 'Car wash', de: 'Autowäsche', ru: 'Мойка' },
    descriptions: { en: 'Body and windows', de: 'Karosserie und Scheiben', ru: 'Кузов и стёкла' },
  },
  {
    icon: 'lounge',
    names: { en: 'Lounge', de: 'Lounge', ru: 'Зал ожидания' },
    descriptions: {
      en: 'An hour with Wi-Fi and tea',
      de: 'Eine Stunde mit WLAN und Tee',
      ru: 'Час с Wi-Fi и чаем',
    },
  },
  {
    icon: 'tyres',
    names: { en: 'Tyre pressure', de: 'Reifendruck', ru: 'Подкачка шин' },
    descriptions: { en: '', de: '', ru: '' },
  },
]

/** The services of the first locations, with their prices. */
const offered: readonly (readonly [locationIndex: number, icon: ServiceIcon, priceMinor: number])[] = [
  [0, 'coffee', 25_000],
  [0, 'wash', 90_000],
  [0, 'lounge', 40_000],
  [1, 'coffee', 22_000],
  [1, 'tyres', 15_000],
  [2, 'coffee', 24_000],
  [2, 'wash', 80_000],
  [3, 'coffee', 20_000],
]

/** how many sessions of these locations have a sold service */
const soldCount = 60
/** the terminals of a bank at these locations */
const atTerminal = { methodType: 'terminal', provider: 'bank', marketShopId: 'POS-SERVICE' } as const
const inCash = { methodType: 'cash', provider: '', marketShopId: '' } as const

/** Adds types of services, offers them at locations and sells some with past sessions, at a terminal or in cash. */
export async function sellServices(
  db: Db,
  locationIds: readonly number[],
  { from, timeZone }: { from: Date; timeZone: string },
): Promise<void> {
  const { id: soldBy } = await getManagerOf(db, 'operator')
  await inTransaction(db, async (tx) => {
    const ids = new Map<ServiceIcon, number>()
    for (const type of types) ids.set(type.icon, await insertType(tx, type, from))
    for (const [index, icon, priceMinor] of offered)
      await insertService(tx, {
        // the demo has more locations than `offered` names
        locationId: locationIds[index]!,
        typeId: valueIn(ids, icon),
        priceMinor,
        agreedMinor: null,
        createdAt: from,
      })
    // `offered` names places of the list
    const selling = [...new Set(offered.map(([index]) => locationIds[index]!))]
    await sellPast(tx, selling, soldBy, timeZone)
  })
}

async function sellPast(
  tx: Tx,
  locationIds: readonly number[],
  soldBy: number,
  timeZone: string,
): Promise<void> {
  const services = await listServices(tx, locationIds)
  const terms = new KnownTerms()
  for (const [index, orderId] of (await listWithServices(tx, locationIds, soldCount)).entries()) {
    // the order was found in this transaction
    const order = (await lockOrder(tx, orderId))!
    const here = services.filter(({ locationId }) => locationId === order.locationId)
    // the remainder is within the list
    const service = here[(index * 5) % here.length]!
    // a past session has begun
    const at = new Date(order.transactionStart!.getTime() + 5 * MINUTE_MS)
    const sold = { orderId, service, dueAt: at, soldBy, requestKey: null, createdAt: at }
    const id = await insertSold(tx, sold)
    const { priceMinor } = service
    const paidBy =
      index % 3 === 0
        ? { ...inCash, documentNumber: null }
        : { ...atTerminal, documentNumber: String(10_000 + index) }
    const captured = { purpose: servicePurpose(id), capturedMinor: priceMinor, paidBy }
    await takeFor(tx, order, captured, { terms, now: at, timeZone })
    await recordState(tx, { id, orderId, priceMinor }, { state: 'sold', refusal: '', at })
  }
}

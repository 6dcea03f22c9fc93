import type { Subject } from '@stationmaster/contract'
import type { Caller } from '../platform/http/caller.ts'
import type { ListSeen } from '../platform/http/http.ts'
import type { Db } from '../platform/schema/schema.ts'
import { listSeenDrivers } from '../slices/charging/drivers/store.ts'
import { listSeenOrders } from '../slices/charging/orders/store.ts'
import { listSeenServices } from '../slices/money/services/store.ts'
import { listSeenManagers } from '../slices/people/managers/store.ts'
import { listVisible } from '../slices/places/locations/store.ts'
import { listSeenConnectors, listSeenStations } from '../slices/stations/stations/store.ts'

type Ids = readonly (number | string)[]

/** What is no number is nothing's id, and so nothing that anybody sees. */
const numbersOf = (ids: Ids): number[] => ids.map(Number).filter(Number.isSafeInteger)

/** The scope of each subject, as its own slice decides it for an id in a path. */
const scopes: Record<Subject, (db: Db, caller: Caller, ids: Ids) => Promise<Ids>> = {
  location: async (db, caller, ids) => (await listVisible(db, caller, numbersOf(ids))).map(({ id }) => id),
  station: (db, caller, ids) => listSeenStations(db, caller, ids.map(String)),
  connector: (db, caller, ids) => listSeenConnectors(db, caller, numbersOf(ids)),
  order: (db, caller, ids) => listSeenOrders(db, caller, numbersOf(ids)),
  driver: (db, caller, ids) => listSeenDrivers(db, caller, numbersOf(ids)),
  manager: (db, caller, ids) => listSeenManagers(db, caller, numbersOf(ids)),
  service: (db, caller, ids) => listSeenServices(db, caller, numbersOf(ids)),
}

/** Tells which ids in a body are of what its caller may see. */
export const seenIn =
  (db: Db): ListSeen =>
  (caller, subject, ids) =>
    scopes[subject](db, caller, ids)

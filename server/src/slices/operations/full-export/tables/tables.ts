import { chargingTables } from './charging.ts'
import { isWritten, type Listing, type ListingOf, type Table, type Written } from './listed.ts'
import { mendingTables } from './mending.ts'
import { moneyTables } from './money.ts'
import { peopleAndPlaces } from './people-and-places.ts'
import { roamingTables } from './roaming.ts'
import { stationTables } from './stations.ts'

/** Every table of the database: the compiler asks for one that is missing here. */
export const tables: ListingOf<Table> = {
  ...peopleAndPlaces,
  ...stationTables,
  ...chargingTables,
  ...moneyTables,
  ...roamingTables,
  ...mendingTables,
}

/** The tables of which rows are written. */
export const writtenTables: ReadonlyMap<Table, Written> = new Map(
  (Object.entries(tables) as [Table, Listing][]).flatMap(([table, listing]) =>
    isWritten(listing) ? [[table, listing as Written]] : [],
  ),
)

import type { Language, Service, ServiceType } from '@stationmaster/contract'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { isAgreed } from './price-bound.ts'
import { listOwnersServices, listServices, type PricedService, type TypeRow } from './store.ts'

const byName =
  (language: Language) =>
  (a: TypeRow, b: TypeRow): number =>
    a.names[language].localeCompare(b.names[language], language)

export const serviceView = (service: PricedService, language: Language): Service => ({
  id: service.id,
  icon: service.icon,
  type_id: service.typeId,
  price: service.priceMinor,
  agreed: isAgreed(service),
  name: service.names[language],
  description: service.descriptions[language],
})

export const typeView = (type: TypeRow & { locations: number }, language: Language): ServiceType => ({
  ...type,
  name: type.names[language],
  description: type.descriptions[language],
})

export const inOrder = <T extends TypeRow>(rows: readonly T[], language: Language): T[] =>
  rows.toSorted(byName(language))

/** What locations sell, by location; one that sells nothing is absent. */
export async function loadServices(
  db: Db,
  locationIds: readonly number[],
  language: Language,
): Promise<Map<number, Service[]>> {
  const rows = inOrder(await listServices(db, locationIds), language)
  const byLocation = groupBy(rows, ({ locationId }) => locationId)
  return new Map([...byLocation].map(([id, list]) => [id, list.map((row) => serviceView(row, language))]))
}

/** What is sold at the locations of an owner, in words: "Shine (Yard)". */
export async function nameServicesOf(db: Db, ownerId: number, language: Language): Promise<string[]> {
  const rows = await listOwnersServices(db, ownerId)
  return rows.map(({ names, locationName }) => `${names[language]} (${locationName})`)
}

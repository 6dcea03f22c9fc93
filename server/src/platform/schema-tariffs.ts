import type { Generated } from 'kysely'
import type { Json, Maybe } from './schema-columns.ts'

export interface TariffsTable {
  id: Generated<number>
  name: string
  owner_id: Maybe<number>
  currency: string
  min_price_minor: Maybe<number>
  max_price_minor: Maybe<number>
  created_at: Date
}

export interface TariffVersionsTable {
  id: Generated<number>
  tariff_id: number
  valid_from: Date
  valid_to: Maybe<Date>
  elements: Json<unknown[]>
  discount_percent: Generated<number>
  created_by: Maybe<number>
  created_at: Date
  price_change_id: Maybe<number>
}

export interface PriceChangesTable {
  id: Generated<number>
  location_id: number
  connector_type: Maybe<string>
  current: Maybe<string>
  power_w: Maybe<number>
  elements: Json<unknown[]>
  valid_from: Date
  created_by: Maybe<number>
  created_at: Date
  canceled_at: Maybe<Date>
  canceled_by: Maybe<number>
}

type TariffScope = 'network' | 'owner' | 'location' | 'station' | 'connector'

export interface TariffAssignmentsTable {
  id: Generated<number>
  tariff_id: number
  scope: TariffScope
  owner_id: Maybe<number>
  location_id: Maybe<number>
  station_id: Maybe<string>
  connector_id: Maybe<number>
  connector_type: Maybe<string>
  current: Maybe<string>
  power_min_w: Maybe<number>
  power_max_w: Maybe<number>
  priority: Generated<number>
  created_at: Date
}

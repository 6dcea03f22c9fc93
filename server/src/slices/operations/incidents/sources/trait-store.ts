import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type Crowd, type SharedTrait, type Trouble, traitKey } from '../grouping.ts'

interface StationTraits {
  stationId: string
  locationId: number
  narrow: string | null
  wide: string | null
  sim: string | null
  model: string
  firmware: string | null
  circuit: string | null
}

const model = sql`concat_ws(' ', vendor_name, model)`
const firmware = sql`case when firmware_version is not null then concat_ws(' ', vendor_name, model, firmware_version) end`
const circuit = sql`o.location_id || ' ' || o.name`

/** What stations may have in common with others. */
export async function loadTraits(
  tx: Tx,
  stationIds: readonly string[],
): Promise<Map<string, Trouble['traits']>> {
  const { rows } = await sql<StationTraits>`
    select w.id as "stationId", w.location_id as "locationId", w.narrow_network as narrow, w.wide_network as wide, w.sim,
      ${model} as model, ${firmware} as firmware, (select min(${circuit}) from energy_outlet_view o
        where o.station_id = w.id and o.location_id = w.location_id) as circuit
    from watched_station_view w where w.id = any(${stationIds}::text[])`.execute(tx)
  const list = (...values: (string | number | null)[]) =>
    values.flatMap((value) => (value === null ? [] : String(value)))
  return new Map(
    rows.map((one) => [
      one.stationId,
      {
        location: list(one.locationId),
        network: list(one.narrow, one.wide),
        sim: list(one.sim),
        model: list(one.model),
        firmware: list(one.firmware),
        circuit: list(one.circuit),
      },
    ]),
  )
}

/** How many stations work, in all and of each trait: one pass over the stations, and a row for each value. */
export async function countCrowd(tx: Tx): Promise<Crowd> {
  const [{ rows }, { rows: circuits }] = await Promise.all([
    sql<{
      trait: SharedTrait | 'all'
      value: string | null
      count: number
    }>`
      with watched as (select location_id::text as location, narrow_network as narrow, wide_network as wide, sim,
        ${model} as model, ${firmware} as firmware from watched_station_view)
      select case when grouping(location) = 0 then 'location' when grouping(narrow) = 0 or grouping(wide) = 0 then 'network'
          when grouping(sim) = 0 then 'sim' when grouping(model) = 0 then 'model' when grouping(firmware) = 0 then 'firmware'
          else 'all' end as trait,
        coalesce(location, narrow, wide, sim, model, firmware) as value, count(*) as count
      from watched group by grouping sets ((location), (narrow), (wide), (sim), (model), (firmware), ())`.execute(
      tx,
    ),
    sql<{ value: string | null; count: number }>`
      select ${circuit} as value, count(distinct o.station_id) as count from energy_outlet_view o group by 1`.execute(
      tx,
    ),
  ])
  const sharing = new Map<string, number>()
  for (const { trait, value, count } of rows)
    if (trait !== 'all' && value !== null) sharing.set(traitKey(trait, value), count)
  for (const { value, count } of circuits) if (value !== null) sharing.set(traitKey('circuit', value), count)
  return { total: rows.find(({ trait }) => trait === 'all')?.count ?? 0, sharing }
}

import type { Db } from '../platform/schema.ts'

/** Things of one owner that calls are about; `name` stands in every list that shows them. */
export interface Belongings {
  name: string
  location: number
  station: string
  connector: number
  order: number
  /** an order that needs review */
  review: number
  /** a transaction that no order answers to */
  unmatched: number
  /** a command to many stations, which failed at its only one */
  run: number
  /** what the location sells beside charging */
  service: number
  driver: number
}

/** Writes a location with a station, a connector, a driver and a past order; everything bears `name`. */
export async function insertBelongings(db: Db, owner: number, name: string, at: Date): Promise<Belongings> {
  const { id: location } = await db
    .insertInto('locations')
    .values({
      name,
      country: 'Russia',
      city: 'Tver',
      street: 'Sovetskaya 1',
      postal_code: '170000',
      time_zone: 'Europe/Moscow',
      lat: 56.86,
      lng: 35.9,
      owner_id: owner,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const station = `ST-${name}`
  await db
    .insertInto('stations')
    .values({
      id: station,
      number: 1,
      location_id: location,
      vendor_name: 'Voltwerk',
      model: name,
      monetized: true,
      created_at: at,
    })
    .execute()
  await db.insertInto('evses').values({ station_id: station, number: 1 }).execute()
  const { id: connector } = await db
    .insertInto('connectors')
    .values({
      station_id: station,
      evse_number: 1,
      number: 1,
      ordinal: 1,
      type: 'CCS 2',
      current: 'DC',
      power_w: 150_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: driver } = await db
    .insertInto('drivers')
    .values({ first_name: 'Igor', last_name: name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const past = {
    status: 'completed',
    source: 'rfid',
    location_id: location,
    station_id: station,
    connector_id: connector,
    driver_id: driver,
    created_at: at,
  } as const
  const [order, review] = await db
    .insertInto('orders')
    .values([past, { ...past, needs_review: true }])
    .returning('id')
    .execute()
  const event = { type: 'charging.ended', transactionId: name, meterWh: 5000, reason: 'Local', samples: [] }
  const unmatched = await db
    .insertInto('unmatched_transactions')
    .values({
      station_id: station,
      transaction_id: name,
      session_key: name,
      received_at: at,
      event: JSON.stringify(event),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const texts = JSON.stringify({ en: name, de: name, ru: name })
  const type = await db
    .insertInto('service_types')
    .values({ names: texts, descriptions: texts, icon: 'wash', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: service } = await db
    .insertInto('location_services')
    .values({ location_id: location, type_id: type.id, price_minor: 100, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const command = { kind: 'message', protocol: 'ocpp1.6', action: 'ClearCache', payload: { name } } as const
  const { id: run } = await db
    .insertInto('bulk_runs')
    .values({
      node: name,
      command: JSON.stringify(command),
      created_by: owner,
      created_at: at,
      total: 1,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bulk_run_stations')
    .values({ run_id: run, position: 1, station_id: station, result: 'failed', code: 'station.timeout', at })
    .execute()
  await db
    .insertInto('payments')
    .values({
      ...{
        order_id: review!.id,
        purpose: 'charging',
        method_type: 'card',
        status: 'created',
        debt_minor: 100,
      },
      ...{
        location_id: location,
        business_day: at.toISOString().slice(0, 10),
        created_at: at,
        updated_at: at,
      },
    })
    .execute()
  return {
    ...{ name, location, station, connector, driver },
    ...{ order: order!.id, review: review!.id, unmatched: unmatched.id, run, service },
  }
}

export const absent: Belongings = {
  name: 'ABSENT',
  location: 999_999,
  station: 'ABSENT',
  connector: 999_999,
  order: 999_999,
  review: 999_999,
  unmatched: 999_999,
  run: 999_999,
  service: 999_999,
  driver: 999_999,
}

import type { Db } from '../../../platform/schema/schema.ts'
import { type Alerting, absentAlerting, insertAlerting } from './operations/role-alerts.ts'
import { insertIncident } from './operations/role-incidents.ts'
import { insertKeyOf } from './operations/role-keys.ts'
import { insertEnergy } from './role-energy.ts'
import { insertSettlement, insertStatement, insertWebhook } from './role-network-money.ts'

/** Things of one owner that calls are about; `name` stands in every list that shows them. */
export interface Belongings {
  name: string
  owner: number
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
  /** a charging card of the driver */
  card: string
  photo: number
  /** a change of the location's price that is still to come */
  change: number
  /** taken by the station's own terminal for no order */
  settlement: number
  /** what its driver said of the order that needs review */
  feedback: number
  maintenance: number
  /** what staying costs at the location from a day on that is still to come */
  terms: number
  /** the amount due to the owner for a month, as shown to the owner */
  statement: number
  /** a limit of the location's current */
  energyLimit: number
  energyReduction: number
  incident: number
  /** in roaming, of the whole network */
  partner: number
  /** what tells another program of the owner’s what happens */
  webhook: number
}

/** Things of one person, whatever their role is. */
export interface Personal extends Alerting {
  manager: number
  session: number
  view: number
  schedule: number
  fullExport: number
  /** a station model that the person has added */
  model: number
  apiKey: number
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
  const card = `CARD-${name}`.slice(0, 36)
  await db
    .insertInto('id_tokens')
    .values({ token: card.toUpperCase(), driver_id: driver, created_at: at })
    .execute()
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
    .values([
      { ...past, borne_minor: 100 },
      { ...past, needs_review: true },
    ])
    .returning('id')
    .execute()
  await db
    .insertInto('register_gaps')
    .values({
      order_id: order!.id,
      before_id: review!.id,
      station_id: station,
      connector_id: connector,
      location_id: location,
      energy_wh: 5000,
      from_at: at,
      to_at: at,
      from_wh: 0,
      to_wh: 5000,
      found_at: at,
    })
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
      order_id: review!.id,
      purpose: 'charging',
      method_type: 'card',
      status: 'created',
      debt_minor: 100,
      location_id: location,
      business_day: at.toISOString().slice(0, 10),
      created_at: at,
      updated_at: at,
    })
    .execute()
  const of = { location, station, driver, review: review!.id }
  return {
    name,
    location,
    station,
    connector,
    driver,
    card,
    owner,
    order: order!.id,
    review: review!.id,
    unmatched: unmatched.id,
    run,
    service,
    ...(await insertEnergy(db, owner, location, at)),
    incident: await insertIncident(db, { station, location }, at),
    ...(await insertDetails(db, owner, name, of, at)),
  }
}

const photoSize = { url: '/files/none.jpg', width: 1, height: 1 }
const dayMs = 24 * 3_600_000

/** What hangs on the things of an owner. */
async function insertDetails(
  db: Db,
  owner: number,
  name: string,
  of: { location: number; station: string; driver: number; review: number },
  at: Date,
) {
  const { id: photo } = await db
    .insertInto('location_photos')
    .values({
      location_id: of.location,
      position: 0,
      caption: name,
      sizes: JSON.stringify([photoSize]),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const later = new Date('2100-01-01T00:00:00Z')
  const { id: change } = await db
    .insertInto('price_changes')
    .values({ location_id: of.location, elements: '[]', valid_from: later, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: feedback } = await db
    .insertInto('feedback')
    .values({
      kind: 'review',
      order_id: of.review,
      location_id: of.location,
      driver_id: of.driver,
      rating: 2,
      comment: name,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const settlement = await insertSettlement(db, of.station, name, at)
  const { id: maintenance } = await db
    .insertInto('maintenances')
    .values({
      station_id: of.station,
      starts_at: later,
      ends_at: new Date(later.getTime() + dayMs),
      note: name,
      takes_out: false,
      state: 'planned',
      created_by: owner,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: terms } = await db
    .insertInto('idle_terms')
    .values({
      location_id: of.location,
      grace_minutes: 10,
      block_minutes: 10,
      block_minor: 15_000,
      valid_from: '2099-01-01',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: statement } = await insertStatement(db, owner, at)
  const { id: partner } = await db
    .insertInto('roaming_partners')
    .values({ name, state: 'invited', invited_by: 'us', roles: '[]', endpoints: '[]', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const webhook = await insertWebhook(db, owner, name, at)
  return { photo, change, feedback, settlement, maintenance, terms, statement, partner, webhook }
}

/** Writes a log-in, a private view, a schedule and a station model of a person. */
export async function insertPersonal(db: Db, manager: number, name: string, at: Date): Promise<Personal> {
  const { id: session } = await db
    .insertInto('sessions')
    .values({
      manager_id: manager,
      created_at: at,
      last_used_at: at,
      password_at: at,
      remote_address: '127.0.0.1',
      user_agent: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: view } = await db
    .insertInto('saved_views')
    .values({ manager_id: manager, name, choice: '{}', shared: false, opens: false, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: schedule } = await db
    .insertInto('report_schedules')
    .values({
      manager_id: manager,
      mode: 'owner',
      locations: null,
      every: 'month',
      format: 'csv',
      language: 'en',
      paused: true,
      created_at: at,
      next_on: '2100-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: model } = await db
    .insertInto('station_models')
    .values({ vendor_name: name, model: name, evses: '[]', created_by: manager, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: apiKey } = await insertKeyOf(db, manager, { at, scopes: ['stations:read'] })
  const { id: fullExport } = await db
    .insertInto('full_exports')
    .values({ manager_id: manager, language: 'en', created_at: at, ready_at: at, expires_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alerting = await insertAlerting(db, manager, name, at)
  return { manager, session, view, schedule, model, apiKey, fullExport, ...alerting }
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
  card: 'ABSENT',
  owner: 999_999,
  photo: 999_999,
  change: 999_999,
  feedback: 999_999,
  settlement: 999_999,
  maintenance: 999_999,
  terms: 999_999,
  statement: 999_999,
  energyLimit: 999_999,
  energyReduction: 999_999,
  incident: 999_999,
  partner: 999_999,
  webhook: 999_999,
}

export const absentPersonal: Personal = {
  manager: 999_999,
  session: 999_999,
  view: 999_999,
  schedule: 999_999,
  fullExport: 999_999,
  model: 999_999,
  apiKey: 999_999,
  ...absentAlerting,
}

import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import type { Db, Tx } from '../../platform/schema/schema.ts'
import { updateReservationsEnded } from '../../slices/control/tasks/reservation-store.ts'
import { type Progress, updateProgress } from '../../slices/control/tasks/store.ts'
import { type Candidate, chooseVersion, tariffScopes } from '../../slices/places/tariffs/changes/effective.ts'
import { loadVersionsAt } from '../../slices/places/tariffs/store.ts'
import {
  updateSignIns,
  updateVendorMessages,
} from '../../slices/stations/stations/connecting/traffic-store.ts'
import {
  updateSettings,
  upsertConfigurationRequest,
} from '../../slices/stations/stations/description/configuration-store.ts'
import { Office } from '../world/office.ts'

/** Counts the statements that go through a connection. */
class Statements implements KyselyPlugin {
  count = 0
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.count += 1
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

const names = ['X', 'Y'] as const
/** A station whose rows are written one by one, and its twin whose rows are written at once; `base` is the base of its rows' ids. */
const stationsOf = (name: (typeof names)[number]) => {
  const base = 10 * names.indexOf(name)
  return { single: { id: `one-${name}`, base }, twin: { id: `all-${name}`, base: base + 100 } }
}
const everyStation = names.flatMap((name) => Object.values(stationsOf(name)))

const named = fc.constantFrom(...names)
const instant = (second: number) => new Date(Date.UTC(2026, 2, 10, 9, 0, second))
const at = fc.integer({ min: 0, max: 9 }).map(instant)
const someOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 12 })
const runs = { numRuns: 20 }

describe.each(openTestDatabases())('what stations tell is written by set ($name)', ({ open }) => {
  let office: Office
  let db: Db
  beforeAll(async () => {
    office = await Office.open(await open())
    db = office.database.db
    const location = await office.addLocation('Harbour')
    for (const { id } of everyStation) await office.addStation(location, id)
  })
  afterAll(() => office.close())

  /** Writes a list one by one for the stations and in one statement for their twins, which are then alike. */
  const alike = <T extends { name: (typeof names)[number] }, W>(
    reports: readonly T[],
    written: (one: T, station: { id: string; base: number }) => W,
    write: (tx: Tx, list: readonly W[]) => Promise<void>,
    state: (tx: Tx, stationId: string) => Promise<unknown>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      for (const one of reports) await write(tx, [written(one, stationsOf(one.name).single)])
      const statements = new Statements()
      await write(
        tx.withPlugin(statements),
        reports.map((one) => written(one, stationsOf(one.name).twin)),
      )
      expect(statements.count).toBeLessThanOrEqual(1)
      for (const { single, twin } of names.map(stationsOf))
        expect(await state(tx, twin.id)).toEqual(await state(tx, single.id))
    })

  test('messages of vendors', async () => {
    const message = fc.record({
      name: named,
      vendorId: fc.constantFrom('autoenterprise', '__proto__', "a 'quoted' one"),
      messageId: fc.constantFrom('', 'miscInfo', '__proto__'),
      content: fc.constantFrom<unknown>({ rssi: 1 }, { rssi: 2 }, 'text', null, undefined),
    })
    const state = (tx: Tx, id: string) =>
      tx.selectFrom('stations').select('data_transfer').where('id', '=', id).executeTakeFirst()
    const property = fc.asyncProperty(someOf(message), (reports) =>
      alike(
        reports,
        ({ name: _, ...one }, { id }) => ({ ...one, stationId: id }),
        updateVendorMessages,
        state,
      ),
    )
    await fc.assert(property, runs)
  })

  test('how stations sign in', async () => {
    const signIn = fc.record({
      name: named,
      securityProfile: fc.integer({ min: 0, max: 3 }),
      usedHash: fc.constantFrom(null, 'hash 1', 'hash 2'),
    })
    const state = (tx: Tx, id: string) =>
      tx
        .selectFrom('stations')
        .select(['security_profile', 'password_hash', 'next_password_hashes', 'next_password_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    const property = fc.asyncProperty(someOf(signIn), async (reports) => {
      const secrets = { password_hash: 'old', next_password_hashes: ['hash 1'], next_password_at: instant(0) }
      await db.updateTable('stations').set(secrets).execute()
      await alike(reports, ({ name: _, ...one }, { id }) => ({ ...one, stationId: id }), updateSignIns, state)
    })
    await fc.assert(property, runs)
  })

  test('settings that come in parts', async () => {
    const part = fc.record({
      name: named,
      requestId: fc.constantFrom(1, 2),
      more: fc.boolean(),
      settings: fc.array(
        fc.record({
          name: fc.constantFrom('HeartbeatInterval', 'AuthorizationKey'),
          value: fc.constantFrom('1', '2'),
          readonly: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
      at,
    })
    const state = (tx: Tx, id: string) =>
      tx
        .selectFrom('station_configurations')
        .select(['request_id', 'fetched_at', 'incoming', 'settings'])
        .where('station_id', '=', id)
        .executeTakeFirst()
    const property = fc.asyncProperty(someOf(part), async (reports) => {
      for (const { id } of everyStation) await upsertConfigurationRequest(db, id, 1, instant(0))
      await alike(
        reports,
        ({ name: _, ...one }, { id }) => ({ ...one, stationId: id }),
        updateSettings,
        state,
      )
    })
    await fc.assert(property, runs)
  })

  test('how far updates and uploads are', async () => {
    const progress = fc.record({
      name: named,
      of: fc.constantFrom('firmware' as const, 'upload' as const),
      request: fc.constantFrom(null, 1, 2, 3, 9),
      status: fc.constantFrom('Idle', 'Uploading', 'Installed'),
      at,
    })
    const times = { asked_at: instant(0), expires_at: instant(59) }
    await db
      .insertInto('station_firmware_updates')
      .values(
        everyStation.flatMap(({ id, base }) =>
          [1, 2].map((number) => ({ id: base + number, station_id: id, location: '', asked_at: instant(0) })),
        ),
      )
      .execute()
    await db
      .insertInto('station_uploads')
      .values(
        everyStation.flatMap(({ id, base }) =>
          (['diagnostics', 'security', 'diagnostics', 'security'] as const).map((kind, number) => ({
            ...times,
            id: base + number,
            station_id: id,
            kind,
          })),
        ),
      )
      .execute()
    const state = async (tx: Tx, id: string) => [
      await tx
        .selectFrom('station_firmware_updates')
        .select('steps')
        .where('station_id', '=', id)
        .orderBy('id')
        .execute(),
      await tx
        .selectFrom('station_uploads')
        .select(['status', 'status_at'])
        .where('station_id', '=', id)
        .orderBy('id')
        .execute(),
    ]
    const property = fc.asyncProperty(someOf(progress), (reports) =>
      alike(
        reports,
        ({ of, request, status, at }, { id, base }): Progress => ({
          of,
          stationId: id,
          requestId: request === null ? null : base + request,
          status,
          at,
        }),
        updateProgress,
        state,
      ),
    )
    await fc.assert(property, runs)
    const steps = await db.selectFrom('station_firmware_updates').select('steps').execute()
    expect(steps.some((row) => row.steps.length > 1)).toBe(true)
  })

  test('ends of reservations', async () => {
    const end = fc.record({ name: named, reservation: fc.constantFrom(1, 2, 9), at })
    const state = (tx: Tx, id: string) =>
      tx
        .selectFrom('station_reservations')
        .select(['evse', 'ended_at'])
        .where('station_id', '=', id)
        .orderBy('id')
        .execute()
    const property = fc.asyncProperty(someOf(end), async (reports) => {
      const inOrder = reports.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      await db.deleteFrom('station_reservations').execute()
      await db
        .insertInto('station_reservations')
        .values(
          everyStation.flatMap(({ id, base }) =>
            [1, 2].map((evse) => ({
              id: base + evse,
              station_id: id,
              evse,
              token: 'card',
              until: instant(59),
              ended_at: evse === 2 ? instant(5) : null,
            })),
          ),
        )
        .execute()
      await alike(
        inOrder,
        ({ reservation, at }, { id, base }) => ({ stationId: id, reservationId: base + reservation, at }),
        updateReservationsEnded,
        state,
      )
    })
    await fc.assert(property, runs)
  })

  test('versions at many instants are those that each instant has', async () => {
    const connectors = (
      await db
        .selectFrom('connectors as c')
        .innerJoin('stations as s', 's.id', 'c.station_id')
        .select(['c.id', 'c.station_id as stationId', 's.location_id as locationId', 'c.type', 'c.current'])
        .select('c.power_w as powerW')
        .orderBy('c.id')
        .execute()
    ).map((one) => ({ ...one, ownerId: null }))
    const version = fc.record({ from: at, to: fc.option(at) })
    const assignment = fc.record({
      scope: fc.constantFrom(...tariffScopes.filter((scope) => scope !== 'owner')),
      connector: fc.constantFrom(...connectors),
      type: fc.option(fc.constantFrom('CCS 2', 'Type 2')),
      priority: fc.constantFrom(0, 1),
    })
    const tariff = fc.record({
      versions: someOf(version),
      assignments: fc.array(assignment, { maxLength: 4 }),
    })
    const samples = someOf(fc.record({ connector: fc.constantFrom(...connectors), at }))
    const property = fc.asyncProperty(fc.array(tariff, { maxLength: 3 }), samples, async (tariffs, list) => {
      await db.deleteFrom('tariff_assignments').execute()
      const covers = new Map<number, Candidate[]>(connectors.map(({ id }) => [id, []]))
      for (const { versions, assignments } of tariffs) {
        const created_at = instant(0)
        const { id: tariff_id } = await db
          .insertInto('tariffs')
          .values({ name: 't', currency: 'RUB', created_at })
          .returning('id')
          .executeTakeFirstOrThrow()
        const stored = []
        for (const { from: valid_from, to: valid_to } of versions)
          stored.push(
            await db
              .insertInto('tariff_versions')
              .values({ tariff_id, valid_from, valid_to, elements: '[]', created_at })
              .returning(['id as versionId', 'valid_from as validFrom', 'valid_to as validTo'])
              .executeTakeFirstOrThrow(),
          )
        for (const { scope, connector, type, priority } of assignments) {
          const of = {
            connector: { connector_id: connector.id },
            station: { station_id: connector.stationId },
            location: { location_id: connector.locationId },
            network: {},
          }[scope as 'network']
          const { id: assignmentId } = await db
            .insertInto('tariff_assignments')
            .values({ tariff_id, scope, ...of, connector_type: type, priority, created_at })
            .returning('id')
            .executeTakeFirstOrThrow()
          const covered = connectors.filter(
            ({ id, stationId }) =>
              scope === 'network' ||
              scope === 'location' ||
              (scope === 'station' ? stationId === connector.stationId : id === connector.id),
          )
          for (const { id } of covered)
            covers
              .get(id)
              ?.push(...stored.map((one) => ({ ...one, assignmentId, scope, connectorType: type, priority })))
        }
      }
      const statements = new Statements()
      const found = await loadVersionsAt(db.withPlugin(statements), list)
      expect(statements.count).toBe(list.length === 0 ? 0 : 1)
      expect(found.map((one) => one?.id)).toEqual(
        list.map(({ connector, at }) => chooseVersion(covers.get(connector.id)!, connector, at)?.versionId),
      )
    })
    await fc.assert(property, runs)
  })
})

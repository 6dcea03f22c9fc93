import { readOf } from '../../neutral.ts'
import { numberOf, textOf } from '../../reading/values.ts'
import { numbered, type Row, type Source, type SourceTable, under } from '../source.ts'
import { locationOf, sessionOf, stationOf, tagOf } from './mapping.ts'

const table = (
  name: string,
  by: string,
  columns: readonly string[],
  stage: SourceTable['stage'] = (row) => [{ of: name, key: numbered(row[by] ?? null), body: row }],
): SourceTable => ({ name, by, columns: [by, ...columns], stage })

/** Rows that are sought below a station. */
const ofStation = (name: string, columns: readonly string[]): SourceTable =>
  table(name, 'id', ['stationId', ...columns], (row) => [
    { of: name, key: numbered(row.id ?? null), body: row },
    { of: `station ${name}`, key: under(textOf(row.stationId), numbered(row.id ?? null)), body: row },
  ])

/** Of the device model only the stored hashes of passwords. */
const passwords: SourceTable = {
  ...table('VariableAttributes', 'id', ['stationId', 'dataType', 'value'], (row) =>
    textOf(row.dataType) === 'passwordString' && textOf(row.value) !== ''
      ? [{ of: 'password', key: textOf(row.stationId), body: { value: row.value ?? null } }]
      : [],
  ),
  only: ['dataType', 'passwordString'],
}

/** CitrineOS: its tables in PostgreSQL. */
export const citrine: Source = {
  protocols: ['postgres:', 'postgresql:'],
  files: 'pgdump',
  tables: [
    table('Locations', 'id', ['name', 'address', 'city', 'postalCode', 'country', 'timeZone', 'coordinates']),
    table('ChargingStations', 'id', ['chargePointVendor', 'chargePointModel', 'locationId'], (row) => [
      { of: 'ChargingStations', key: textOf(row.id), body: row },
    ]),
    ofStation('Evses', ['evseTypeId', 'removed']),
    ofStation('Connectors', [
      'evseId',
      'connectorId',
      'evseTypeConnectorId',
      'type',
      'powerType',
      'maximumAmperage',
      'maximumVoltage',
      'maximumPowerWatts',
    ]),
    ofStation('Tariffs', [
      'connectorId',
      'currency',
      'pricePerKwh',
      'pricePerMin',
      'pricePerSession',
      'taxRate',
    ]),
    passwords,
    table('Authorizations', 'id', [
      'idToken',
      'status',
      'cacheExpiryDateTime',
      'groupAuthorizationId',
      'tenantPartnerId',
    ]),
    table('Transactions', 'id', [
      'stationId',
      'evseId',
      'connectorId',
      'authorizationId',
      'isActive',
      'meterStart',
      'totalKwh',
      'totalCost',
      'tariffId',
      'startTime',
      'endTime',
      'stoppedReason',
    ]),
  ],
  kinds: {
    locations: {
      of: 'Locations',
      read: async (rows) =>
        rows.map(({ body }) => readOf<'locations'>(`Locations ${textOf(body.id)}`, locationOf(body))),
    },
    stations: {
      of: 'ChargingStations',
      async read(rows, look, here) {
        const ids = rows.map(({ body }) => textOf(body.id))
        const locations = await look.byKey(
          'Locations',
          rows.map(({ body }) => keyOf(body.locationId)),
        )
        const evses = await look.below('station Evses', ids)
        const connectors = await look.below('station Connectors', ids)
        const tariffs = await look.below('station Tariffs', ids)
        const hashes = await look.byKey('password', ids)
        return rows.map(({ body }) => {
          const id = textOf(body.id)
          const { record, remarks } = stationOf(
            body,
            {
              location: locations.get(keyOf(body.locationId) ?? ''),
              evses: evses.get(id) ?? [],
              connectors: connectors.get(id) ?? [],
              tariffs: tariffs.get(id) ?? [],
              hash: textOf(hashes.get(id)?.value),
            },
            here.currency,
          )
          return readOf<'stations'>(`ChargingStations ${id}`, record, remarks)
        })
      },
    },
    tags: {
      of: 'Authorizations',
      async read(rows, look) {
        const groups = await look.byKey(
          'Authorizations',
          rows.map(({ body }) => keyOf(body.groupAuthorizationId)),
        )
        return rows.map(({ body }) =>
          readOf<'tags'>(
            `Authorizations ${textOf(body.id)}`,
            tagOf(body, groups.get(keyOf(body.groupAuthorizationId) ?? '')),
          ),
        )
      },
    },
    sessions: {
      of: 'Transactions',
      async read(rows, look, here) {
        const keys = (name: string) => rows.map(({ body }) => keyOf(body[name]))
        const evses = await look.byKey('Evses', keys('evseId'))
        const connectors = await look.byKey('Connectors', keys('connectorId'))
        const cards = await look.byKey('Authorizations', keys('authorizationId'))
        const tariffs = await look.byKey('Tariffs', keys('tariffId'))
        const found = (of: ReadonlyMap<string, Row>, key: Row[string] | undefined) => of.get(keyOf(key) ?? '')
        return rows.map(({ body }) => {
          const { record, remarks } = sessionOf(
            body,
            {
              evse: found(evses, body.evseId),
              connector: found(connectors, body.connectorId),
              card: found(cards, body.authorizationId),
              tariff: found(tariffs, body.tariffId),
            },
            here.currency,
          )
          return readOf<'sessions'>(`Transactions ${textOf(body.id)}`, record, remarks)
        })
      },
    },
  },
}

const keyOf = (id: Row[string] | undefined): string | null =>
  numberOf(id) === null ? null : numbered(id ?? null)

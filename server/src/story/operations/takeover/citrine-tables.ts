import type { Json } from '../../../slices/operations/takeover/reading/values.ts'

interface Table {
  name: string
  /** as CitrineOS has them, with columns that nobody reads */
  columns: Record<string, string>
  rows: Json[][]
}

const point = '0101000020E6100000CDCCCCCCCCCC23400000000000C04A40'

/** A network of CitrineOS: two stations at one place, the first of them with a password and a price. */
export const citrineTables = (hash: string): Table[] => [
  {
    name: 'Locations',
    columns: {
      id: 'integer',
      name: 'text',
      address: 'text',
      city: 'text',
      postalCode: 'text',
      country: 'text',
      coordinates: 'text',
      timeZone: 'text',
    },
    rows: [[1, 'Depot', 'Dock 1', 'Hamburg', '20457', 'DEU', point, 'Europe/Berlin']],
  },
  {
    name: 'ChargingStations',
    columns: {
      id: 'text',
      isOnline: 'boolean',
      chargePointVendor: 'text',
      chargePointModel: 'text',
      locationId: 'integer',
    },
    rows: [
      ['DOCK-1', true, 'Voltwerk', 'Duo', 1],
      ['DOCK-2', false, null, null, 1],
      ['DOCK-3', false, 'Voltwerk', 'Duo', 1],
    ],
  },
  {
    name: 'Evses',
    columns: { id: 'integer', stationId: 'text', evseTypeId: 'integer', removed: 'boolean' },
    rows: [
      [1, 'DOCK-1', 1, false],
      [2, 'DOCK-1', 2, false],
    ],
  },
  {
    name: 'Connectors',
    columns: {
      id: 'integer',
      stationId: 'text',
      evseId: 'integer',
      connectorId: 'integer',
      evseTypeConnectorId: 'integer',
      status: 'text',
      type: 'text',
      powerType: 'text',
      maximumAmperage: 'integer',
      maximumVoltage: 'integer',
      maximumPowerWatts: 'integer',
    },
    rows: [
      [1, 'DOCK-1', 1, 1, 1, 'Available', 'IEC_62196_T2', 'AC3Phase', 32, 230, null],
      [2, 'DOCK-1', 2, 2, 1, 'Available', 'IEC_62196_T2_COMBO', 'DC', 250, 400, 100000],
      [3, 'DOCK-2', null, 1, null, 'Available', null, null, null, null, null],
    ],
  },
  {
    name: 'Tariffs',
    columns: {
      id: 'integer',
      stationId: 'text',
      connectorId: 'integer',
      currency: 'text',
      pricePerKwh: 'numeric',
      pricePerMin: 'numeric',
      pricePerSession: 'numeric',
      taxRate: 'numeric',
    },
    rows: [[1, 'DOCK-1', 1, 'EUR', '0.49', '0', '1', null]],
  },
  {
    name: 'VariableAttributes',
    columns: { id: 'integer', stationId: 'text', type: 'text', dataType: 'text', value: 'text' },
    rows: [
      [1, 'DOCK-1', 'Actual', 'string', 'a secret of nobody’s\tconcern'],
      [2, 'DOCK-1', 'Actual', 'passwordString', hash],
    ],
  },
  {
    name: 'Authorizations',
    columns: {
      id: 'integer',
      idToken: 'text',
      status: 'text',
      cacheExpiryDateTime: 'timestamp with time zone',
      groupAuthorizationId: 'integer',
      tenantPartnerId: 'integer',
    },
    rows: [
      [1, 'FLOTTE', 'Accepted', null, null, null],
      [2, '04C1TR1NE', 'Blocked', '2031-01-01 00:00:00+00', 1, null],
      [3, 'PARTNER', 'Accepted', null, null, 7],
    ],
  },
  {
    name: 'Transactions',
    columns: {
      id: 'integer',
      stationId: 'text',
      evseId: 'integer',
      connectorId: 'integer',
      authorizationId: 'integer',
      isActive: 'boolean',
      meterStart: 'numeric',
      totalKwh: 'numeric',
      totalCost: 'numeric',
      tariffId: 'integer',
      startTime: 'timestamp with time zone',
      endTime: 'timestamp with time zone',
      stoppedReason: 'text',
    },
    rows: [
      [
        1,
        'DOCK-1',
        1,
        1,
        1,
        false,
        '1000',
        '12.5',
        '7.13',
        1,
        '2026-02-01 10:00:00+00',
        '2026-02-01 11:00:00+00',
        'EVDisconnected',
      ],
      [2, 'DOCK-1', 2, 2, 1, true, '0', '3', null, 1, '2026-02-02 10:00:00+00', null, null],
      [
        3,
        'GONE',
        null,
        null,
        1,
        false,
        '0',
        '3',
        null,
        1,
        '2026-02-02 10:00:00+00',
        '2026-02-02 11:00:00+00',
        null,
      ],
    ],
  },
]

const quoted = (name: string) => `"${name}"`

/** As pg_dump writes it in plain SQL. */
export const pgDump = (tables: readonly Table[]): string =>
  [
    '--\n-- PostgreSQL database dump\n--\n',
    'SET standard_conforming_strings = on;',
    "SELECT pg_catalog.set_config('search_path', '', false);\n",
    ...tables.map(
      ({ name, columns }) =>
        `CREATE TABLE public.${quoted(name)} (\n${Object.entries(columns)
          .map(([column, type]) => `    ${quoted(column)} ${type}`)
          .join(',\n')}\n);\n`,
    ),
    ...tables.map(
      ({ name, columns, rows }) =>
        `COPY public.${quoted(name)} (${Object.keys(columns).map(quoted).join(', ')}) FROM stdin;\n${rows
          .map((row) => `${row.map(copied).join('\t')}\n`)
          .join('')}\\.\n\n`,
    ),
  ].join('\n')

const copied = (value: Json): string =>
  value === null
    ? '\\N'
    : typeof value === 'boolean'
      ? value
        ? 't'
        : 'f'
      : String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t')

const literal = (value: Json): string =>
  value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`

/** Statements that make the same in a database. */
export const pgStatements = (tables: readonly Table[]): string =>
  tables
    .map(
      ({ name, columns, rows }) =>
        `create table ${quoted(name)} (${Object.entries(columns)
          .map(([column, type]) => `${quoted(column)} ${type}`)
          .join(', ')});
        insert into ${quoted(name)} values ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')};`,
    )
    .join('\n')

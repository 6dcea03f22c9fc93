import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Takeover } from '@stationmaster/contract'
import { hashSync } from 'bcryptjs'
import { citrineTables, pgDump } from './citrine-tables.ts'

/** How many records of a kind come, are here already, and cannot come. */
type Counted = Partial<
  Record<Takeover['counts'][number]['kind'], [added: number, here: number, refused: number]>
>

/** A network of another system: its files, and what comes of them the first and the second time. */
export interface Network {
  system: Takeover['system']
  files: Readonly<Record<string, string>>
  /** rows that are read of its files */
  rows: number
  first: Counted
  again: Counted
  faults: [kind: string, code: string, total: number][]
}

/** The dump of a network of SteVe with two stations; the first of them signs in by a password of this hash. */
const steveDump = (hash: string): string =>
  readFileSync(new URL('steve.sql', import.meta.url), 'utf8').replace('@HASH@', hash)

const lines = (...documents: object[]): string => documents.map((one) => `${JSON.stringify(one)}\n`).join('')
const idOf = (digits: string) => ({ $oid: digits.padStart(24, '0') })
const dateOf = (text: string) => ({ $date: text })
const address = {
  address1: 'Ring 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'Germany',
  coordinates: [13.4, 52.5],
}
const plug = { connectorId: 1, type: 'T2', power: 22_000, currentType: 'AC' }
const stopOf = (stop: object) => ({ meterStop: 9000, timestamp: dateOf('2026-02-01T11:00:00.000Z'), ...stop })

/** Collections of a tenant, as mongoexport writes them. */
const collections: Readonly<Record<string, string>> = {
  'sites.json': lines({ _id: idOf('1'), name: 'Ring', issuer: true, address, public: true }),
  'siteareas.json': lines({ _id: idOf('a1'), name: 'Garage', siteID: idOf('1'), issuer: true }),
  'chargingstations.json': `${lines(
    {
      _id: 'RING-1',
      issuer: true,
      siteAreaID: idOf('a1'),
      chargePointVendor: 'Voltwerk',
      chargePointModel: 'Duo',
      connectors: [plug, { ...plug, connectorId: 2, type: 'CCS', power: 50_000, currentType: 'DC' }],
    },
    {
      _id: 'RING-2',
      issuer: true,
      siteAreaID: idOf('a1'),
      connectors: [{ connectorId: 1, type: 'U', power: 0 }],
    },
    { _id: 'OTHER', issuer: false, connectors: [plug] },
    { _id: 'EMPTY', issuer: true, connectors: [] },
  )}{"_id":"broken\n`,
  'users.json': lines(
    {
      _id: idOf('b1'),
      issuer: true,
      firstName: 'Anna',
      name: 'Berg',
      email: 'Anna.Berg@drivers.example',
      status: 'A',
      password: 'secret',
    },
    {
      _id: idOf('b2'),
      issuer: true,
      firstName: 'Bert',
      name: 'Tal',
      email: 'bert@drivers.example',
      status: 'B',
    },
  ),
  'tags.json': lines(
    { _id: '04AABBCC', issuer: true, active: true, userID: idOf('b1') },
    { _id: '04DDEEFF', issuer: true, active: false, userID: idOf('b2') },
  ),
  'pricingdefinitions.json': lines({
    _id: idOf('c1'),
    entityID: 'RING-1',
    entityType: 'ChargingStation',
    name: 'Blue',
    dimensions: { energy: { active: true, price: 0.4 } },
  }),
  'transactions.json': lines(
    {
      _id: 17,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 2,
      tagID: '04AABBCC',
      userID: idOf('b1'),
      timestamp: dateOf('2026-02-01T10:00:00.000Z'),
      meterStart: 1000,
      stop: stopOf({ totalConsumptionWh: 8000, roundedPrice: 3.2, priceUnit: 'EUR' }),
    },
    {
      _id: 18,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 1,
      timestamp: dateOf('2026-02-02T10:00:00.000Z'),
      meterStart: { $numberLong: '0' },
      stop: stopOf({
        timestamp: dateOf('2026-02-02T11:00:00.000Z'),
        totalConsumptionWh: 500,
        roundedPrice: 1,
        priceUnit: 'USD',
      }),
    },
    {
      _id: 19,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 1,
      timestamp: dateOf('2026-02-03T10:00:00.000Z'),
    },
  ),
}

const people =
  'id,first_name,last_name,email,phone,blocked\n7,Cara,See,cara@drivers.example,,\n8,Anna,Berg,anna.berg@drivers.example,,\n9,,,,,\n'
const history = `id;station_id;evse_number;connector_number;token;driver_id;started_at;ended_at;energy_kwh;amount;currency
s1;RING-1;1;1;04AABBCC;;2026-02-04T10:00:00Z;2026-02-04T11:00:00Z;4.5;2.10;EUR
s2;RING-1;1;1;;7;2026-02-05T10:00:00Z;2026-02-05T09:00:00Z;4.5;;
s3;GONE;1;1;;7;2026-02-05T10:00:00Z;2026-02-05T11:00:00Z;4.5;;
`

const derived = pbkdf2Sync('old-password-of-dock', 'a1b2', 1000, 64, 'sha512').toString('hex')
/** The hash of a password, as CitrineOS keeps it. */
export const citrineHash = `PBKDF2:1000:64:sha512:a1b2:${derived}`

export const steveNetwork: Network = {
  system: 'steve',
  files: { 'steve.sql': steveDump(hashSync('old-password-of-kai1', 4)) },
  rows: 29,
  first: {
    locations: [1, 0, 0],
    stations: [2, 0, 2],
    drivers: [1, 0, 1],
    tags: [3, 0, 1],
    sessions: [2, 0, 3],
  },
  again: { stations: [0, 2, 2], drivers: [0, 1, 1], tags: [0, 3, 1], sessions: [0, 2, 3] },
  faults: [
    ['drivers', 'takeover.driver_empty', 1],
    ['sessions', 'takeover.session_energy', 1],
    ['sessions', 'takeover.session_runs', 1],
    ['sessions', 'takeover.station_unknown', 1],
    ['stations', 'import.value', 1],
    ['stations', 'takeover.connectors_guessed', 1],
    ['stations', 'takeover.no_connectors', 1],
    ['stations', 'takeover.no_password', 1],
    ['tags', 'takeover.token_wrong', 1],
  ],
}

export const citrineNetwork: Network = {
  system: 'citrine',
  files: { 'citrine.sql': pgDump(citrineTables(citrineHash)) },
  rows: 17,
  first: { locations: [1, 0, 0], stations: [2, 0, 1], tags: [2, 0, 0], sessions: [1, 0, 2] },
  again: { locations: [0, 1, 0], stations: [0, 2, 1], tags: [0, 2, 0], sessions: [0, 1, 2] },
  faults: [
    ['sessions', 'takeover.session_runs', 1],
    ['sessions', 'takeover.station_unknown', 1],
    ['stations', 'takeover.connectors_guessed', 1],
    ['stations', 'takeover.no_connectors', 1],
    ['stations', 'takeover.no_password', 1],
  ],
}

export const sapNetwork: Network = {
  system: 'sap',
  files: collections,
  rows: 14,
  first: {
    locations: [1, 0, 0],
    stations: [2, 0, 1],
    drivers: [2, 0, 0],
    tags: [2, 0, 0],
    sessions: [2, 0, 1],
  },
  again: {
    locations: [0, 1, 0],
    stations: [0, 2, 1],
    drivers: [0, 2, 0],
    tags: [0, 2, 0],
    sessions: [0, 2, 1],
  },
  faults: [
    ['files', 'takeover.line_wrong', 1],
    ['sessions', 'takeover.currency', 1],
    ['sessions', 'takeover.session_runs', 1],
    ['stations', 'takeover.connectors_guessed', 1],
    ['stations', 'takeover.no_connectors', 1],
    ['stations', 'takeover.no_password', 2],
  ],
}

/** Drivers and sessions of a system that nobody knows, at a station of SAP's network: Anna is here already. */
export const csvNetwork: Network = {
  system: 'csv',
  files: { 'people.csv': people, 'history.csv': history },
  rows: 6,
  first: { drivers: [1, 1, 1], sessions: [1, 0, 2] },
  again: { drivers: [0, 2, 1], sessions: [0, 1, 2] },
  faults: [
    ['drivers', 'takeover.driver_empty', 1],
    ['sessions', 'takeover.session_times', 1],
    ['sessions', 'takeover.station_unknown', 1],
  ],
}

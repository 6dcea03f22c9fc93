import type { Codec } from '../codec/codec.ts'
import { codecOf, type OcpiVersion } from '../versions.ts'
import { common, pieces } from './common.fixtures.ts'

const { at, point, image, business, german, energyMix, hours, cdrToken, periods, elements, schedule } = pieces

const connector = {
  id: '1',
  standard: 'IEC_62196_T2_COMBO',
  format: 'CABLE',
  power_type: 'DC',
  max_voltage: 920,
  max_amperage: 400,
  max_electric_power: 300000,
  tariff_ids: ['T-1', 'T-2'],
  terms_and_conditions: 'https://strom.example/terms',
  last_updated: at,
}
const evse = {
  uid: 'E-1',
  evse_id: 'DE*STR*E0001',
  status: 'RESERVED',
  status_schedule: schedule,
  capabilities: ['RFID_READER', 'REMOTE_START_STOP_CAPABLE'],
  connectors: [connector],
  floor_level: '-1',
  coordinates: point,
  physical_reference: 'A 12',
  directions: [german],
  parking_restrictions: ['PLUGGED'],
  images: [image],
  last_updated: at,
}
const location = {
  country_code: 'DE',
  party_id: 'STR',
  id: 'L-1',
  publish: false,
  publish_allowed_to: [
    { uid: 'U-1', type: 'APP_USER' },
    { visual_number: '0815', issuer: 'XYZ', group_id: 'FLEET-7' },
  ],
  name: 'Strom am Platz, Tiefgarage',
  address: 'Marktplatz 1',
  city: 'Musterstadt',
  postal_code: '01234',
  state: 'Sachsen',
  country: 'DEU',
  coordinates: point,
  related_locations: [{ ...point, name: { language: 'en', text: 'Way in' } }, point],
  parking_type: 'UNDERGROUND_GARAGE',
  evses: [evse],
  directions: [german],
  operator: business,
  suboperator: { name: 'Parkhaus GmbH' },
  owner: { name: 'Stadt' },
  facilities: ['CAFE', 'WIFI'],
  time_zone: 'Europe/Berlin',
  opening_times: hours,
  charging_when_closed: true,
  images: [image],
  energy_mix: energyMix,
  last_updated: at,
}
const tariff = {
  country_code: 'DE',
  party_id: 'STR',
  id: 'T-1',
  currency: 'EUR',
  type: 'REGULAR',
  tariff_alt_text: [{ language: 'en', text: 'Cheaper at the weekend' }],
  tariff_alt_url: 'https://strom.example/prices',
  elements,
  start_date_time: at,
  end_date_time: '2027-03-10T10:00:00.500Z',
  energy_mix: energyMix,
  last_updated: at,
}
const session = {
  country_code: 'DE',
  party_id: 'STR',
  id: 'S-1',
  start_date_time: at,
  end_date_time: '2026-03-10T11:00:01Z',
  kwh: 12.345,
  cdr_token: cdrToken,
  auth_method: 'COMMAND',
  authorization_reference: 'A-99',
  location_id: 'L-1',
  evse_uid: 'E-1',
  connector_id: '1',
  meter_id: 'M 77',
  currency: 'EUR',
  charging_periods: periods,
  status: 'ACTIVE',
  last_updated: at,
}
const cdr = {
  country_code: 'DE',
  party_id: 'STR',
  id: 'C-1-CREDIT',
  start_date_time: at,
  end_date_time: '2026-03-10T11:00:01Z',
  session_id: 'S-1',
  cdr_token: cdrToken,
  auth_method: 'WHITELIST',
  authorization_reference: 'A-99',
  cdr_location: {
    id: 'L-1',
    name: 'Strom am Platz, Tiefgarage',
    address: 'Marktplatz 1',
    city: 'Musterstadt',
    postal_code: '01234',
    state: 'Sachsen',
    country: 'DEU',
    coordinates: point,
    evse_uid: 'E-1',
    evse_id: 'DE*STR*E0001',
    connector_id: '1',
    connector_standard: 'IEC_62196_T2',
    connector_format: 'SOCKET',
    connector_power_type: 'AC_3_PHASE',
  },
  meter_id: 'M 77',
  currency: 'EUR',
  charging_periods: periods,
  signed_data: {
    encoding_method: 'OCMF',
    encoding_method_version: 1,
    public_key: 'TUZrd0V3WUhLb1pJ',
    signed_values: [{ nature: 'Start', plain_data: 'OCMF|{}|{}', signed_data: 'T0NNRnx7fXx7fQ==' }],
    url: 'https://strom.example/r/abc',
  },
  total_energy: 12.345,
  total_time: 1.0003,
  total_parking_time: 0.25,
  remark: 'Ended by the driver',
  invoice_reference_id: 'I-2026-3',
  credit: true,
  credit_reference_id: 'C-1',
  home_charging_compensation: false,
  last_updated: at,
}
const credentials = {
  token: 'e1b2c3d4-secret',
  url: 'https://partner.example/ocpi/versions',
  roles: [{ role: 'EMSP', business_details: business, party_id: 'XYZ', country_code: 'DE' }],
}

/** The objects with amounts; `amount` writes one that is 19 % dearer with its tax. */
const priced = <P, L>(amount: (before: number, withTaxes: number) => P, limit: L) => ({
  tariff: { ...tariff, min_price: limit, max_price: limit },
  session: { ...session, total_cost: amount(9.13, 10.86) },
  cdr: {
    ...cdr,
    total_cost: amount(-9.13, -10.86),
    total_fixed_cost: amount(0.35, 0.42),
    total_energy_cost: amount(7.38, 8.78),
    total_time_cost: amount(0.9, 1.07),
    total_parking_cost: amount(0.5, 0.6),
    total_reservation_cost: amount(0, 0),
  },
})

function v221() {
  const { tariff, session, cdr } = priced((excl_vat, incl_vat) => ({ excl_vat, incl_vat }), {
    excl_vat: 1,
    incl_vat: 1.19,
  })
  return {
    connector,
    partConnector: { tariff_ids: ['T-3'], last_updated: at },
    evse,
    partEvse: { status: 'REMOVED', last_updated: at },
    location,
    partLocation: { name: 'Strom am Markt', last_updated: at },
    tariff,
    session,
    partSession: { kwh: 15, total_cost: { excl_vat: 8 }, last_updated: at },
    cdr: { ...cdr, tariffs: [tariff] },
    credentials: { ...credentials, roles: [...credentials.roles, { ...credentials.roles[0], role: 'HUB' }] },
  }
}

function v230() {
  const taxed = (before: number, withTaxes: number) => ({
    before_taxes: before,
    taxes: [
      {
        name: 'USt',
        account_number: 'DE123456789',
        percentage: 19,
        amount: Number((withTaxes - before).toFixed(2)),
      },
    ],
  })
  const { tariff, session, cdr } = priced(taxed, { before_taxes: 1, after_taxes: 1.19 })
  const plug = {
    ...connector,
    standard: 'MCS',
    capabilities: ['ISO_15118_20_PLUG_AND_CHARGE', 'SOME_NEW_ONE'],
  }
  const place = {
    id: 'P-1',
    physical_reference: '12',
    vehicle_types: ['TRUCK_WITH_TRAILER', 'DISABLED'],
    max_vehicle_weight: 40000,
    max_vehicle_height: 400,
    max_vehicle_length: 1875,
    max_vehicle_width: 255,
    parking_space_length: 2000,
    parking_space_width: 350.5,
    dangerous_goods_allowed: false,
    direction: 'PARALLEL',
    drive_through: true,
    restricted_to_type: true,
    reservation_required: false,
    time_limit: 240,
    roofed: false,
    images: [image],
    lighting: true,
    refrigeration_outlet: true,
    standards: ['PAS 1899'],
    apds_reference: 'urn:apds:place:1',
  }
  const richEvse = {
    ...evse,
    connectors: [plug],
    parking_restrictions: ['TAXIS', 'EMPLOYEES'],
    parking: [{ parking_id: 'P-1', evse_position: 'LEFT' }, { parking_id: 'P-2' }],
    accepted_service_providers: ['Fahrstrom XYZ'],
  }
  const taxedTariff = { ...tariff, tax_included: 'NO' }
  return {
    connector: plug,
    partConnector: { capabilities: [], last_updated: at },
    evse: richEvse,
    partEvse: { accepted_service_providers: ['Fahrstrom XYZ'], last_updated: at },
    location: {
      ...location,
      facilities: ['CAFE', 'A_NEW_ONE'],
      evses: [richEvse],
      parking_places: [place],
      help_phone: '+49 30 1234567',
    },
    partLocation: { help_phone: '+49 30 7654321', last_updated: at },
    tariff: taxedTariff,
    session,
    partSession: { kwh: 15, total_cost: { before_taxes: 8, taxes: [] }, last_updated: at },
    cdr: { ...cdr, cdr_token: { ...cdrToken, type: 'EMAID' }, tariffs: [taxedTariff] },
    credentials: { ...credentials, hub_party_id: 'DEHUB' },
  }
}

/** An example of each codec of a version, by its name; the commands are apart. */
export const examples: Readonly<Record<OcpiVersion, Readonly<Record<string, unknown>>>> = {
  '2.2.1': { ...common, ...v221() },
  '2.3.0': { ...common, ...v230() },
}

/** The codecs of a version by name, those of the commands among them. */
export function codecsOf(version: OcpiVersion): Map<string, Codec<unknown>> {
  const { commands: ofCommands, ...others } = codecOf(version)
  return new Map(Object.entries({ ...others, ...ofCommands }) as unknown as [string, Codec<unknown>][])
}

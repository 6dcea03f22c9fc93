import type { OcpiVersion } from '../checks/types.ts'

type Json = Record<string, unknown>

const at = '2026-11-01T12:00:00Z'
const owner = { country_code: 'RU', party_id: 'STM' }

export const someConnector = (): Json => ({
  id: '1',
  standard: 'IEC_62196_T2',
  format: 'SOCKET',
  power_type: 'AC_3_PHASE',
  max_voltage: 230,
  max_amperage: 32,
  tariff_ids: ['T1'],
  last_updated: at,
})

export const someEvse = (uid = 'E1'): Json => ({
  uid,
  status: 'AVAILABLE',
  connectors: [someConnector()],
  last_updated: at,
})

export const someLocation = (id = 'L1'): Json => ({
  ...owner,
  id,
  publish: true,
  address: 'Nevsky 1',
  city: 'Petersburg',
  country: 'RUS',
  coordinates: { latitude: '59.93428', longitude: '30.33510' },
  time_zone: 'Europe/Moscow',
  evses: [someEvse()],
  last_updated: at,
})

export const someTariff = (version: OcpiVersion): Json => ({
  ...owner,
  id: 'T1',
  currency: 'RUB',
  elements: [{ price_components: [{ type: 'ENERGY', price: 15, vat: 20, step_size: 1 }] }],
  ...(version === '2.3.0' && { tax_included: 'NO' }),
  last_updated: at,
})

const cdrToken = {
  country_code: 'DE',
  party_id: 'EMP',
  uid: 'CARD-1',
  type: 'RFID',
  contract_id: 'DE-EMP-C1',
}

export const priceOf = (version: OcpiVersion, amount: number): Json =>
  version === '2.2.1'
    ? { excl_vat: amount, incl_vat: amount * 1.2 }
    : { before_taxes: amount, taxes: [{ name: 'VAT', percentage: 20, amount: amount * 0.2 }] }

export const someSession = (id = 'S1'): Json => ({
  ...owner,
  id,
  start_date_time: '2026-11-01T11:00:00Z',
  kwh: 3.5,
  cdr_token: cdrToken,
  auth_method: 'WHITELIST',
  location_id: 'L1',
  evse_uid: 'E1',
  connector_id: '1',
  currency: 'RUB',
  status: 'ACTIVE',
  last_updated: at,
})

export const someCdr = (version: OcpiVersion, id = 'C1'): Json => ({
  ...owner,
  id,
  start_date_time: '2026-11-01T11:00:00Z',
  end_date_time: '2026-11-01T12:00:00Z',
  session_id: 'S1',
  cdr_token: cdrToken,
  auth_method: 'WHITELIST',
  cdr_location: {
    id: 'L1',
    address: 'Nevsky 1',
    city: 'Petersburg',
    country: 'RUS',
    coordinates: { latitude: '59.93428', longitude: '30.33510' },
    evse_uid: 'E1',
    evse_id: 'RU*STM*E1',
    connector_id: '1',
    connector_standard: 'IEC_62196_T2',
    connector_format: 'SOCKET',
    connector_power_type: 'AC_3_PHASE',
  },
  currency: 'RUB',
  tariffs: [someTariff(version)],
  charging_periods: [
    {
      start_date_time: '2026-11-01T11:00:00Z',
      dimensions: [{ type: 'ENERGY', volume: 10 }],
      tariff_id: 'T1',
    },
  ],
  total_cost: priceOf(version, 150),
  total_energy: 10,
  total_time: 1,
  last_updated: at,
})

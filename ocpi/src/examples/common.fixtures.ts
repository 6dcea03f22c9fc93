// Our own examples, each with every field of its table.

const at = '2026-03-10T10:00:00Z'
const point = { latitude: '52.520008', longitude: '13.404954' }
const image = {
  url: 'https://pictures.example/site.jpeg',
  thumbnail: 'https://pictures.example/site-small.jpeg',
  category: 'ENTRANCE',
  type: 'jpeg',
  width: 1600,
  height: 900,
}
const business = { name: 'Strom am Platz', website: 'https://strom.example', logo: image }
const german = { language: 'de', text: 'Hinter der Schranke rechts' }
const energyMix = {
  is_green_energy: false,
  energy_sources: [
    { source: 'WIND', percentage: 62.5 },
    { source: 'GAS', percentage: 37.5 },
  ],
  environ_impact: [{ category: 'CARBON_DIOXIDE', amount: 148.25 }],
  supplier_name: 'Stadtwerke',
  energy_product_name: 'Mischstrom',
}
const hours = {
  twentyfourseven: false,
  regular_hours: [
    { weekday: 1, period_begin: '08:00', period_end: '20:00' },
    { weekday: 7, period_begin: '10:30', period_end: '16:00' },
  ],
  exceptional_openings: [{ period_begin: at, period_end: '2026-03-10T18:00:00Z' }],
  exceptional_closings: [{ period_begin: '2026-12-24T17:00:00Z', period_end: '2026-12-26T07:00:00Z' }],
}
const token = {
  country_code: 'DE',
  party_id: 'XYZ',
  uid: '04A1B2C3D4E5F6',
  type: 'RFID',
  contract_id: 'DE-XYZ-C12345678-V',
  visual_number: 'XYZ 1234 5678',
  issuer: 'Fahrstrom XYZ',
  group_id: 'FLEET-7',
  valid: true,
  whitelist: 'ALLOWED_OFFLINE',
  language: 'de',
  default_profile_type: 'GREEN',
  energy_contract: { supplier_name: 'Stadtwerke', contract_id: 'V-4711' },
  last_updated: at,
}
const cdrToken = {
  country_code: 'DE',
  party_id: 'XYZ',
  uid: '04A1B2C3D4E5F6',
  type: 'RFID',
  contract_id: 'DE-XYZ-C12345678-V',
}
const periods = [
  {
    start_date_time: at,
    dimensions: [
      { type: 'ENERGY', volume: 12.345 },
      { type: 'TIME', volume: 0.7503 },
      { type: 'MAX_POWER', volume: 22.08 },
    ],
    tariff_id: 'T-1',
  },
  {
    start_date_time: '2026-03-10T10:45:01Z',
    dimensions: [{ type: 'PARKING_TIME', volume: 0.25 }],
  },
]
const elements = [
  {
    price_components: [{ type: 'ENERGY', price: 0.49, vat: 19, step_size: 1 }],
    restrictions: {
      start_time: '22:00',
      end_time: '06:00',
      start_date: '2026-01-01',
      end_date: '2027-01-01',
      min_kwh: 1.5,
      max_kwh: 80,
      min_current: 6,
      max_current: 63.5,
      min_power: 1.4,
      max_power: 43,
      min_duration: 60,
      max_duration: 86400,
      day_of_week: ['SATURDAY', 'SUNDAY'],
      reservation: 'RESERVATION',
    },
  },
  {
    price_components: [
      { type: 'ENERGY', price: 0.5975, vat: 19, step_size: 1 },
      { type: 'FLAT', price: 0.35, vat: 19, step_size: 1 },
      { type: 'PARKING_TIME', price: 6, vat: 19, step_size: 60 },
      { type: 'TIME', price: 1.2, step_size: 300 },
    ],
  },
]
const schedule = [
  { period_begin: at, period_end: '2026-03-10T12:00:00Z', status: 'INOPERATIVE' },
  { period_begin: '2026-04-01T00:00:00Z', status: 'REMOVED' },
]
const profile = {
  start_date_time: at,
  duration: 7200,
  charging_rate_unit: 'A',
  min_charging_rate: 6,
  charging_profile_period: [
    { start_period: 0, limit: 16.5 },
    { start_period: 1800, limit: 8 },
  ],
}
const clientInfo = { party_id: 'XYZ', country_code: 'DE', role: 'EMSP', status: 'OFFLINE', last_updated: at }
const message = [{ language: 'en', text: 'The station is busy' }]
const responseUrl = 'https://partner.example/ocpi/emsp/commands/START_SESSION/17'

export const pieces = {
  at,
  point,
  image,
  business,
  german,
  energyMix,
  hours,
  token,
  cdrToken,
  periods,
  elements,
  schedule,
}

/** Examples that look the same in both versions, by the name of their codec. */
export const common = {
  displayText: german,
  energyMix,
  hours,
  token,
  partToken: { valid: false, last_updated: at },
  locationReferences: { location_id: 'L-1', evse_uids: ['E-1', 'E-2'] },
  authorizationInfo: {
    allowed: 'NO_CREDIT',
    token,
    location: { location_id: 'L-1', evse_uids: ['E-1'] },
    authorization_reference: 'A-99',
    info: { language: 'de', text: 'Kein Guthaben' },
  },
  chargingPreferences: {
    profile_type: 'CHEAP',
    departure_time: '2026-03-11T06:30:00Z',
    energy_need: 24.5,
    discharge_allowed: false,
  },
  chargingPreferencesResponse: 'DEPARTURE_REQUIRED',
  commandResponse: { result: 'ACCEPTED', timeout: 30, message },
  commandResult: { result: 'EVSE_OCCUPIED', message },
  chargingProfile: profile,
  setChargingProfile: { charging_profile: profile, response_url: responseUrl },
  activeChargingProfile: { start_date_time: at, charging_profile: profile },
  chargingProfileResponse: { result: 'TOO_OFTEN', timeout: 30 },
  chargingProfileResult: { result: 'UNKNOWN' },
  activeChargingProfileResult: {
    result: 'ACCEPTED',
    profile: { start_date_time: at, charging_profile: profile },
  },
  clientInfo,
  versionListed: { version: '3.0-1', url: 'https://partner.example/ocpi/3.0-1' },
  versionDetails: {
    version: '2.3.0',
    endpoints: [
      { identifier: 'tokens', role: 'SENDER', url: 'https://partner.example/ocpi/2.3.0/tokens' },
      { identifier: 'bookings', role: 'RECEIVER', url: 'https://partner.example/ocpi/2.3.0/bookings' },
    ],
  },
}

export const commands = {
  CANCEL_RESERVATION: { response_url: responseUrl, reservation_id: 'R-5' },
  RESERVE_NOW: {
    response_url: responseUrl,
    token,
    expiry_date: '2026-03-10T11:00:00Z',
    reservation_id: 'R-5',
    location_id: 'L-1',
    evse_uid: 'E-1',
    authorization_reference: 'A-99',
  },
  START_SESSION: {
    response_url: responseUrl,
    token,
    location_id: 'L-1',
    evse_uid: 'E-1',
    connector_id: '1',
    authorization_reference: 'A-99',
  },
  STOP_SESSION: { response_url: responseUrl, session_id: 'S-1' },
  UNLOCK_CONNECTOR: { response_url: responseUrl, location_id: 'L-1', evse_uid: 'E-1', connector_id: '2' },
}

import { describe, expect, test } from 'vitest'
import { read } from '../codec/codec.ts'
import { codecOf, ocpiVersions } from '../versions.ts'
import { commands } from './common.fixtures.ts'
import { codecsOf, examples } from './of-versions.fixtures.ts'

/** The longest that each text may be, by the standard's tables: the codec, and the path in its example. */
const longest: Record<string, Record<string, number>> = {
  displayText: { text: 512 },
  energyMix: { supplier_name: 64, energy_product_name: 64 },
  location: {
    country_code: 2,
    party_id: 3,
    id: 36,
    name: 255,
    address: 255,
    city: 45,
    postal_code: 10,
    state: 45,
    country: 3,
    time_zone: 255,
    'publish_allowed_to.0.uid': 36,
    'publish_allowed_to.1.visual_number': 64,
    'publish_allowed_to.1.issuer': 64,
    'publish_allowed_to.1.group_id': 36,
    'operator.name': 100,
    'images.0.type': 4,
    'directions.0.language': 2,
    'evses.0.uid': 36,
    'evses.0.evse_id': 48,
    'evses.0.floor_level': 4,
    'evses.0.physical_reference': 16,
    'evses.0.connectors.0.id': 36,
    'evses.0.connectors.0.tariff_ids.0': 36,
  },
  tariff: { country_code: 2, party_id: 3, id: 36, currency: 3 },
  session: {
    id: 36,
    authorization_reference: 36,
    location_id: 36,
    evse_uid: 36,
    connector_id: 36,
    meter_id: 255,
    currency: 3,
    'cdr_token.uid': 36,
    'cdr_token.contract_id': 36,
    'charging_periods.0.tariff_id': 36,
  },
  cdr: {
    id: 39,
    session_id: 36,
    authorization_reference: 36,
    meter_id: 255,
    currency: 3,
    remark: 255,
    invoice_reference_id: 39,
    credit_reference_id: 39,
    'cdr_location.id': 36,
    'cdr_location.name': 255,
    'cdr_location.address': 45,
    'cdr_location.city': 45,
    'cdr_location.postal_code': 10,
    'cdr_location.state': 20,
    'cdr_location.country': 3,
    'cdr_location.evse_uid': 36,
    'cdr_location.evse_id': 48,
    'cdr_location.connector_id': 36,
    'signed_data.encoding_method': 36,
    'signed_data.public_key': 512,
    'signed_data.url': 512,
    'signed_data.signed_values.0.nature': 32,
    'signed_data.signed_values.0.plain_data': 5000,
    'signed_data.signed_values.0.signed_data': 5000,
  },
  token: {
    country_code: 2,
    party_id: 3,
    uid: 36,
    contract_id: 36,
    visual_number: 64,
    issuer: 64,
    group_id: 36,
    language: 2,
    'energy_contract.supplier_name': 64,
    'energy_contract.contract_id': 64,
  },
  authorizationInfo: { authorization_reference: 36, 'location.location_id': 36, 'location.evse_uids.0': 36 },
  CANCEL_RESERVATION: { reservation_id: 36 },
  RESERVE_NOW: { reservation_id: 36, location_id: 36, evse_uid: 36, authorization_reference: 36 },
  START_SESSION: { location_id: 36, evse_uid: 36, connector_id: 36, authorization_reference: 36 },
  STOP_SESSION: { session_id: 36 },
  UNLOCK_CONNECTOR: { location_id: 36, evse_uid: 36, connector_id: 36 },
  clientInfo: { party_id: 3, country_code: 2 },
  credentials: { token: 64, 'roles.0.party_id': 3, 'roles.0.country_code': 2 },
}
const longestOf230: typeof longest = {
  location: {
    help_phone: 25,
    'parking_places.0.id': 36,
    'parking_places.0.physical_reference': 12,
    'parking_places.0.standards.0': 36,
    'evses.0.parking.0.parking_id': 36,
    'evses.0.accepted_service_providers.0': 50,
  },
  credentials: { hub_party_id: 5 },
}

/** The least and the most of whole numbers, and how far beyond is refused. */
const ranges: [string, string, number, number][] = [
  ['location', 'opening_times.regular_hours.0.weekday', 1, 7],
  ['location', 'images.0.width', 0, 99_999],
  ['location', 'images.0.height', 0, 99_999],
]

/** What no object may lack. */
const required: [string, string][] = [
  ['location', 'publish'],
  ['location', 'coordinates'],
  ['location', 'evses.0.connectors'],
  ['location', 'evses.0.connectors.0.max_voltage'],
  ['tariff', 'elements'],
  ['tariff', 'elements.0.price_components'],
  ['session', 'kwh'],
  ['session', 'cdr_token'],
  ['cdr', 'total_cost'],
  ['cdr', 'charging_periods'],
  ['cdr', 'credit_reference_id'],
  ['token', 'whitelist'],
  ['token', 'last_updated'],
  ['START_SESSION', 'response_url'],
  ['START_SESSION', 'token'],
  ['START_SESSION', 'evse_uid'],
  ['RESERVE_NOW', 'expiry_date'],
  ['partToken', 'last_updated'],
  ['credentials', 'roles'],
]

/** What must have one entry at least. */
const some: [string, string][] = [
  ['evse', 'connectors'],
  ['tariff', 'elements'],
  ['tariff', 'elements.0.price_components'],
  ['cdr', 'charging_periods'],
  ['session', 'charging_periods.0.dimensions'],
  ['cdr', 'signed_data.signed_values'],
  ['credentials', 'roles'],
  ['versionDetails', 'endpoints'],
]

/** The words of the closed lists, by the standard's tables. */
const words: [string, string, string[]][] = [
  [
    'energyMix',
    'energy_sources.0.source',
    ['NUCLEAR', 'GENERAL_FOSSIL', 'COAL', 'GAS', 'GENERAL_GREEN', 'SOLAR', 'WIND', 'WATER'],
  ],
  ['commandResponse', 'result', ['NOT_SUPPORTED', 'REJECTED', 'ACCEPTED', 'UNKNOWN_SESSION']],
  ['clientInfo', 'status', ['CONNECTED', 'OFFLINE', 'PLANNED', 'SUSPENDED']],
  ['clientInfo', 'role', ['CPO', 'EMSP', 'NAP', 'NSP', 'OTHER', 'SCSP']],
  ['versionDetails', 'endpoints.0.role', ['SENDER', 'RECEIVER']],
  ['location', 'evses.0.connectors.0.format', ['SOCKET', 'CABLE']],
]
/** Those that 2.3.0 has opened, and the role that it has no more. */
const wordsOf221: typeof words = [
  ['clientInfo', 'role', ['HUB']],
  ['token', 'type', ['AD_HOC_USER', 'APP_USER', 'OTHER', 'RFID']],
  [
    'location',
    'images.0.category',
    ['CHARGER', 'ENTRANCE', 'LOCATION', 'NETWORK', 'OPERATOR', 'OTHER', 'OWNER'],
  ],
  ['energyMix', 'environ_impact.0.category', ['NUCLEAR_WASTE', 'CARBON_DIOXIDE']],
  ['evse', 'parking_restrictions.0', ['EV_ONLY', 'PLUGGED', 'DISABLED', 'CUSTOMERS', 'MOTORCYCLES']],
]

describe.each(ocpiVersions)('bounds of %s', (version) => {
  const codecs = codecsOf(version)
  const ofVersion: Record<string, unknown> = { ...examples[version], ...commands }

  /** Whether an example is still valid with another value at a path; undefined: without it. */
  function accepts(name: string, path: string, value: unknown): boolean {
    const codec = codecs.get(name)
    if (!codec) throw new Error(`no codec ${name}`)
    const json = structuredClone(ofVersion[name])
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const parent = steps.reduce<Record<string, unknown>>(
      (at, step) => at[step] as Record<string, unknown>,
      json as Record<string, unknown>,
    )
    if (!Object.hasOwn(parent, last)) throw new Error(`the example of ${name} has no ${path}`)
    if (value === undefined) delete parent[last]
    else parent[last] = value
    return read(codec, json).ok
  }

  const texts = (all: typeof longest) =>
    Object.entries(all).flatMap(([name, of]) =>
      Object.entries(of).map(([path, most]) => [name, path, most] as const),
    )

  test.each([
    ...texts(longest),
    ...(version === '2.3.0' ? texts(longestOf230) : []),
  ])('%s: %s has %i characters at most', (name, path, most) => {
    const lengths = [most - 1, most, most + 1]
    expect(lengths.map((length) => accepts(name, path, 'x'.repeat(length)))).toEqual([true, true, false])
    expect(accepts(name, path, '\u0007')).toBe(false)
  })

  test.each(ranges)('%s: %s is from %i to %i', (name, path, least, most) => {
    const values = [least - 1, least, most, most + 1, least + 0.5]
    expect(values.map((value) => accepts(name, path, value))).toEqual([false, true, true, false, false])
  })

  test.each(required)('%s has its %s', (name, path) => {
    expect(accepts(name, path, undefined)).toBe(false)
    expect(accepts(name, path, null)).toBe(false)
  })

  test.each(some)('%s: %s has one entry at least', (name, path) => {
    expect(accepts(name, path, [])).toBe(false)
  })

  test('the id of a bill that takes none back has 36 characters at most', () => {
    const json = { ...(ofVersion.cdr as object), credit: false }
    const ofLength = (length: number) => {
      const codec = codecs.get('cdr')
      return codec && read(codec, { ...json, id: 'x'.repeat(length) }).ok
    }
    expect([36, 37].map(ofLength)).toEqual([true, false])
  })

  test.each([
    ...words,
    ...(version === '2.2.1' ? wordsOf221 : []),
  ])('%s: %s has the words of the standard and no others', (name, path, all) => {
    expect(all.filter((word) => !accepts(name, path, word))).toEqual([])
    expect([...all.map((word) => `${word}_2`), ''].filter((word) => accepts(name, path, word))).toEqual([])
  })

  test.each([
    ['52.52000', true],
    ['-5.5200081', true],
    ['52.52000x', false],
    ['52.5200', false],
    ['52.52000812', false],
    ['152.52000', false],
    ['52', false],
  ])('latitude %s', (latitude, isValid) => {
    expect(accepts('location', 'coordinates.latitude', latitude)).toBe(isValid)
  })

  test.each([
    ['13.40000', true],
    ['-179.400008', true],
    ['1799.40000', false],
    ['13.4000', false],
    ['13.40000x', false],
  ])('longitude %s', (longitude, isValid) => {
    expect(accepts('location', 'coordinates.longitude', longitude)).toBe(isValid)
  })

  test('a token of credentials has no spaces, neither before nor behind', () => {
    const tokens = ['a b', ' ab', 'ab ', '', 'ab']
    expect(tokens.map((token) => accepts('credentials', 'token', token))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('opening hours of a site that never closes are a contradiction', () => {
    expect(accepts('hours', 'twentyfourseven', true)).toBe(false)
    const codec = codecs.get('hours')
    expect(codec && read(codec, { twentyfourseven: true, regular_hours: [] })).toMatchObject({ ok: true })
  })

  test('a session is started at a station, at an EVSE, or at a connector of one', () => {
    const codec = codecs.get('START_SESSION')
    const { evse_uid, connector_id, ...atStation } = commands.START_SESSION
    const readings = [{}, { evse_uid }, { evse_uid, connector_id }, { connector_id }].map(
      (at) => codec && read(codec, { ...atStation, ...at }).ok,
    )
    expect(readings).toEqual([true, true, true, false])
  })

  test.each([
    ['TIME', 0.5, 1800],
    ['PARKING_TIME', 0.25, 900],
    ['RESERVATION_TIME', 1, 3600],
    ['ENERGY', 1.5, 1500],
    ['MAX_CURRENT', 16, 16_000],
  ])('%s of %s is %i of the unit that we have', (type, volume, amount) => {
    const { dimensions, ...period } = (ofVersion.session as { charging_periods: [{ dimensions: unknown }] })
      .charging_periods[0]
    const session = {
      ...(ofVersion.session as object),
      charging_periods: [{ ...period, dimensions: [{ type, volume }] }],
    }
    expect(read(codecOf(version).session, session)).toMatchObject({
      value: { chargingPeriods: [{ dimensions: [{ type, amount }] }] },
    })
  })
})

test.each([
  [{ excl_vat: 1 }, undefined],
  [{ excl_vat: 1, incl_vat: null }, undefined],
  [{ excl_vat: 1, incl_vat: 1 }, []],
  [{ excl_vat: 1, incl_vat: 1.19 }, [{ name: 'VAT', amountMicro: 190_000 }]],
])('the taxes of %j in 2.2.1 are %j', (total_cost, taxes) => {
  const session = { ...(examples['2.2.1'].session as object), total_cost }
  const reading = read(codecOf('2.2.1').session, session)
  expect(reading.ok && reading.value.totalCost).toEqual({ beforeTaxesMicro: 1_000_000, taxes })
})

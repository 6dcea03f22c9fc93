import fc from 'fast-check'
import {
  authMethods,
  type Cdr,
  type ChargingProfile,
  capabilities,
  connectorStandards,
  daysOfWeek,
  dimensionTypes,
  evseStatuses,
  facilities,
  type Location,
  type Price,
  powerTypes,
  type Session,
  sessionStatuses,
  type Tariff,
  type Token,
  tariffDimensions,
  tariffTypes,
  whitelists,
} from '../model/index.ts'

/** An object with each of the optional fields or without it. */
const some = <T, K extends keyof T>(
  required: { [P in keyof T]: fc.Arbitrary<T[P]> },
  ...optionalKeys: K[]
): fc.Arbitrary<Omit<T, K> & { [P in K]?: T[P] }> =>
  fc.record(required, {
    requiredKeys: (Object.keys(required) as (keyof T)[]).filter(
      (key) => !optionalKeys.includes(key as K),
    ) as never,
  }) as never

const id = (most: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9*#-]{1,${most}}$`))
const words = (most: number) =>
  fc.stringMatching(new RegExp(`^[A-Za-zÄßЖ0-9][A-Za-zÄßЖ0-9,.-]{0,${most - 1}}$`))
const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
const web = id(30).map((path) => `https://a.example/${encodeURIComponent(path)}`)
const few = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 })
const oneOrMore = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 })
const of = <T>(list: readonly T[]) => fc.constantFrom(...list)
/** Money that four decimals can write. */
const micro = fc.integer({ min: -9_000_000, max: 9_000_000 }).map((hundreds) => hundreds * 100)

const displayText = fc.record({ language: of(['de', 'en', 'ru']), text: words(40) })
const point = fc.record({
  latitude: of(['52.52000', '-1.1234567']),
  longitude: of(['13.40495', '-126.104965']),
})
const image = some(
  {
    url: web,
    thumbnail: web,
    category: of(['CHARGER', 'OTHER']),
    type: of(['png', 'jpeg']),
    width: fc.nat(99_999),
  },
  'thumbnail',
  'width',
)
const business = some({ name: words(60), website: web, logo: image }, 'website', 'logo')
/** Both versions can write a price with one tax that is called VAT. */
const price: fc.Arbitrary<Price> = fc
  .record({
    beforeTaxesMicro: micro,
    tax: fc.option(
      micro.filter((amount) => amount !== 0),
      { nil: undefined },
    ),
  })
  .map(({ beforeTaxesMicro, tax }) =>
    tax === undefined
      ? { beforeTaxesMicro }
      : { beforeTaxesMicro, taxes: [{ name: 'VAT', amountMicro: tax }] },
  )

const connector = some(
  {
    id: id(36),
    standard: of(connectorStandards),
    format: of(['SOCKET', 'CABLE'] as const),
    powerType: of(powerTypes),
    maxVoltage: fc.nat(1000),
    maxAmperage: fc.nat(500),
    maxElectricPower: fc.nat(400_000),
    tariffIds: few(id(36)),
    termsAndConditions: web,
    capabilities: fc.constant<never[]>([]),
    lastUpdated: at,
  },
  'maxElectricPower',
  'termsAndConditions',
)
const evse = some(
  {
    uid: id(36),
    evseId: id(48),
    status: of(evseStatuses),
    statusSchedule: few(some({ periodBegin: at, periodEnd: at, status: of(evseStatuses) }, 'periodEnd')),
    capabilities: few(of(capabilities)),
    connectors: oneOrMore(connector),
    floorLevel: words(4),
    coordinates: point,
    physicalReference: words(16),
    directions: few(displayText),
    parkingRestrictions: few(of(['EV_ONLY', 'PLUGGED', 'CUSTOMERS'])),
    parking: fc.constant<never[]>([]),
    images: few(image),
    acceptedServiceProviders: fc.constant<never[]>([]),
    lastUpdated: at,
  },
  'evseId',
  'floorLevel',
  'coordinates',
  'physicalReference',
)

/** A location that both versions can write. */
export const location: fc.Arbitrary<Location> = some(
  {
    countryCode: of(['DE', 'nl']),
    partyId: id(3),
    id: id(36),
    publish: fc.boolean(),
    publishAllowedTo: few(
      some({ uid: id(36), type: of(['RFID']), issuer: words(64) }, 'uid', 'type', 'issuer'),
    ),
    name: words(80),
    address: words(45),
    city: words(45),
    postalCode: words(10),
    state: words(20),
    country: of(['DEU', 'RUS']),
    coordinates: point,
    relatedLocations: few(
      some({ latitude: of(['1.00000']), longitude: of(['2.00000']), name: displayText }, 'name'),
    ),
    parkingType: of(['ON_STREET', 'PARKING_LOT']),
    evses: few(evse),
    parkingPlaces: fc.constant<never[]>([]),
    directions: few(displayText),
    operator: business,
    facilities: few(of(facilities)),
    timeZone: of(['Europe/Berlin', 'Europe/Moscow']),
    openingTimes: fc.record({
      twentyfourseven: fc.constant(false),
      regularHours: few(
        fc.record({
          weekday: fc.integer({ min: 1, max: 7 }),
          periodBegin: of(['00:00', '08:30']),
          periodEnd: of(['23:59', '12:00']),
        }),
      ),
      exceptionalOpenings: few(fc.record({ periodBegin: at, periodEnd: at })),
      exceptionalClosings: few(fc.record({ periodBegin: at, periodEnd: at })),
    }),
    chargingWhenClosed: fc.boolean(),
    images: few(image),
    lastUpdated: at,
  },
  'name',
  'postalCode',
  'state',
  'parkingType',
  'operator',
  'openingTimes',
  'chargingWhenClosed',
)

const restrictions = some(
  {
    startTime: of(['00:00', '22:15']),
    endTime: of(['06:00', '23:59']),
    startDate: of(['2026-02-28']),
    endDate: of(['2027-01-01']),
    minEnergyWh: fc.nat(100_000),
    maxEnergyWh: fc.nat(100_000),
    minCurrentMilliamps: fc.nat(32_000),
    maxPowerWatts: fc.nat(350_000),
    minDurationSeconds: fc.nat(90_000),
    maxDurationSeconds: fc.nat(90_000),
    daysOfWeek: fc.uniqueArray(of(daysOfWeek), { maxLength: 7 }),
    reservation: of(['RESERVATION', 'RESERVATION_EXPIRES'] as const),
  },
  'startTime',
  'endTime',
  'startDate',
  'endDate',
  'minEnergyWh',
  'maxEnergyWh',
  'minCurrentMilliamps',
  'maxPowerWatts',
  'minDurationSeconds',
  'maxDurationSeconds',
  'reservation',
)
const limit = some({ beforeTaxesMicro: micro, afterTaxesMicro: micro }, 'afterTaxesMicro')

/** A tariff that both versions can write: its prices have no taxes in them. */
export const tariff: fc.Arbitrary<Tariff> = some(
  {
    countryCode: of(['DE', 'NL']),
    partyId: id(3),
    id: id(36),
    currency: of(['EUR', 'RUB']),
    type: of(tariffTypes),
    tariffAltText: few(displayText),
    tariffAltUrl: web,
    minPrice: limit,
    maxPrice: limit,
    elements: oneOrMore(
      some(
        {
          priceComponents: oneOrMore(
            some(
              {
                type: of(tariffDimensions),
                priceMicro: micro,
                vatPpm: fc.nat(300_000),
                stepSize: fc.nat(3600),
              },
              'vatPpm',
            ),
          ),
          restrictions,
        },
        'restrictions',
      ),
    ),
    taxIncluded: of(['NO'] as const),
    startDateTime: at,
    endDateTime: at,
    lastUpdated: at,
  },
  'type',
  'tariffAltUrl',
  'minPrice',
  'maxPrice',
  'startDateTime',
  'endDateTime',
)

const cdrToken = {
  countryCode: of(['DE', 'NL']),
  partyId: id(3),
  uid: id(36),
  type: of(['AD_HOC_USER', 'APP_USER', 'OTHER', 'RFID']),
  contractId: id(36),
}

export const token: fc.Arbitrary<Token> = some(
  {
    ...cdrToken,
    visualNumber: words(64),
    issuer: words(64),
    groupId: id(36),
    valid: fc.boolean(),
    whitelist: of(whitelists),
    language: of(['de', 'ru']),
    defaultProfileType: of(['CHEAP', 'FAST'] as const),
    energyContract: some({ supplierName: words(64), contractId: words(64) }, 'contractId'),
    lastUpdated: at,
  },
  'visualNumber',
  'groupId',
  'language',
  'defaultProfileType',
  'energyContract',
)

const period = some(
  {
    startDateTime: at,
    dimensions: oneOrMore(
      fc.record({ type: of(dimensionTypes), amount: fc.integer({ min: -90_000, max: 900_000 }) }),
    ),
    tariffId: id(36),
  },
  'tariffId',
)

export const session: fc.Arbitrary<Session> = some(
  {
    countryCode: of(['DE', 'NL']),
    partyId: id(3),
    id: id(36),
    startDateTime: at,
    endDateTime: at,
    energyWh: fc.nat(900_000),
    cdrToken: fc.record(cdrToken),
    authMethod: of(authMethods),
    authorizationReference: id(36),
    locationId: id(36),
    evseUid: id(36),
    connectorId: id(36),
    meterId: words(255),
    currency: of(['EUR', 'RUB']),
    chargingPeriods: few(period),
    totalCost: price,
    status: of(sessionStatuses),
    lastUpdated: at,
  },
  'endDateTime',
  'authorizationReference',
  'meterId',
  'totalCost',
)

export const cdr: fc.Arbitrary<Cdr> = some(
  {
    countryCode: of(['DE', 'NL']),
    partyId: id(3),
    id: id(36),
    startDateTime: at,
    endDateTime: at,
    sessionId: id(36),
    cdrToken: fc.record(cdrToken),
    authMethod: of(authMethods),
    cdrLocation: some(
      {
        id: id(36),
        name: words(60),
        address: words(45),
        city: words(45),
        postalCode: words(10),
        state: words(20),
        country: of(['DEU']),
        coordinates: point,
        evseUid: id(36),
        evseId: id(48),
        connectorId: id(36),
        connectorStandard: of(connectorStandards),
        connectorFormat: of(['CABLE'] as const),
        connectorPowerType: of(powerTypes),
      },
      'name',
      'postalCode',
      'state',
    ),
    currency: of(['EUR', 'RUB']),
    tariffs: few(tariff),
    chargingPeriods: oneOrMore(period),
    signedData: some(
      {
        encodingMethod: of(['OCMF']),
        encodingMethodVersion: fc.nat(9),
        publicKey: id(512),
        signedValues: oneOrMore(
          fc.record({ nature: of(['Start', 'End']), plainData: words(500), signedData: id(5000) }),
        ),
        url: web,
      },
      'encodingMethodVersion',
      'publicKey',
      'url',
    ),
    totalCost: price,
    totalFixedCost: price,
    totalEnergyWh: fc.nat(900_000),
    totalEnergyCost: price,
    totalTimeSeconds: fc.nat(900_000),
    totalTimeCost: price,
    totalParkingTimeSeconds: fc.nat(900_000),
    totalParkingCost: price,
    remark: words(255),
    lastUpdated: at,
  },
  'sessionId',
  'signedData',
  'totalFixedCost',
  'totalEnergyCost',
  'totalTimeCost',
  'totalParkingTimeSeconds',
  'totalParkingCost',
  'remark',
)

export const profile: fc.Arbitrary<ChargingProfile> = some(
  {
    startDateTime: at,
    durationSeconds: fc.nat(90_000),
    chargingRateUnit: of(['W', 'A'] as const),
    minChargingRateTenths: fc.nat(320),
    chargingProfilePeriod: few(
      fc.record({ startPeriodSeconds: fc.nat(90_000), limitTenths: fc.nat(2_000_000) }),
    ),
  },
  'startDateTime',
  'durationSeconds',
  'minChargingRateTenths',
)

import type { PublicLocation } from '@stationmaster/contract'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { location, statusText, tableText } from './datex.fixtures.ts'
import type { Publisher } from './facilities.ts'
import { textOf } from './xml.ts'

const lists = [
  'refillPoint',
  'energyInfrastructureStation',
  'energyPrice',
  'energyRate',
  'connector',
  'validPeriod',
]
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => [...lists, 'refillPointStatus', 'energyInfrastructureStationStatus'].includes(name),
})
const read = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)
  return parser.parse(text).payload
}
const idsOf = (list: { '@id': string }[]) => list.map((one) => one['@id'])
const versionsOf = (list: { '@version': string }[]) => list.map((one) => one['@version'])
const periodsOf = (list: Record<string, Record<string, unknown>>[]) =>
  list.map(({ recurringTimePeriodOfDay: times, recurringDayWeekMonthPeriod: week }) => [
    times?.startTimeOfPeriod,
    times?.endTimeOfPeriod,
    week?.applicableDay,
  ])
const statusesOf = (list: { refillPointStatus: { reference: { '@id': string }; status: string }[] }[]) =>
  list.flatMap(({ refillPointStatus: points }) =>
    points.map(({ reference, status }) => [reference['@id'], status]),
  )
const site = (place?: PublicLocation, by?: Publisher) =>
  read(tableText(place, by)).energyInfrastructureTable.energyInfrastructureSite

describe('the table', () => {
  test('says what it is, by whom and when', () => {
    expect(read(tableText())).toMatchObject({
      '@type': 'aegi:EnergyInfrastructureTablePublication',
      '@modelBaseVersion': '3',
      publicationTime: '2026-11-01T12:00:00.000Z',
      publicationCreator: { country: 'RU', nationalIdentifier: 'RU*STM' },
      headerInformation: { confidentiality: 'noRestriction', informationStatus: 'real' },
      energyInfrastructureTable: { '@id': 'network', '@version': 'v1' },
    })
    const unnamed = { party: null, supportPhone: null, publicUrl: null }
    expect(read(tableText(location, unnamed))).toMatchObject({
      publicationCreator: { country: 'ZZ', nationalIdentifier: 'stationmaster' },
    })
    const bare = site(location, unnamed)
    for (const name of ['operator', 'helpdesk', 'photoUrl', 'informationWebsite']) {
      expect(bare).not.toHaveProperty(name)
    }
  })

  test('has each location with its address, operator and what is there', () => {
    expect(site()).toMatchObject({
      '@id': 'site-4',
      name: { values: { value: 'Pier & "Quay" <1>' } },
      accessibility: 'wheelChairAccessible',
      informationWebsite: { urlLinkAddress: 'https://example.org/network/4' },
      photoUrl: { urlLinkAddress: 'https://example.org/pictures/1' },
      locationReference: {
        '@type': 'loc:PointLocation',
        coordinatesForDisplay: { latitude: '56.8', longitude: '35.9' },
        _locationExtension: {
          afirFacilityLocation: {
            address: {
              postcode: '170100',
              city: { values: { value: 'Tver' } },
              countryCode: 'RU',
              addressLine: { '@order': '0', type: 'street', text: { values: { value: 'Quay 1' } } },
            },
          },
        },
      },
      operator: {
        name: { values: { value: 'Station Master' } },
        externalIdentifier: { identifier: 'RU*STM' },
      },
      helpdesk: { organisationUnit: { contactInformation: { telephoneNumber: '+7 800 100' } } },
      applicableForVehicles: { heightCharacteristic: { vehicleHeight: '3.5' } },
      amenities: { illuminated: 'true' },
      supplementalFacility: [
        { '@id': 'site-4-toilets', equipmentType: 'toilet' },
        { '@id': 'site-4-food', serviceFacilityType: 'restaurant' },
        { '@id': 'site-4-wifi', equipmentType: 'internetWireless' },
      ],
    })
  })

  test('writes a country that is no code as a line, and no point where there is none', () => {
    const { locationReference } = site({ ...location, country: 'Russia', street: '', coordinates: null })
    expect(locationReference).not.toHaveProperty('coordinatesForDisplay')
    const { address } = locationReference._locationExtension.afirFacilityLocation
    expect(address).not.toHaveProperty('countryCode')
    expect(address.addressLine).toMatchObject({
      type: 'generalTextLine',
      text: { values: { value: 'Russia' } },
    })
  })

  test('has hours: days that are alike together, a night in two parts', () => {
    const { validPeriod } = site().operatingHours.overallPeriod
    expect(periodsOf(validPeriod)).toEqual([
      ['08:30:00', '20:15:00', ['monday', 'tuesday']],
      ['22:00:00', '23:59:59', 'saturday'],
      ['00:00:00', '02:00:00', 'sunday'],
      ['10:00:00', '23:59:59', 'sunday'],
    ])
    expect(site({ ...location, opening_hours: null }).operatingHours['@type']).toBe('afac:OpenAllHours')
    expect(site({ ...location, opening_hours: [] }).operatingHours).toMatchObject({
      '@type': 'afac:UndefinedOperatingHours',
      closureInformation: { temporarilyClosed: 'true' },
    })
    const wholeDay = [{ day: 3, opens_at: '0900', closes_at: '0900' }]
    expect(
      periodsOf(site({ ...location, opening_hours: wholeDay }).operatingHours.overallPeriod.validPeriod),
    ).toEqual([
      ['09:00:00', '23:59:59', 'wednesday'],
      ['00:00:00', '09:00:00', 'thursday'],
    ])
    const toMidnight = [{ day: 3, opens_at: '2000', closes_at: '0000' }]
    expect(
      site({ ...location, opening_hours: toMidnight }).operatingHours.overallPeriod.validPeriod,
    ).toHaveLength(1)
  })

  test('has stations with their EVSEs and connectors', () => {
    const stations = site().energyInfrastructureStation
    expect(idsOf(stations)).toEqual(['station-4-5', 'station-4-6', 'station-4-7'])
    expect(stations[0]).toMatchObject({
      totalMaximumPower: '300000',
      numberOfRefillPoints: '2',
      refillPoint: [
        {
          '@type': 'aegi:ElectricChargingPoint',
          '@id': 'evse-11',
          externalIdentifier: {
            identifier: 'RU*STM*E11',
            typeOfIdentifier: { '@_extendedValue': 'evseId', '#text': '_extended' },
          },
          deliveryUnit: 'kWh',
          currentType: 'dc',
          numberOfConnectors: '2',
          availableChargingPower: ['150000', '22000'],
          connector: [
            { connectorType: 'iec62196T2COMBO', maxPowerAtSocket: '150000' },
            { connectorType: 'other', otherConnector: 'GB/T AC', maxPowerAtSocket: '22000' },
          ],
        },
        { '@id': 'evse-13' },
      ],
    })
  })

  test('has prices with taxes and after the discount, and what it cannot express in words', () => {
    const [first] = site().energyInfrastructureStation[0].refillPoint
    const [rate] = first.energyProduct.energyRate
    expect(rate).toMatchObject({
      '@id': 'rate-4-7',
      ratePolicy: 'adHoc',
      lastUpdated: '2026-02-01T00:00:00.000Z',
      applicableCurrency: 'RUB',
      minimumDeliveryFee: '50.00',
    })
    expect(rate).not.toHaveProperty('maximumDeliveryFee')
    const [night, energy, minutes, start, stay] = rate.energyPrice
    expect(night).toMatchObject({
      priceGroupIndex: '1',
      priceType: 'pricePerKWh',
      value: '15.75',
      taxIncluded: 'true',
      additionalInformation: { values: { value: { '#text': 'from 50 kW; below 20.5 kWh' } } },
      overallPeriod: {
        overallStartTime: '2026-01-01T00:00:00',
        validPeriod: [
          {
            recurringTimePeriodOfDay: { startTimeOfPeriod: '21:00:00', endTimeOfPeriod: '06:00:00' },
            recurringDayWeekMonthPeriod: { applicableDay: ['sunday', 'monday'] },
          },
        ],
      },
      timeBasedApplicability: { fromMinute: '10' },
      energyBasedApplicability: { fromKWh: '10' },
    })
    expect(night.energyBasedApplicability).not.toHaveProperty('toKWh')
    expect([energy, minutes, start].map(({ priceType, value }) => [priceType, value])).toEqual([
      ['pricePerKWh', '18.00'],
      ['pricePerMinute', '0.90'],
      ['basePrice', '9.00'],
    ])
    expect(stay).toMatchObject({
      priceGroupIndex: '3',
      priceType: 'other',
      value: '25.50',
      priceCap: '1000.00',
    })
    expect(stay.additionalInformation.values.value['#text']).toBe(
      'for each 5 min that the car stays after charging, beginning 10 min after it, not from 22:00 to 07:00',
    )
  })

  test('writes a rate once in a location, and names it where it comes again', () => {
    const [first, second, third] = site().energyInfrastructureStation
    expect(first.refillPoint[1].energyProduct.energyRate).toMatchObject([
      { '@id': 'rate-4-free', energyPrice: [{ priceType: 'free', value: '0.00' }] },
    ])
    for (const { refillPoint } of [second, third]) {
      expect(refillPoint[0].energyProduct).toEqual({
        '@type': 'aegi:ElectricEnergy',
        energyRateByReference: { '@id': 'rate-4-7', '@targetClass': 'aegi:EnergyRate' },
      })
    }
  })

  test('gives an object another version when its content changes, and only then', () => {
    const versions = (place: PublicLocation) => {
      const { '@version': own, energyInfrastructureStation: stations } = site(place)
      return [own, ...versionsOf(stations)]
    }
    const before = versions(location)
    expect(
      versions({ ...location, evses: location.evses.map((one) => ({ ...one, status: 'busy' })) }),
    ).toEqual(before)
    const [renamed, ...stations] = versions({ ...location, name: 'Pier' })
    expect(renamed).not.toBe(before[0])
    expect(stations).toEqual(before.slice(1))
  })
})

test('the status names each EVSE and how it stands', () => {
  const { tableReference, energyInfrastructureSiteStatus: status, ...publication } = read(statusText())
  expect(publication['@type']).toBe('aegi:EnergyInfrastructureStatusPublication')
  expect(tableReference).toEqual({ '@id': 'network', '@targetClass': 'aegi:EnergyInfrastructureTable' })
  expect(status.reference).toEqual({ '@id': 'site-4', '@targetClass': 'afac:FacilityObject' })
  const stations = status.energyInfrastructureStationStatus
  expect(stations).toMatchObject([
    { reference: { '@id': 'station-4-5' }, isAvailable: 'true' },
    { reference: { '@id': 'station-4-6' }, isAvailable: 'false' },
    { reference: { '@id': 'station-4-7' }, isAvailable: 'false' },
  ])
  expect(statusesOf(stations)).toEqual([
    ['evse-11', 'available'],
    ['evse-13', 'occupied'],
    ['evse-21', 'outOfOrder'],
    ['evse-31', 'inoperative'],
  ])
})

test('texts have only what XML can hold, and 1024 characters', () => {
  expect(textOf('a\u0000b\u001fc\ufffed\ud800e\u{1f50c}')).toBe('abcde\u{1f50c}')
  expect(textOf(`${'x'.repeat(1023)}\u{1f50c}`)).toBe('x'.repeat(1023))
  expect(textOf('x'.repeat(1025))).toHaveLength(1024)
})

import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { tableText } from './datex.fixtures.ts'

/** The properties of the schema's classes in its order, as far as we write them. */
const facility = [
  ...[
    'name',
    'accessibility',
    'additionalInformation',
    'externalIdentifier',
    'informationWebsite',
    'photoUrl',
  ],
  ...['operatingHours', 'locationReference', 'operator', 'helpdesk', 'applicableForVehicles', 'amenities'],
  'supplementalFacility',
].map((name) => `afac:${name}`)
const aegi = (...names: string[]) => names.map((name) => `aegi:${name}`)
const orders: Record<string, string[]> = {
  'aegi:energyInfrastructureSite': [...facility, ...aegi('energyInfrastructureStation')],
  'aegi:energyInfrastructureStation': [
    ...facility,
    ...aegi('totalMaximumPower', 'numberOfRefillPoints', 'serviceType', 'refillPoint'),
  ],
  'aegi:refillPoint': [
    ...facility,
    ...aegi('deliveryUnit', 'energyProduct', 'currentType', 'usageType', 'numberOfConnectors'),
    ...aegi('availableChargingPower', 'connector'),
  ],
  'aegi:energyProduct': aegi('energyRateByReference', 'energyRate'),
  'aegi:energyRate': aegi(
    ...['ratePolicy', 'lastUpdated', 'applicableCurrency', 'maximumDeliveryFee'],
    ...['minimumDeliveryFee', 'energyPrice'],
  ),
  'aegi:energyPrice': [
    ...aegi('priceGroupIndex', 'priceType', 'value', 'priceCap', 'taxIncluded', 'additionalInformation'),
    ...aegi('overallPeriod', 'timeBasedApplicability', 'energyBasedApplicability'),
  ],
  'aegi:connector': aegi('connectorType', 'otherConnector', 'maxPowerAtSocket'),
  'afac:locationReference': ['coordinatesForDisplay', '_locationExtension', 'pointByCoordinates'].map(
    (name) => `loc:${name}`,
  ),
  'afac:address': ['postcode', 'city', 'countryCode', 'addressLine'].map((name) => `locx:${name}`),
}

test('every class has its properties in the order of the schema', () => {
  const ordered = new XMLParser({ preserveOrder: true, ignoreAttributes: false })
  const seen = new Set<string>()
  const look = (nodes: Record<string, unknown>[]) => {
    for (const [name, below] of nodes.flatMap((node) => Object.entries(node))) {
      if (name === ':@' || !Array.isArray(below)) continue
      const order = orders[name]
      const names = below.flatMap((node) => Object.keys(node)).filter((one) => one !== ':@')
      if (order) {
        seen.add(name)
        const places = names.map((one) => order.indexOf(one))
        expect({ name, names, places }).toEqual({ name, names, places: [...places].sort((a, b) => a - b) })
        expect(places).not.toContain(-1)
      }
      look(below)
    }
  }
  look(ordered.parse(tableText()))
  expect([...seen].sort()).toEqual(Object.keys(orders).sort())
})
